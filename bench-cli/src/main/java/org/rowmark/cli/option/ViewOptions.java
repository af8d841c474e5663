package org.rowmark.cli.option;

import java.util.List;
import java.util.Optional;
import org.rowmark.report.ReportOptions;
import org.rowmark.util.Percent;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for the layout of a comparison, of all commands that only read. */
public final class ViewOptions {
    @Option(
            names = "--margin",
            paramLabel = "PERCENT",
            description =
                    "Differences up to this do not matter, such as 3%% or 0.03. Default: that of the run, or else 3%%.")
    private String margin;

    @Option(
            names = "--row",
            paramLabel = "KEYS",
            description =
                    "Keys that make the rows, separated by commas; cells that differ only in other keys share a row."
                            + " Default: all keys but that of the columns.")
    private String row;

    @Option(
            names = "--col",
            paramLabel = "KEY",
            description =
                    "The key that makes the columns: run (A and B of compare), target, workload, or a parameter such as batchSize.")
    private String column;

    @Mixin
    private FullOption full;

    /** @param baseline name of a column, null for none */
    public ReportOptions with(String baseline) {
        return new ReportOptions(
                Optional.ofNullable(margin).map(text -> Percent.parse("--margin", text)),
                row == null ? List.of() : List.of(row.split(",", -1)),
                Optional.ofNullable(column),
                Optional.ofNullable(baseline),
                full.isFull());
    }
}

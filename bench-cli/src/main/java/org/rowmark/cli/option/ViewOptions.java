package org.rowmark.cli.option;

import java.util.Optional;
import org.rowmark.report.ReportOptions;
import org.rowmark.util.Percent;
import picocli.CommandLine.Option;

/** How to look at what was measured; the same for all commands that only read. */
public final class ViewOptions {
    @Option(
            names = "--margin",
            paramLabel = "PERCENT",
            description =
                    "Differences up to this do not matter, such as 3%% or 0.03. Default: the run's own, else 3%%.")
    private String margin;

    @Option(
            names = "--row",
            paramLabel = "KEYS",
            description = "Keys that make the lines, separated by commas; other keys are hidden and, where they vary,"
                    + " mixed. Default: all keys that are not the columns'.")
    private String row;

    @Option(
            names = "--col",
            paramLabel = "KEY",
            description =
                    "The key that makes the columns: run (the sides of compare), target, workload, or a parameter such as batchSize.")
    private String column;

    /** @param baseline name of a column, null for none */
    public ReportOptions with(String baseline) {
        return new ReportOptions(
                Optional.ofNullable(margin).map(text -> Percent.parse("--margin", text)),
                Optional.ofNullable(row),
                Optional.ofNullable(column),
                Optional.ofNullable(baseline));
    }
}

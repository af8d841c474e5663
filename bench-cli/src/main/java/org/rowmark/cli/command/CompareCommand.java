package org.rowmark.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.rowmark.cli.option.ViewOptions;
import org.rowmark.report.CompareRuns;
import org.rowmark.report.Gate;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.report.write.ReportFiles;
import org.rowmark.report.write.TextReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code compare}, which compares two measurements, for people and for CI. */
@Command(
        name = "compare",
        header = "Compare two run directories or JSON files of JMH: is B faster than A?",
        description = "A and B were not interleaved, so a drift of the machine between them looks like a difference;"
                + " the result points that out. To measure two targets side by side, give both to run. Where that is"
                + " impossible, measure A again after B and name it with --control.",
        footer = {
            "@|bold Examples|@",
            "  ./rowmark compare before after",
            "  ./rowmark compare main/jmh.json branch/jmh.json --fail-if-slower --format markdown",
            "  ./rowmark compare linux windows --control linux-again --out linux-windows.html",
            "  ./rowmark compare before after --row workload,batchSize",
            "",
            "@|bold Exit codes|@",
            "  0  all cells of A are in B; with --fail-if-slower: and each was compared, and none is slower",
            "  1  bad usage",
            "  2  cells of A failed, are incomplete or absent in B; with --fail-if-slower: or have no verdict",
            "  3  with --fail-if-slower: a row or the mean is slower, even if it is unclear by how much",
            "  4  with --fail-if-slower: no row has a verdict, for example after too few rounds"
        })
public final class CompareCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A", description = "The baseline: a run directory or a JSON file of JMH.")
    private Path a;

    @Parameters(index = "1", paramLabel = "B", description = "What is compared with A, in the forms of A.")
    private Path b;

    @Option(
            names = "--control",
            paramLabel = "A2",
            description = "A, measured again after B. If it moved by more than the margin, there is no verdict.")
    private Path control;

    @Mixin
    private ViewOptions view;

    @Option(
            names = "--fail-if-slower",
            description = "Exit with code 3 if a row is slower, with 4 if none can be decided.")
    private boolean isGate;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "The format of the output: text (default), or markdown for a comment on a pull request; the path"
                            + " of the report is then on standard error.",
            defaultValue = "text")
    private Format format;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The full report as HTML; Markdown, CSV and JSON are written beside it. Default: none.")
    private Path out;

    private enum Format {
        text,
        markdown
    }

    @Override
    public Integer call() throws IOException {
        ReportOptions options = view.with(null);
        CompareRuns compare = CompareRuns.of(a, b, Optional.ofNullable(control), options);
        Gate gate = compare.gate();
        if (out != null) {
            ReportFiles.write(compare.model(), out, options.isFull());
        }
        PrintWriter console = spec.commandLine().getOut();
        PrintWriter errors = spec.commandLine().getErr();
        console.print(
                format == Format.markdown ? MarkdownReport.comment(compare.model()) : TextReport.of(compare.model()));
        if (out != null) {
            (format == Format.markdown ? errors : console).println("report: " + out);
        }
        console.flush();
        return GateResult.print(gate, isGate, errors);
    }
}

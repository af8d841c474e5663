package org.rowmark.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.rowmark.cli.option.ViewOptions;
import org.rowmark.report.CompareRuns;
import org.rowmark.report.Gate;
import org.rowmark.report.ReportOptions;
import org.rowmark.util.UsageException;
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
            "  ./rowmark compare main/jmh.json branch/jmh.json --fail-on slower --format markdown",
            "  ./rowmark compare linux windows --control linux-again --out linux-windows.html",
            "  ./rowmark compare before after --row workload,batchSize",
            "",
            "@|bold Exit codes|@",
            "  0  all cells of A are in B; with --fail-on slower: and each was compared, and none is slower",
            "  1  bad usage, or --fail-on slower cannot decide for any row",
            "  2  cells of A failed in B, or are incomplete or absent there; with --fail-on slower: or have no verdict",
            "  3  with --fail-on slower: a row or the mean is slower, even if it is unclear by how much"
        })
public final class CompareCommand implements Callable<Integer> {
    private static final String SLOWER = "slower";

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A", description = "The baseline: a run directory or a JSON file of JMH.")
    private Path a;

    @Parameters(index = "1", paramLabel = "B", description = "What is compared with A: likewise.")
    private Path b;

    @Option(
            names = "--control",
            paramLabel = "A2",
            description = "A, measured again after B. If it moved by more than the margin, there is no verdict.")
    private Path control;

    @Mixin
    private ViewOptions view;

    @Option(names = "--fail-on", paramLabel = "slower", description = "Exit with code 3 if a row is slower.")
    private String failOn;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "The format of the output: text (default), or markdown for a comment on a pull request.",
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
        boolean isGate = failOn != null;
        if (isGate && !SLOWER.equals(failOn)) {
            throw new UsageException("--fail-on " + failOn + ": only " + SLOWER + " is known");
        }
        ReportOptions options = view.with(null);
        CompareRuns compare = CompareRuns.of(a, b, Optional.ofNullable(control), options);
        Gate gate = compare.gate();
        if (isGate && gate.silence().isPresent()) {
            throw new UsageException(
                    "--fail-on " + SLOWER + " cannot decide: " + gate.silence().get());
        }
        if (out != null) {
            compare.write(out, options.isFull());
        }
        PrintWriter console = spec.commandLine().getOut();
        console.print(format == Format.markdown ? compare.markdown() : compare.text());
        console.flush();
        PrintWriter errors = spec.commandLine().getErr();
        if (out != null) {
            errors.println("report: " + out);
        }
        print("B lacks", gate.lacking(), errors);
        if (isGate) {
            print("A lacks", gate.added(), errors);
            print("no verdict", gate.undecided(), errors);
            print("slower", gate.slower(), errors);
        }
        return exitCode(gate, isGate);
    }

    private static int exitCode(Gate gate, boolean isGate) {
        if (isGate && !gate.slower().isEmpty()) {
            return ExitCode.SLOWER;
        }
        boolean isWhole =
                gate.lacking().isEmpty() && (!isGate || gate.undecided().isEmpty());
        return isWhole ? ExitCode.OK : ExitCode.CELLS_FAILED;
    }

    private static void print(String what, List<String> lines, PrintWriter errors) {
        lines.forEach(line -> errors.println(what + ": " + line));
        errors.flush();
    }
}

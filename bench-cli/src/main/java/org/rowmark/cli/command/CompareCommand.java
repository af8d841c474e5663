package org.rowmark.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.rowmark.cli.option.ViewOptions;
import org.rowmark.report.Compare;
import org.rowmark.report.Gate;
import org.rowmark.util.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compare}: sets two measurements against each other, for people and for a gate. */
@Command(
        name = "compare",
        customSynopsis = {
            "  java -jar bench-cli.jar compare A B [--margin PERCENT] [--fail-on slower] [--control A2]",
            "      [--row KEYS] [--col KEY] [--format text|markdown] [--out FILE]"
        },
        synopsisHeading = "%n@|bold Usage|@%n",
        header = "Compare two run directories, or JSON files that JMH wrote: is B faster than A?",
        description = {
            "Nothing interleaved A and B, so drift of the machine between them looks like a difference, and the result"
                    + " says so. To measure two targets side by side give both to run; where that is impossible,"
                    + " measure A again after B and name it with --control."
        },
        footer = {
            "@|bold Examples|@",
            "  compare before after",
            "  compare main/jmh.json branch/jmh.json --fail-on slower --format markdown",
            "  compare linux windows --control linux-again --out linux-windows.html",
            "  compare before after --row workload,batchSize",
            "",
            "@|bold Exit codes|@",
            "  0  nothing to object to",
            "  1  bad usage, or a gate that cannot speak",
            "  2  B lacks cells that A has: failed, incomplete or not there",
            "  3  with --fail-on slower: some row is slower, be its size sure or not"
        })
public final class CompareCommand implements Callable<Integer> {
    private static final String SLOWER = "slower";

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A", description = "The baseline: a run directory or a file of JMH.")
    private Path a;

    @Parameters(index = "1", paramLabel = "B", description = "What is compared with it.")
    private Path b;

    @Option(
            names = "--control",
            paramLabel = "A2",
            description = "A, measured again after B. If it moved by more than the margin there is no verdict.")
    private Path control;

    @Mixin
    private ViewOptions view;

    @Option(names = "--fail-on", paramLabel = "slower", description = "Exit with 3 if any row is slower.")
    private String failOn;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "What is printed: text, or markdown for a comment on a pull request. Default: text.",
            defaultValue = "text")
    private Format format;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write the full report as HTML, and Markdown, CSV and JSON beside it.")
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
        Compare compare = Compare.of(a, b, Optional.ofNullable(control), view.with(null));
        Gate gate = compare.gate();
        if (isGate && gate.silence().isPresent()) {
            throw new UsageException("--fail-on " + SLOWER + ": the gate cannot speak: "
                    + gate.silence().get());
        }
        PrintWriter console = spec.commandLine().getOut();
        console.print(format == Format.markdown ? compare.markdown() : compare.text());
        if (out != null) {
            compare.write(out);
        }
        console.flush();
        PrintWriter errors = spec.commandLine().getErr();
        if (out != null) {
            errors.println("report: " + out);
        }
        tell("B lacks", gate.lacking(), errors);
        if (isGate) {
            tell("without a word, so not judged", gate.silent(), errors);
            tell("slower", gate.slower(), errors);
        }
        return exitCode(gate, isGate);
    }

    private static int exitCode(Gate gate, boolean isGate) {
        if (isGate && !gate.slower().isEmpty()) {
            return ExitCode.SLOWER;
        }
        return gate.lacking().isEmpty() ? ExitCode.OK : ExitCode.CELLS_FAILED;
    }

    private static void tell(String what, List<String> lines, PrintWriter errors) {
        lines.forEach(line -> errors.println(what + ": " + line));
        errors.flush();
    }
}

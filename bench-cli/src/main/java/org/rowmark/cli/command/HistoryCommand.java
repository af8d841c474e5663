package org.rowmark.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.rowmark.report.Histories;
import org.rowmark.report.history.History;
import org.rowmark.report.history.HistoryFiles;
import org.rowmark.util.Percent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code history}, which draws results over time and names the entries at which rows changed. */
@Command(
        name = "history",
        header = "Draw results over time, and name the commits at which rows changed.",
        description = "Five measurements or more, the oldest first: run directories, or JSON files of JMH."
                + " A row without a change gets one with a probability of 5%% at most, over all rows together.",
        footer = {
            "@|bold Examples|@",
            "  ./rowmark history rowmark-results/*",
            "  ./rowmark history 4be1c9f.json 07d2a11.json 9c3f0e2.json 5ad8f67.json e1b6c30.json",
            "  ./rowmark history v1=a/jmh.json v2=b/jmh.json v3=c/jmh.json v4=d/jmh.json v5=e/jmh.json",
            "  ./rowmark history nightly/*.json --order date --fail-if-slower",
            "",
            "@|bold Exit codes|@",
            "  0  the history is written; with --fail-if-slower: and the last change of no row made it slower",
            "  1  bad usage, or something cannot be read",
            "  3  with --fail-if-slower: the last change of a row made it slower",
            "  4  with --fail-if-slower: there are too few entries for a change to be found"
        })
public final class HistoryCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "[NAME=]PATH",
            arity = "1..*",
            description = "Run directories, or files of JMH's -rf json. NAME is its commit, or what else it is called."
                    + " Default: the name of the directory, or of the file without .json.")
    private List<String> measurements;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            description = "given (default), or date: by the start of a run, and by when a file of JMH was written.",
            defaultValue = "given")
    private Order order;

    @Option(
            names = "--margin",
            paramLabel = "PERCENT",
            description = "Changes up to this do not matter, such as 3%% or 0.03. Default: 3%%.")
    private String margin;

    @Option(
            names = "--fail-if-slower",
            description = "Exit with code 3 if the last change of a row made it slower, with 4 if none can be found.")
    private boolean isGate;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The history as HTML; JSON is written beside it. Default: history.html.",
            defaultValue = "history.html")
    private Path out;

    private enum Order {
        given,
        date
    }

    @Override
    public Integer call() throws IOException {
        Optional<Double> delta = Optional.ofNullable(margin).map(text -> Percent.parse("--margin", text));
        PrintWriter errors = spec.commandLine().getErr();
        Optional<String> shortage = Histories.shortage(measurements);
        if (isGate && shortage.isPresent()) {
            errors.println(shortage.get());
            errors.flush();
            return ExitCode.CANNOT_DECIDE;
        }
        History history = Histories.read(measurements, order == Order.date, delta);
        HistoryFiles.write(history, out);
        PrintWriter console = spec.commandLine().getOut();
        console.print(history.text());
        console.println("history: " + out);
        console.flush();
        if (!isGate) {
            return ExitCode.OK;
        }
        history.slower().forEach(line -> errors.println("suspect: " + line));
        errors.flush();
        if (!history.slower().isEmpty()) {
            return ExitCode.SLOWER;
        }
        return history.canDecide() ? ExitCode.OK : ExitCode.CANNOT_DECIDE;
    }
}

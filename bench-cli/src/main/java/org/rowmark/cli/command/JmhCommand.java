package org.rowmark.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.rowmark.cli.console.Progress;
import org.rowmark.cli.option.JarFlags;
import org.rowmark.cli.option.RunFlags;
import org.rowmark.jmh.JarRun;
import org.rowmark.report.Reports;
import org.rowmark.result.RunRecord;
import org.rowmark.run.output.OutputDirectory.RunCommandFile;
import org.rowmark.util.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code jmh}, which measures JMH benchmarks of others, jar against jar. */
@Command(
        name = JmhCommand.NAME,
        customSynopsis = "rowmark jmh --jar [NAME=]JAR [--jar NAME=JAR]... [REGEX...] [OPTIONS] [-- JMH OPTIONS]",
        header = "Measure JMH benchmarks of your own, jar against jar, in rounds.",
        description = "Each fork is a process of the jar's own JMH. Benchmarks that all jars hold are compared; those"
                + " of one jar only are listed. Annotations count where no option replaces them, but for @Fork's"
                + " number: each round is one fork.",
        footer = {
            "@|bold Examples|@",
            "  ./rowmark jmh --jar old=a/benchmarks.jar --jar new=b/benchmarks.jar",
            "  ./rowmark jmh --jar old=a.jar --jar new=b.jar Parse -p size=10,1000 -wi 3 -i 3 -- -gc true",
            "  ./rowmark jmh --jar old=a.jar --jar new=b.jar --fail-if-slower --margin 5%%",
            "",
            "@|bold Exit codes|@  0 all cells ok, 1 bad usage or configuration, 2 some cells failed, 130 Ctrl-C;",
            "  with --fail-if-slower: 2 also where a row has no verdict, 3 a row is slower, 4 none has a verdict"
        })
public final class JmhCommand implements Callable<Integer> {
    static final String NAME = "jmh";

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "REGEX",
            arity = "0..*",
            description = "Benchmarks whose full names contain a match, as JMH takes them. Default: all.")
    private List<String> patterns = new ArrayList<>();

    @Mixin
    private JarFlags flags;

    @Override
    public Integer call() throws IOException {
        JarRun run = JarRun.of(flags.options(patterns));
        PrintWriter console = spec.commandLine().getOut();
        if (flags.isDryRun()) {
            DryRun.print(run.plan(), console);
            return ExitCode.OK;
        }
        Leftovers.remove();
        RunRecord record;
        try (Progress progress = Progress.on(console, Optional.empty())) {
            record = run.run(progress);
        }
        return report(record, run, flags.isFull(), spec.commandLine());
    }

    /** Reports a run that has ended; returns the exit code. */
    private int report(RunRecord record, JarRun run, boolean isFull, CommandLine line) throws IOException {
        int code = MeasureAndReport.report(record, run.plan().request(), isFull, line.getOut(), (same, console) -> {});
        int gate = flags.isGate() ? GateResult.print(Reports.gate(record), true, line.getErr()) : ExitCode.OK;
        return gate == ExitCode.OK ? code : gate;
    }

    /** A run of jars that was stopped, as the command that began it has it. */
    record Stopped(JmhCommand command, JarRun run) {
        int resume(boolean isFull, CommandLine line, Predicate<List<String>> isAccepted) throws IOException {
            RunRecord record;
            try (Progress progress = Progress.on(line.getOut(), Optional.empty())) {
                record = run.resume(progress, isAccepted);
            }
            return command.report(record, run, isFull, line);
        }
    }

    /** Finds the run of a directory; empty if another command began it. */
    static Optional<Stopped> stopped(Path directory) {
        List<String> words =
                RecordedCommand.words(RunCommandFile.read(directory).command());
        if (words.size() < 2 || !words.get(1).equals(NAME)) {
            return Optional.empty();
        }
        JmhCommand command = new JmhCommand();
        try {
            new CommandLine(command)
                    .setEndOfOptionsDelimiter("\0")
                    .parseArgs(
                            RunFlags.withNames(words.subList(2, words.size())).toArray(String[]::new));
        } catch (ParameterException e) {
            throw new UsageException(
                    directory + ": the command that began the run is not one of this version: " + e.getMessage(), e);
        }
        return Optional.of(new Stopped(
                command, JarRun.of(command.flags.options(command.patterns).in(directory))));
    }
}

package org.rowmark.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.rowmark.cli.console.Confirmation;
import org.rowmark.cli.console.Progress;
import org.rowmark.cli.console.RunSummary;
import org.rowmark.cli.option.FullOption;
import org.rowmark.options.RunOption;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.workload.Workloads;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code resume}, which continues a run that was stopped by anything. */
@Command(
        name = "resume",
        header = "Continue a run that was stopped, in its run directory.",
        description = {
            "The cells that ended are kept, byte for byte; one that had not ended is measured again. Plan, seed and order"
                    + " are those of the run. Passwords are read again from their original places. If the machine, a"
                    + " server or a driver has changed, the changes are printed and must be confirmed."
        },
        footer = {
            "@|bold Example|@",
            "  ./rowmark resume rowmark-results/2026-11-20T09-00-00",
            "",
            "@|bold Exit codes|@  0 all cells ok, 1 bad usage or configuration, 2 some cells failed, 130 Ctrl-C"
        })
public final class ResumeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", arity = "1", description = "The run directory.")
    private Path directory;

    @Option(
            names = "--targets-file",
            paramLabel = "FILE",
            description = "The targets file, if it has been moved since the run began.")
    private Path targetsFile;

    @Option(names = "--yes", description = "Continue without confirmation even if the environment has changed.")
    private boolean yes;

    @Mixin
    private FullOption full;

    @Override
    public Integer call() throws IOException {
        Leftovers.remove();
        PrintWriter out = spec.commandLine().getOut();
        if (RunDirectory.isBegun(directory)) {
            RunRecord record = RunDirectory.read(directory);
            if (record.manifest().progress().status() == Manifest.Status.COMPLETE) {
                return reported(record, out);
            }
        }
        Optional<JmhCommand.Stopped> jars = JmhCommand.stopped(directory);
        if (jars.isPresent()) {
            return jars.get().resume(full.isFull(), spec.commandLine(), changes -> isAccepted(changes, out));
        }
        RecordedCommand command = RecordedCommand.of(directory, targetsFile);
        RunRequest request = RunRequest.resolve(command.options(), Workloads.all(), command.targets());
        RunRecord record;
        try (Progress progress = Progress.on(out, command.options().get(RunOption.PROGRESS_INTERVAL))) {
            record = BenchmarkRun.resume(Plan.of(request), progress, changes -> isAccepted(changes, out));
        }
        return MeasureAndReport.report(
                record,
                request,
                full.isFull(),
                out,
                command.isAa() ? AaCommand::printNoiseFloor : (same, console) -> {});
    }

    /** Reports a run that is complete; it may have been stopped before its report. */
    private int reported(RunRecord record, PrintWriter out) throws IOException {
        BenchmarkRun.forgetHowToContinue(directory);
        out.println(directory + " is complete; nothing is left to measure");
        RunSummary.print(
                record,
                ReportWriter.find().write(List.of(directory), directory.resolve(ReportWriter.HTML), full.isFull()),
                out);
        return record.count(Outcome.FAILED) == 0 ? ExitCode.OK : ExitCode.CELLS_FAILED;
    }

    private boolean isAccepted(List<String> changes, PrintWriter out) {
        out.println("the environment has changed since the run began:");
        changes.forEach(change -> out.println("  " + change));
        out.flush();
        return yes || Confirmation.of("continue nevertheless?");
    }
}

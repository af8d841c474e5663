package org.rowmark.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.rowmark.cli.console.Confirmation;
import org.rowmark.cli.console.Progress;
import org.rowmark.cli.console.RunSummary;
import org.rowmark.cli.option.RunFlags;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.ExternalServers;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.Outcome;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.RunRecord;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.run.cells.Preparations;
import org.rowmark.workload.Workloads;

/** The steps of all commands that measure: plan, measure, report. */
final class MeasureAndReport {
    private MeasureAndReport() {}

    /** The output of a command after the report. */
    @FunctionalInterface
    interface Closing {
        void print(RunRecord record, PrintWriter out) throws IOException;
    }

    /**
     * @param closing called if anything was measured
     * @return the exit code
     */
    static int run(RunOptions options, RunFlags flags, PrintWriter console, Closing closing) throws IOException {
        RunRequest request = RunRequest.resolve(options, Workloads.all(), flags.load());
        Plan plan = Plan.of(request);
        if (flags.isDryRun()) {
            Preparations.check(plan);
            DryRun.printWithChanges(plan, console);
            return ExitCode.OK;
        }
        Leftovers.remove();
        ExternalServers.requireConsent(
                request.what().targets(), options.get(RunOption.YES).isPresent(), Confirmation::of);
        RunRecord record;
        try (Progress progress = Progress.on(console, options.get(RunOption.PROGRESS_INTERVAL))) {
            record = BenchmarkRun.run(plan, progress);
        }
        return report(record, request, flags.isFull(), console, closing);
    }

    /** Reports a run that has ended; returns the exit code. */
    static int report(RunRecord record, RunRequest request, boolean isFull, PrintWriter console, Closing closing)
            throws IOException {
        RunSummary.print(
                record,
                ReportWriter.find()
                        .write(
                                List.of(request.output().directory()),
                                request.output().directory().resolve(ReportWriter.HTML),
                                isFull),
                console);
        closing.print(record, console);
        return record.count(Outcome.FAILED) == 0 ? ExitCode.OK : ExitCode.CELLS_FAILED;
    }
}

package org.rowmark.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.rowmark.cli.console.Ending;
import org.rowmark.cli.console.Progress;
import org.rowmark.cli.option.RunFlags;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.Outcome;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.RunRecord;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.workload.Workloads;

/** The steps of all commands that measure: plan, measure, report. */
final class Measurement {
    private final Plan plan;
    private final boolean isDryRun;
    private final PrintWriter console;

    private Measurement(Plan plan, boolean isDryRun, PrintWriter console) {
        this.plan = plan;
        this.isDryRun = isDryRun;
        this.console = console;
    }

    static Measurement of(RunOptions options, RunFlags flags, PrintWriter console) {
        RunRequest request = RunRequest.resolve(options, Workloads.all(), flags.load());
        return new Measurement(Plan.of(request), flags.isDryRun(), console);
    }

    /** The output of a command after the report. */
    @FunctionalInterface
    interface Closing {
        void print(RunRecord record, PrintWriter out) throws IOException;
    }

    /** @return the exit code */
    int run() throws IOException {
        return run((record, out) -> {});
    }

    /**
     * @param closing last words, if anything was measured
     * @return the exit code
     */
    int run(Closing closing) throws IOException {
        if (isDryRun) {
            DryRun.print(plan, console);
            return ExitCode.OK;
        }
        RunRequest request = plan.request();
        RunRecord record;
        try (Progress progress = Progress.on(console)) {
            record = BenchmarkRun.run(plan, progress);
        }
        ReportWriter.Written written =
                ReportWriter.find().write(List.of(request.out()), request.out().resolve(ReportWriter.HTML));
        Ending.print(record, written, console);
        closing.print(record, console);
        return record.count(Outcome.FAILED) == 0 ? ExitCode.OK : ExitCode.CELLS_FAILED;
    }
}

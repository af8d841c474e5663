package org.rowmark.overhead;

import java.io.IOException;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.run.output.RunListener;
import org.rowmark.workload.Workloads;

/** Ordinary runs of the suite. */
final class Runs {
    private Runs() {}

    /** Makes a run with the built-in workloads and targets, none of whose cells may fail. */
    static RunRecord complete(RunOptions options, RunListener listener) throws IOException {
        RunRequest request = RunRequest.resolve(options, Workloads.all(), Targets.builtIn());
        RunRecord record = BenchmarkRun.run(Plan.of(request), listener);
        for (CellOutcome outcome : record.outcomes()) {
            if (outcome.outcome() == Outcome.FAILED) {
                throw new IllegalStateException("a cell failed: " + outcome.reason());
            }
        }
        return record;
    }
}

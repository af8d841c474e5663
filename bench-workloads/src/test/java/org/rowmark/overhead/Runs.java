package org.rowmark.overhead;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.run.output.RunListener;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.util.Secret;
import org.rowmark.workload.Workloads;

/** Ordinary runs of the suite. */
final class Runs {
    private Runs() {}

    /** Makes a run with the built-in workloads and targets, none of whose cells may fail. */
    static RunRecord complete(RunOptions options, RunListener listener) throws IOException {
        return complete(options, Targets.builtIn(), listener);
    }

    private static RunRecord complete(RunOptions options, Targets targets, RunListener listener) throws IOException {
        RunRequest request = RunRequest.resolve(options, Workloads.all(), targets);
        RunRecord record = BenchmarkRun.run(Plan.of(request), listener);
        for (CellOutcome outcome : record.outcomes()) {
            if (outcome.outcome() == Outcome.FAILED) {
                throw new IllegalStateException("a cell failed: " + outcome.reason());
            }
        }
        return record;
    }

    /**
     * Makes a run of one round on a server that is up, and reads its record.
     *
     * @param login has the user and the password
     */
    static <T> T onServer(
            String product, String url, Endpoint login, RunOptions options, Function<RunRecord, T> reading)
            throws IOException {
        String name = "one-" + product;
        Target target = Target.external(name, product, url)
                .withUser(login.user().orElseThrow(), login.password().orElse(Secret.of("")));
        try (Scratch scratch = Scratch.create()) {
            RunOptions own = options.targets(List.of(name))
                    .with(RunOption.ROUNDS, 1)
                    .with(RunOption.OUT, scratch.path().resolve("out"));
            Targets targets = Targets.builtIn().with(Map.of(name, () -> target));
            return reading.apply(complete(own, targets, RunListener.NONE));
        }
    }

    /** Returns the mean score of the measured iterations. */
    static double score(RunRecord record) {
        return record.samples().stream()
                .filter(sample -> !sample.warmup())
                .mapToDouble(Sample::score)
                .average()
                .orElseThrow();
    }
}

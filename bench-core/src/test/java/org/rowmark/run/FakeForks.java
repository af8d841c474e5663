package org.rowmark.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Timing;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.fork.SampleRecorder;
import org.rowmark.run.output.RunListener;
import org.rowmark.workload.JmhParameters;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;

/**
 * Forks without a JVM, whose iterations have the scores that they are given, those of the warm-up first, for tests of
 * what a run makes of them.
 */
public final class FakeForks implements Fork.Measuring {
    /** What each fork gives. */
    @FunctionalInterface
    public interface Scores {
        /** @param time how often the cell has been measured, with this one */
        double score(PlannedCell cell, int time) throws RunnerException;
    }

    /** What each iteration gives. */
    @FunctionalInterface
    public interface ScoresOfIterations {
        /**
         * @param time how often the cell has been measured, with this one
         * @param iterations of the fork, warm-up too
         */
        double[] scores(PlannedCell cell, int time, int iterations) throws RunnerException;
    }

    private final ScoresOfIterations scores;
    private final Map<Integer, Integer> times = new HashMap<>();

    public FakeForks(ScoresOfIterations scores) {
        this.scores = scores;
    }

    /** Returns forks of one iteration each. */
    public static FakeForks ofOneIteration(Scores scores) {
        return new FakeForks((cell, time, iterations) -> new double[] {scores.score(cell, time)});
    }

    /** Runs a plan with forks of a test. */
    public static RunRecord run(Plan plan, RunListener listener, Fork.Measuring forks) throws IOException {
        return BenchmarkRun.run(plan, listener, forks);
    }

    @Override
    public BenchmarkResult measure(Fork fork, SampleRecorder recorder) throws RunnerException {
        PlannedCell cell = fork.cell();
        Timing timing = fork.request().timing(cell);
        int iterations = timing.warmups() + timing.iterations();
        double[] given = scores.scores(cell, times.merge(cell.number(), 1, Integer::sum), iterations);
        int warmups = Math.max(0, given.length - timing.iterations());
        IterationParams warmup = iterations(IterationType.WARMUP, warmups);
        IterationParams measured = iterations(IterationType.MEASUREMENT, given.length - warmups);
        BenchmarkParams params = params(fork, warmup, measured);
        List<IterationResult> results = new ArrayList<>();
        for (int i = 0; i < given.length; i++) {
            IterationParams iteration = i < warmups ? warmup : measured;
            int number = i < warmups ? i + 1 : i + 1 - warmups;
            IterationResult result = new IterationResult(params, iteration, new IterationResultMetaData(1, 1));
            result.addResult(new ThroughputResult(
                    ResultRole.PRIMARY, "fake", given[i], TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS));
            recorder.iteration(params, iteration, number);
            recorder.iterationResult(params, iteration, number, result);
            if (i >= warmups) {
                results.add(result);
            }
        }
        return new BenchmarkResult(params, results);
    }

    private static IterationParams iterations(IterationType type, int number) {
        return new IterationParams(type, number, TimeValue.seconds(1), 1);
    }

    private static BenchmarkParams params(Fork fork, IterationParams warmup, IterationParams measured) {
        WorkloadParams values = new WorkloadParams();
        values.put(Workloads.TARGET_PARAMETER, fork.cell().target(), 0);
        Workload workload = fork.request().workload(fork.cell());
        fork.cell().parameters().forEach((name, value) -> values.put(name, value, 0));
        return JmhParameters.of(workload.benchmark(), workload.mode(), 1, values, warmup, measured);
    }
}

package org.rowmark.run;

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
import org.rowmark.plan.Cell;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.fork.SampleRecorder;

/** Forks without a JVM, whose iterations have the scores that they are given, for tests of what a run makes of them. */
final class FakeForks implements Fork.Measuring {
    /** What each fork gives. */
    @FunctionalInterface
    interface Scores {
        /** @param time how often the cell has been measured, with this one */
        double score(Cell cell, int time) throws RunnerException;
    }

    /** What each iteration gives. */
    @FunctionalInterface
    interface ScoresOfIterations {
        /**
         * @param time how often the cell has been measured, with this one
         * @param iterations of the fork
         */
        double[] scores(Cell cell, int time, int iterations) throws RunnerException;
    }

    private final ScoresOfIterations scores;
    private final Map<Integer, Integer> times = new HashMap<>();

    FakeForks(ScoresOfIterations scores) {
        this.scores = scores;
    }

    /** Returns forks of one iteration each. */
    static FakeForks ofOneIteration(Scores scores) {
        return new FakeForks((cell, time, iterations) -> new double[] {scores.score(cell, time)});
    }

    @Override
    public BenchmarkResult measure(Fork fork, SampleRecorder recorder) throws RunnerException {
        Cell cell = fork.cell();
        int iterations = fork.request().timing(cell).iterations();
        double[] given = scores.scores(cell, times.merge(cell.number(), 1, Integer::sum), iterations);
        IterationParams iteration =
                new IterationParams(IterationType.MEASUREMENT, given.length, TimeValue.seconds(1), 1);
        BenchmarkParams params = params(cell, iteration);
        List<IterationResult> results = new ArrayList<>();
        for (int i = 0; i < given.length; i++) {
            IterationResult result = new IterationResult(params, iteration, new IterationResultMetaData(1, 1));
            result.addResult(new ThroughputResult(
                    ResultRole.PRIMARY, "fake", given[i], TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS));
            recorder.iteration(params, iteration, i + 1);
            recorder.iterationResult(params, iteration, i + 1, result);
            results.add(result);
        }
        return new BenchmarkResult(params, results);
    }

    private static BenchmarkParams params(Cell cell, IterationParams iteration) {
        WorkloadParams values = new WorkloadParams();
        cell.planned().parameters().forEach((name, value) -> values.put(name, value, 0));
        return new BenchmarkParams(
                cell.workload().benchmark(),
                "",
                true,
                1,
                new int[] {1},
                List.of(),
                1,
                0,
                new IterationParams(IterationType.WARMUP, 0, TimeValue.seconds(1), 1),
                iteration,
                cell.workload().mode(),
                values,
                TimeUnit.SECONDS,
                1,
                "",
                List.of(),
                "",
                "",
                "",
                "",
                TimeValue.minutes(10));
    }
}

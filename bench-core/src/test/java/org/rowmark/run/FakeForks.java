package org.rowmark.run;

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

/** Forks without a JVM: each has one iteration with the score that it is given, for tests of what a run makes of it. */
final class FakeForks implements Fork.Measuring {
    /** What each fork gives. */
    @FunctionalInterface
    interface Scores {
        /** @param time how often the cell has been measured, with this one */
        double score(Cell cell, int time) throws RunnerException;
    }

    private final Scores scores;
    private final Map<Integer, Integer> times = new HashMap<>();

    FakeForks(Scores scores) {
        this.scores = scores;
    }

    @Override
    public BenchmarkResult measure(Fork fork, SampleRecorder recorder) throws RunnerException {
        Cell cell = fork.cell();
        double score = scores.score(cell, times.merge(cell.number(), 1, Integer::sum));
        IterationParams iteration = new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.seconds(1), 1);
        BenchmarkParams params = params(cell, iteration);
        IterationResult result = new IterationResult(params, iteration, new IterationResultMetaData(1, 1));
        result.addResult(
                new ThroughputResult(ResultRole.PRIMARY, "fake", score, TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS));
        recorder.iteration(params, iteration, 1);
        recorder.iterationResult(params, iteration, 1, result);
        return new BenchmarkResult(params, List.of(result));
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

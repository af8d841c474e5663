package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.util.LatencyHistogram;

/** Runs of any size with invented values. */
public final class GeneratedRun {
    private static final int WARMUPS = 2;

    /** The measured iterations of a fork by default. */
    private static final int ITERATIONS = 3;

    /** Different histograms of a run with times; encoding one for each iteration would take most of the time. */
    private static final int HISTOGRAMS = 50;

    private static final int TIMES = 20_000;

    private GeneratedRun() {}

    /** Returns a run of workloads that each have the same number of targets. */
    public static RunRecord of(int workloads, int targets, int rounds) {
        return build(workloads, targets, rounds, rounds);
    }

    /**
     * Writes a run, round by round, with the default iterations and counters: about 3.6 kB for each cell and round.
     * Nothing of it is kept in memory.
     *
     * @param directory exists and is empty
     */
    public static void write(int workloads, int targets, int rounds, Path directory) throws IOException {
        write(workloads, targets, rounds, ITERATIONS, List.of(""), directory);
    }

    /** Writes the same with the times of single operations. */
    public static void writeTimed(int workloads, int targets, int rounds, int iterations, Path directory)
            throws IOException {
        Random random = new Random(43);
        List<String> histograms = Stream.generate(() -> times(random))
                .limit(HISTOGRAMS)
                .map(LatencyHistogram::encode)
                .toList();
        write(workloads, targets, rounds, iterations, histograms, directory);
    }

    private static Histogram times(Random random) {
        Histogram times = LatencyHistogram.empty();
        for (int i = 0; i < TIMES; i++) {
            times.recordValue(Math.round(100_000 * Math.exp(0.4 * random.nextGaussian())));
        }
        return times;
    }

    /** @param histograms of which each iteration has one */
    private static void write(
            int workloads, int targets, int rounds, int iterations, List<String> histograms, Path directory)
            throws IOException {
        Manifest manifest = build(workloads, targets, rounds, 0).manifest();
        Random random = new Random(42);
        try (RunDirectory run = RunDirectory.start(directory, manifest)) {
            Instant time = manifest.progress().started();
            for (int round = 1; round <= rounds; round++) {
                for (PlannedCell cell : manifest.cells()) {
                    Instant start = time;
                    for (int i = 1; i <= WARMUPS + iterations; i++) {
                        boolean isWarmup = i <= WARMUPS;
                        int iteration = isWarmup ? i : i - WARMUPS;
                        double score = score(cell.number()) * Math.exp(0.02 * random.nextGaussian());
                        run.append(new Sample(
                                round,
                                cell.number(),
                                isWarmup,
                                iteration,
                                time,
                                time.plusSeconds(1),
                                "thrpt",
                                score,
                                "ops/s",
                                (long) score,
                                counters(score, random),
                                histograms.get(random.nextInt(histograms.size())),
                                0,
                                Map.of()));
                        time = time.plusSeconds(1);
                    }
                    run.append(new CellOutcome(round, cell.number(), Outcome.OK, "", start, time, 0));
                }
            }
        }
    }

    private static RunRecord build(int workloads, int targets, int rounds, int okRounds) {
        DemoRun run = new DemoRun(rounds).iterations(0, 1).cells(workloads * targets);
        for (int target = 1; target <= targets; target++) {
            run.target("target-" + target, "commit waits for the disk: yes");
        }
        int number = 0;
        for (int workload = 1; workload <= workloads; workload++) {
            for (int target = 1; target <= targets; target++) {
                number++;
                PlannedCell cell = new PlannedCell(
                        number, "target-" + target, "workload-" + workload, "one row", Map.of("batchSize", "100"));
                run.cell(
                        cell,
                        Level.throughput(1000.0 * workload * (1 + 0.02 * target), 0.02)
                                .counting("rows", 100),
                        okRounds);
            }
        }
        return run.build();
    }

    private static double score(int cell) {
        return 1000.0 * (1 + 0.01 * cell);
    }

    /** Returns the default counters of a fork and the processes of a server, see docs/what-is-recorded.md. */
    private static Map<String, Sample.Metric> counters(double score, Random random) {
        Map<String, Sample.Metric> metrics = new TreeMap<>();
        for (String name : new String[] {"client.allocated-bytes", "process.bytes-read", "process.bytes-written"}) {
            metrics.put(name, new Sample.Metric(1000 * random.nextDouble(), "bytes/op"));
        }
        for (String name : new String[] {"client.cpu-time", "client.gc-time", "process.cpu-time"}) {
            metrics.put(name, new Sample.Metric(random.nextDouble(), "ms/op"));
        }
        metrics.put("client.gc-count", new Sample.Metric(0.01 * random.nextDouble(), "count/op"));
        metrics.put("process.memory", new Sample.Metric(1e8 * random.nextDouble(), "bytes"));
        metrics.put("rows", new Sample.Metric(100 * score, "ops/s"));
        return metrics;
    }
}

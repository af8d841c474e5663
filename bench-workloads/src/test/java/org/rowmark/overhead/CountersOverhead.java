package org.rowmark.overhead;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rowmark.options.CounterMode;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Warmups;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.run.output.RunListener;

/**
 * The workload {@code point-select} with counters and without, on several databases. Each round is two ordinary runs of
 * one round each.
 */
final class CountersOverhead {
    private static final List<String> TARGETS = List.of("h2", "postgresql", "mariadb", "firebird");
    private static final Duration ITERATION = Duration.ofSeconds(1);
    private static final int ITERATIONS = 3;

    private final Map<String, PairedValues> scores = new LinkedHashMap<>();

    /** From the announcement of an iteration to the arrival of its result: the readings lie in it. */
    private final Map<String, PairedValues> lengths = new LinkedHashMap<>();

    private final long seed;

    private CountersOverhead(long seed) {
        this.seed = seed;
        for (String target : TARGETS) {
            scores.put(target, new PairedValues(target + " score", "on", "off", "ops/s"));
            lengths.put(target, new PairedValues(target + " iteration", "on", "off", "s"));
        }
    }

    static void measure(int rounds, long seed) throws IOException {
        CountersOverhead overhead = new CountersOverhead(seed);
        List<Boolean> onBegins = PairedValues.firstBegins(rounds, seed);
        for (int round = 1; round <= rounds; round++) {
            boolean isOnFirst = onBegins.get(round - 1);
            overhead.run(round, isOnFirst);
            overhead.run(round, !isOnFirst);
            for (String target : TARGETS) {
                overhead.scores.get(target).print(round);
            }
        }
        overhead.scores.values().forEach(PairedValues::print);
        overhead.lengths.values().forEach(PairedValues::print);
    }

    private void run(int round, boolean isOn) throws IOException {
        try (Scratch scratch = Scratch.create()) {
            RunRecord record = Runs.complete(options(round, isOn, scratch.path()), RunListener.NONE);
            for (PlannedCell cell : record.manifest().cells()) {
                List<Sample> samples = record.samples().stream()
                        .filter(sample -> sample.cell() == cell.number() && !sample.warmup())
                        .toList();
                put(
                        scores,
                        cell,
                        round,
                        isOn,
                        samples.stream().map(Sample::score).toList());
                put(
                        lengths,
                        cell,
                        round,
                        isOn,
                        samples.stream().map(CountersOverhead::seconds).toList());
            }
        }
    }

    private RunOptions options(int round, boolean isOn, Path directory) {
        return RunOptions.NONE
                .workloads(List.of("point-select"))
                .targets(TARGETS)
                .parameters(Map.of("rows", List.of("1000")))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.WARMUPS, Warmups.of(1))
                .with(RunOption.WARMUP_TIME, ITERATION)
                .with(RunOption.ITERATIONS, ITERATIONS)
                .with(RunOption.TIME, ITERATION)
                .with(RunOption.SEED, seed + round)
                .with(RunOption.COUNTERS, isOn ? CounterMode.ON : CounterMode.OFF)
                .with(RunOption.OUT, directory.resolve("out"))
                .with(RunOption.DATA_DIR, directory.resolve("data"));
    }

    private static double seconds(Sample sample) {
        return Duration.between(sample.start(), sample.end()).toNanos() / 1e9;
    }

    private static void put(
            Map<String, PairedValues> values, PlannedCell cell, int round, boolean isOn, List<Double> ofIterations) {
        PairedValues ofTarget = values.get(cell.target());
        double median = PairedValues.median(ofIterations);
        if (isOn) {
            ofTarget.putFirst(round, median);
        } else {
            ofTarget.putSecond(round, median);
        }
    }
}

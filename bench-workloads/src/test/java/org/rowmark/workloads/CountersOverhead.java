package org.rowmark.workloads;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rowmark.db.Targets;
import org.rowmark.options.CounterMode;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.run.output.RunListener;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.workload.Workloads;

/**
 * Compares {@code point-select} with counters and without, in paired rounds on several databases: {@code
 * docs/overhead.md} says how to run it. Each round is two ordinary runs of one round each.
 */
public final class CountersOverhead {
    private static final List<String> TARGETS = List.of("h2", "postgresql", "mariadb", "firebird");
    private static final Duration ITERATION = Duration.ofSeconds(1);
    private static final int ITERATIONS = 3;

    private final Map<String, Map<Integer, Double>> scoresOn = new LinkedHashMap<>();
    private final Map<String, Map<Integer, Double>> scoresOff = new LinkedHashMap<>();
    private final Map<String, Map<Integer, Double>> windowsOn = new LinkedHashMap<>();
    private final Map<String, Map<Integer, Double>> windowsOff = new LinkedHashMap<>();
    private final long seed;

    private CountersOverhead(long seed) {
        this.seed = seed;
    }

    /**
     * Measures and prints the ratios on/off.
     *
     * @param arguments number of rounds, seed of the order and of the data
     */
    public static void main(String[] arguments) throws IOException {
        int rounds = Integer.parseInt(arguments[0]);
        CountersOverhead overhead = new CountersOverhead(Long.parseLong(arguments[1]));
        overhead.measure(rounds);
        TARGETS.forEach(overhead::print);
        System.exit(0); // what keeps drivers' threads alive is no business of this tool
    }

    private void measure(int rounds) throws IOException {
        List<Boolean> onFirst = Overheads.order(rounds, seed);
        for (int round = 1; round <= rounds; round++) {
            boolean isOnFirst = onFirst.get(round - 1);
            for (boolean isOn : new boolean[] {isOnFirst, !isOnFirst}) {
                try (Overheads.Scratch scratch = Overheads.Scratch.create()) {
                    run(round, isOn, scratch.path());
                }
            }
            System.out.printf("round %2d done, %s first%n", round, isOnFirst ? "on" : "off");
        }
    }

    private void run(int round, boolean isOn, Path directory) throws IOException {
        RunOptions options = RunOptions.NONE
                .workloads(List.of("point-select"))
                .targets(TARGETS)
                .parameters(Map.of("rows", List.of("1000")))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.WARMUPS, 1)
                .with(RunOption.WARMUP_TIME, ITERATION)
                .with(RunOption.ITERATIONS, ITERATIONS)
                .with(RunOption.TIME, ITERATION)
                .with(RunOption.SEED, seed + round)
                .with(RunOption.COUNTERS, isOn ? CounterMode.ON : CounterMode.OFF)
                .with(RunOption.OUT, directory.resolve("out"))
                .with(RunOption.DATA_DIR, directory.resolve("data"));
        RunRequest request = RunRequest.resolve(options, Workloads.all(), Targets.builtIn());
        RunRecord record = BenchmarkRun.run(Plan.of(request), RunListener.NONE);
        if (record.count(Outcome.FAILED) > 0) {
            throw new IllegalStateException("a cell failed: "
                    + record.outcomes().stream()
                            .map(CellOutcome::reason)
                            .filter(reason -> !reason.isEmpty())
                            .findFirst()
                            .orElse(""));
        }
        for (PlannedCell cell : record.manifest().cells()) {
            List<Sample> samples = record.samples().stream()
                    .filter(sample -> sample.cell() == cell.number() && !sample.warmup())
                    .toList();
            put(isOn ? scoresOn : scoresOff, cell, round, samples.stream().map(Sample::score));
            put(isOn ? windowsOn : windowsOff, cell, round, samples.stream().map(CountersOverhead::seconds));
        }
    }

    /** From the announcement of an iteration to the arrival of its result: the readings lie in it. */
    private static double seconds(Sample sample) {
        return Duration.between(sample.start(), sample.end()).toNanos() / 1e9;
    }

    private static void put(
            Map<String, Map<Integer, Double>> values, PlannedCell cell, int round, Stream<Double> ofIterations) {
        values.computeIfAbsent(cell.target(), target -> new TreeMap<>())
                .put(round, Overheads.median(ofIterations.toList()));
    }

    private void print(String target) {
        Comparison score = Comparison.paired(scoresOff.get(target), scoresOn.get(target), Better.HIGHER);
        Comparison window = Comparison.paired(windowsOff.get(target), windowsOn.get(target), Better.HIGHER);
        System.out.printf(
                Locale.ROOT,
                "%-10s score on/off %.4f, 95%% interval %.4f to %.4f; iteration on/off %.4f, %.4f to %.4f; %d rounds%n",
                target,
                score.ratio(),
                score.low(),
                score.high(),
                window.ratio(),
                window.low(),
                window.high(),
                score.n());
    }
}

package org.rowmark.workloads;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.runner.CompilerHints;
import org.rowmark.db.Targets;
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
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Workspace;
import org.rowmark.workload.Workloads;

/**
 * Compares {@code point-select} on H2 in memory through the suite with {@link BareLoop}, in paired rounds: {@code
 * docs/overhead.md} says how to run it. The suite's side is an ordinary run; the bare loop has its turn before or after
 * the suite's cell of the same round, while no fork is up, under the run's own lock.
 */
public final class Overhead implements RunListener {
    private static final String TARGET = "h2-mem";
    private static final int ROWS = 10_000;
    private static final int WARMUPS = 6;
    private static final int ITERATIONS = 5;
    private static final int MILLIS = 400;

    private final List<String> bareCommand;
    private final List<Boolean> bareFirst;
    private final Map<Integer, Double> bare = new TreeMap<>();
    private final Map<Integer, Double> suite = new TreeMap<>();
    private final List<Double> iterations = new ArrayList<>();

    private Overhead(List<String> bareCommand, List<Boolean> bareFirst) {
        this.bareCommand = bareCommand;
        this.bareFirst = bareFirst;
    }

    /**
     * Measures and prints the ratio suite/bare.
     *
     * @param arguments number of rounds, seed of the data and of the order
     */
    public static void main(String[] arguments) throws IOException {
        int rounds = Integer.parseInt(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        BareLoop.Work work = new BareLoop.Work(seed, ROWS, WARMUPS, ITERATIONS, MILLIS);
        Overhead overhead = new Overhead(bareCommand(work), Overheads.order(rounds, seed));
        RunRecord record = BenchmarkRun.run(Plan.of(request(rounds, work)), overhead);
        if (record.count(Outcome.FAILED) > 0) {
            throw new IllegalStateException(
                    "the suite's cell failed: " + record.summaries().get(1).reason());
        }
        overhead.print();
    }

    private static RunRequest request(int rounds, BareLoop.Work work) {
        Duration time = Duration.ofMillis(work.millis());
        RunOptions options = RunOptions.NONE
                .workloads(List.of("point-select"))
                .targets(List.of(TARGET))
                .parameters(Map.of("rows", List.of("" + work.rows())))
                .with(RunOption.ROUNDS, rounds)
                .with(RunOption.WARMUPS, work.warmups())
                .with(RunOption.WARMUP_TIME, time)
                .with(RunOption.ITERATIONS, work.iterations())
                .with(RunOption.TIME, time)
                .with(RunOption.THREADS, 1)
                .with(RunOption.SEED, work.seed());
        return RunRequest.resolve(options, Workloads.all(), Targets.builtIn());
    }

    /** The command line that JMH gives its fork, with another main class. */
    private static List<String> bareCommand(BareLoop.Work work) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        CompilerHints.addCompilerHints(words);
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), BareLoop.class.getName()));
        words.addAll(Arrays.asList(work.words()));
        words.add(endpoint().url());
        return words;
    }

    /** The one that the suite's fork gets. */
    private static Endpoint endpoint() throws IOException {
        Path unused = Path.of("unused");
        return H2Runs.database()
                .launcher()
                .start(Targets.builtIn().named(TARGET), new Workspace(unused, unused))
                .endpoint();
    }

    @Override
    public void cellStarted(int round, PlannedCell cell) {
        iterations.clear();
        if (bareFirst.get(round - 1)) {
            bare.put(round, runBare());
        }
    }

    @Override
    public void sampled(PlannedCell cell, Sample sample) {
        if (!sample.warmup()) {
            iterations.add(sample.score());
        }
    }

    @Override
    public void cellEnded(PlannedCell cell, CellOutcome outcome) {
        int round = outcome.round();
        suite.put(round, Overheads.median(iterations));
        if (!bareFirst.get(round - 1)) {
            bare.put(round, runBare());
        }
        System.out.printf(
                Locale.ROOT,
                "round %2d: suite %.0f, bare %.0f ops/s, ratio %.4f, %s first%n",
                round,
                suite.get(round),
                bare.get(round),
                suite.get(round) / bare.get(round),
                bareFirst.get(round - 1) ? "bare" : "suite");
    }

    private double runBare() {
        try {
            Process process = new ProcessBuilder(bareCommand)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exitCode = process.waitFor();
            if (exitCode != 0) {
                throw new IllegalStateException("the bare loop ended with exit code " + exitCode);
            }
            return Overheads.median(printed.lines().map(Double::valueOf).collect(Collectors.toList()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void print() {
        Comparison comparison = Comparison.paired(bare, suite, Better.HIGHER);
        System.out.printf(
                Locale.ROOT,
                "median of rounds: suite %.0f, bare %.0f ops/s%n"
                        + "ratio of medians %.4f; paired ratio %.4f, 95%% interval %.4f to %.4f, %d rounds%n",
                Overheads.median(suite.values()),
                Overheads.median(bare.values()),
                Overheads.median(suite.values()) / Overheads.median(bare.values()),
                comparison.ratio(),
                comparison.low(),
                comparison.high(),
                comparison.n());
    }
}

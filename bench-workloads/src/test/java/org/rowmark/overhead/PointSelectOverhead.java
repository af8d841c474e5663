package org.rowmark.overhead;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.runner.CompilerHints;
import org.rowmark.db.Databases;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.Sample;
import org.rowmark.run.output.RunListener;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Workspace;

/**
 * The workload {@code point-select} on H2 in memory through the suite, and {@link BareLoop}. The suite's side is an
 * ordinary run; the bare loop has its turn before or after the suite's cell of the same round, while no fork is up, under
 * the run's own lock.
 */
final class PointSelectOverhead implements RunListener {
    private static final String TARGET = "h2-mem";
    private static final int ROWS = 10_000;
    private static final int WARMUPS = 6;
    private static final int ITERATIONS = 5;
    private static final int MILLIS = 400;

    private final List<String> bareCommand;
    private final List<Boolean> suiteBegins;
    private final PairedValues speeds = new PairedValues("point-select", "suite", "bare", "ops/s");
    private final List<Double> iterations = new ArrayList<>();

    private PointSelectOverhead(List<String> bareCommand, List<Boolean> suiteBegins) {
        this.bareCommand = bareCommand;
        this.suiteBegins = suiteBegins;
    }

    static void measure(int rounds, long seed) throws IOException {
        BareLoop.Work work = new BareLoop.Work(seed, ROWS, WARMUPS, ITERATIONS, MILLIS);
        PointSelectOverhead overhead =
                new PointSelectOverhead(bareCommand(work), PairedValues.firstBegins(rounds, seed));
        try (Scratch scratch = Scratch.create()) {
            Runs.complete(options(rounds, work, scratch.path().resolve("out")), overhead);
        }
        overhead.speeds.print();
    }

    private static RunOptions options(int rounds, BareLoop.Work work, Path out) {
        Duration time = Duration.ofMillis(work.millis());
        return RunOptions.NONE
                .workloads(List.of("point-select"))
                .targets(List.of(TARGET))
                .parameters(Map.of("rows", List.of("" + work.rows())))
                .with(RunOption.ROUNDS, rounds)
                .with(RunOption.WARMUPS, work.warmups())
                .with(RunOption.WARMUP_TIME, time)
                .with(RunOption.ITERATIONS, work.iterations())
                .with(RunOption.TIME, time)
                .with(RunOption.THREADS, 1)
                .with(RunOption.SEED, work.seed())
                .with(RunOption.OUT, out);
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
        return Databases.named("h2")
                .launcher()
                .start(Targets.builtIn().named(TARGET), new Workspace(unused, unused))
                .endpoint();
    }

    @Override
    public void cellStarted(int round, PlannedCell cell) {
        iterations.clear();
        if (!suiteBegins.get(round - 1)) {
            speeds.putSecond(round, runBare());
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
        speeds.putFirst(round, PairedValues.median(iterations));
        if (suiteBegins.get(round - 1)) {
            speeds.putSecond(round, runBare());
        }
        speeds.print(round);
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
            return PairedValues.median(printed.lines().map(Double::valueOf).collect(Collectors.toList()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}

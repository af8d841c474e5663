package org.rowmark.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.rowmark.result.AaResult;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;
import org.rowmark.util.LatencyHistogram;

/**
 * A builder of run records with invented values: seeded noise around a given level, with a drift that all cells share.
 */
public final class DemoRun {
    private static final Instant START = Instant.parse("2026-11-20T08:00:00Z");
    private static final int WARMUPS = 3;
    private static final int ITERATIONS = 5;

    private int warmups = WARMUPS;
    private int iterations = ITERATIONS;
    private long roundSeconds = 600;
    private final Random random = new Random(42);
    private final int rounds;
    private final List<TargetFacts> targets = new ArrayList<>();
    private final List<PlannedCell> cells = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();
    private final List<CellOutcome> outcomes = new ArrayList<>();
    private String question = "Does MariaDB keep up with PostgreSQL on this machine?";
    private String command = "java -jar bench-cli.jar run --target postgresql,mariadb --rounds 10";
    private final List<AaResult.AaRow> noise = new ArrayList<>();
    private String protocol = "mean";
    private int threads = 8;
    private String load = MeasurementMethod.CLOSED_LOOP;
    private List<String> varied = List.of();
    private Optional<String> design = Optional.empty();
    private Manifest.Status status = Manifest.Status.COMPLETE;

    public DemoRun(int rounds) {
        this.rounds = rounds;
    }

    /** Sets the length of a round: ten seconds for each cell and as much again. */
    DemoRun cells(int cells) {
        roundSeconds = 20L * cells;
        return this;
    }

    /** Sets the iterations of each round. */
    DemoRun iterations(int ofWarmup, int measured) {
        warmups = ofWarmup;
        iterations = measured;
        return this;
    }

    DemoRun question(String text) {
        question = text;
        return this;
    }

    DemoRun command(String text) {
        command = text;
        return this;
    }

    /** Sets the noise floor of the machine. */
    public DemoRun noiseFloor(AaResult.AaRow row) {
        noise.add(row);
        return this;
    }

    public DemoRun protocol(String id) {
        protocol = id;
        return this;
    }

    DemoRun threads(int number) {
        threads = number;
        return this;
    }

    /** Sets what decides when an operation begins. */
    DemoRun load(String words) {
        load = words;
        return this;
    }

    /** Sets the names of the settings in which the targets differ. */
    DemoRun varied(String... names) {
        varied = List.of(names);
        return this;
    }

    /** Sets the words on the combinations that are measured. */
    public DemoRun design(String words) {
        design = Optional.of(words);
        return this;
    }

    DemoRun status(Manifest.Status newStatus) {
        status = newStatus;
        return this;
    }

    DemoRun target(TargetFacts facts) {
        targets.add(facts);
        return this;
    }

    /** Returns a target of which only name and durability matter. */
    public DemoRun target(String name, String durability) {
        return target(new TargetFacts(
                name,
                "h2",
                "H2",
                "embedded",
                "jdbc:h2:mem:" + name,
                "2.5.252",
                "H2 JDBC Driver 2.5.252",
                List.of(new TargetFacts.DriverJar("h2-2.5.252.jar", "0".repeat(64))),
                durability,
                Map.of(),
                Map.of(),
                Set.of(),
                Map.of(),
                "embedded",
                Optional.empty(),
                TargetEnvironment.UNKNOWN));
    }

    /** Adds a cell that was measured in the first {@code okRounds} rounds. */
    public DemoRun cell(PlannedCell cell, Level level, int okRounds) {
        cells.add(cell);
        for (int round = 1; round <= okRounds; round++) {
            Instant start = START.plusSeconds(
                    roundSeconds * round + 10L * (round % 2 == 0 ? cell.number() : roundSeconds / 12 - cell.number()));
            double machine = 1 - 0.004 * round;
            double fork = level.score() * machine * Math.exp(level.noise() * random.nextGaussian());
            for (int i = 1; i <= warmups; i++) {
                samples.add(sample(round, cell.number(), true, i, start.plusSeconds(i), level, fork * 0.4));
            }
            for (int i = 1; i <= iterations; i++) {
                double value = fork * Math.exp(0.01 * random.nextGaussian());
                samples.add(sample(round, cell.number(), false, i, start.plusSeconds(warmups + i), level, value));
            }
            outcomes.add(new CellOutcome(round, cell.number(), Outcome.OK, "", start, start.plusSeconds(9), 0));
        }
        return this;
    }

    public DemoRun cell(PlannedCell cell, Level level) {
        return cell(cell, level, rounds);
    }

    /** Sets the outcome of the last cell in the rounds in which it was not measured. */
    public DemoRun but(Outcome outcome, String reason) {
        int cell = cells.get(cells.size() - 1).number();
        int done = (int) outcomes.stream().filter(o -> o.cell() == cell).count();
        for (int round = done + 1; round <= rounds; round++) {
            outcomes.add(new CellOutcome(round, cell, outcome, reason, START, START, 0));
        }
        return this;
    }

    public RunRecord build() {
        Optional<Instant> finished = status == Manifest.Status.RUNNING
                ? Optional.empty()
                : Optional.of(START.plusSeconds(600L * rounds + 437));
        Environment environment = new Environment(
                "bench-01",
                "AMD EPYC 7443P 24-Core Processor",
                24,
                137_438_953_472L,
                "Debian GNU/Linux 13 (trixie), kernel 6.12.41",
                "OpenJDK 17.0.15+6, Eclipse Adoptium",
                "ext4 on /srv (nvme0n1p2)",
                Map.of());
        Manifest.Sampling sampling = new Manifest.Sampling(
                WARMUPS,
                1000,
                ITERATIONS,
                2000,
                "round",
                threads,
                "HikariCP, 8 connections, prepared statements cached by the driver");
        Manifest manifest = new Manifest(
                Manifest.FORMAT,
                "0.1.0",
                new Manifest.Progress(
                        status,
                        START,
                        finished,
                        rounds,
                        status == Manifest.Status.COMPLETE ? "PLANNED" : "",
                        Optional.empty(),
                        List.of(),
                        List.of()),
                new Manifest.Request(
                        question,
                        command,
                        7221,
                        targets.get(0).name(),
                        Optional.empty(),
                        varied,
                        design,
                        Optional.empty()),
                sampling,
                new MeasurementMethod(
                        rounds,
                        MeasurementMethod.DEFAULT_MARGIN,
                        Optional.empty(),
                        RoundOrder.INTERLEAVED,
                        protocol,
                        load,
                        false),
                environment,
                targets,
                cells,
                noise.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new AaResult(START, "bench-01", 10, "0.1.0", Optional.of(sampling), noise)),
                List.of());
        return SamplesInMemory.record(manifest, samples, outcomes);
    }

    private static Sample sample(
            int round, int cell, boolean warmup, int iteration, Instant start, Level level, double value) {
        return new Sample(
                round,
                cell,
                warmup,
                iteration,
                start,
                start.plusSeconds(1),
                level.mode(),
                value,
                level.unit(),
                1000,
                level.secondary(value),
                level.isTimed() ? times(value, 7919L * cell + 31L * round + iteration) : "",
                0,
                Map.of());
    }

    /** Returns a thousand times around a mean in milliseconds. */
    private static String times(double mean, long seed) {
        Random single = new Random(seed);
        Histogram times = LatencyHistogram.empty();
        for (int i = 0; i < 1000; i++) {
            times.recordValue((long) (1e6 * mean * Math.exp(0.5 * single.nextGaussian() - 0.125)));
        }
        return LatencyHistogram.encode(times);
    }
}

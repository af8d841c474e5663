package org.rowmark.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.rowmark.report.model.View;
import org.rowmark.report.section.Publication;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.PublishedFigures;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;
import org.rowmark.util.LatencyHistogram;

/**
 * A made-up run of the study page-fill at scale 0.02: four databases that report very different counters, five
 * rounds. Every number is invented.
 */
public final class PageFillDemo {
    public static final int ROUNDS = 5;
    public static final int STATEMENTS = 2560;
    static final double ROWS = 8 * STATEMENTS;
    static final double PAYLOAD = 8000 * ROWS;

    private static final Instant START = Instant.parse("2026-11-20T08:00:00Z");
    private static final Path PUBLISHED = Path.of("../bench-workloads/src/main/resources/published");

    private final Random random;
    private final String host;
    private final String system;
    private final List<PlannedCell> cells = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();
    private final List<CellOutcome> outcomes = new ArrayList<>();
    private List<String> targets = List.of("mariadb", "postgresql", "firebird", "h2");
    private List<String> payloads = List.of("random");
    private boolean hasFileCounters;

    private PageFillDemo(long seed, String host, String system) {
        random = new Random(seed);
        this.host = host;
        this.system = system;
    }

    public static RunRecord run() {
        return here().whole();
    }

    private static PageFillDemo here() {
        return new PageFillDemo(11, "bench-01", "Debian GNU/Linux 13, kernel 6.12.41");
    }

    /** Returns the view of a run of one database. */
    public static View viewOf(String target, String... payloads) {
        PageFillDemo demo = here();
        demo.targets = List.of(target);
        demo.payloads = List.of(payloads);
        return view(demo.whole());
    }

    /** Returns the run with counters of each file of MariaDB. */
    public static RunRecord runWithFiles() {
        PageFillDemo demo = here();
        demo.hasFileCounters = true;
        return demo.whole();
    }

    /** Returns the same plan, measured on another machine. */
    public static RunRecord on(String host, String system) {
        return new PageFillDemo((host + system).hashCode(), host, system).whole();
    }

    /** Returns the view of the run with the published figures. */
    public static View view() {
        return view(run());
    }

    public static View view(RunRecord run) {
        return Demos.view(run, publications(run), ReportOptions.NONE);
    }

    static List<Publication> publications(RunRecord run) {
        return run.manifest().published().stream()
                .map(figures -> new Publication(figures, text(figures.file())))
                .toList();
    }

    private static String text(String file) {
        try {
            return Files.readString(PUBLISHED.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RunRecord whole() {
        for (String target : targets) {
            for (String payload : payloads) {
                cells.add(new PlannedCell(
                        cells.size() + 1,
                        target,
                        "page-fill",
                        "as many statements of eight rows as the scale requires, then a checkpoint",
                        Map.of("payload", payload)));
            }
        }
        for (int round = 1; round <= ROUNDS; round++) {
            double machine = Math.exp(0.02 * random.nextGaussian());
            for (PlannedCell cell : cells) {
                int place = round % 2 == 0 ? cell.number() : cells.size() - cell.number();
                Instant start = START.plusSeconds(1000L * round + 200L * place);
                samples.add(sample(cell, round, start, machine));
                outcomes.add(
                        new CellOutcome(round, cell.number(), Outcome.OK, "", start, start.plusSeconds(60), round));
            }
        }
        return SamplesInMemory.record(manifest(), samples, outcomes);
    }

    private Sample sample(PlannedCell cell, int round, Instant start, double machine) {
        PageFillCounters counters = new PageFillCounters(random);
        double speed = counters.add(cell.target());
        double fill = speed * counters.noise(machine);
        double checkpoint = 0.12 * speed * counters.noise(machine);
        counters.put("phase.fill", fill, "s");
        counters.put("phase.checkpoint", checkpoint, "s");
        counters.put("statements", STATEMENTS, "count");
        counters.put("rows", ROWS, "count");
        counters.put("payload", PAYLOAD, "B");
        counters.client();
        if (hasFileCounters) {
            counters.files(round);
        }
        return new Sample(
                round,
                cell.number(),
                false,
                1,
                start,
                start.plusSeconds(50),
                "ss",
                fill + checkpoint + 0.01,
                "s/op",
                1,
                counters.reported(),
                times(fill, round),
                0,
                Map.of());
    }

    /** Returns a time for each statement, around their mean. */
    private String times(double fill, int round) {
        Random single = new Random(7919L * round);
        Histogram times = LatencyHistogram.empty();
        for (int i = 0; i < STATEMENTS; i++) {
            times.recordValue((long) (1e9 * fill / STATEMENTS * Math.exp(0.4 * single.nextGaussian() - 0.08)));
        }
        return LatencyHistogram.encode(times);
    }

    private Manifest manifest() {
        return new Manifest(
                Manifest.FORMAT,
                "0.1.0",
                new Manifest.Progress(
                        Manifest.Status.COMPLETE,
                        START,
                        Optional.of(START.plusSeconds(6_437)),
                        ROUNDS,
                        "PLANNED",
                        Optional.empty(),
                        List.of(),
                        List.of()),
                new Manifest.Request(
                        "How fast do pages get written?",
                        "java -jar bench-cli.jar run --study page-fill --target mariadb,postgresql,firebird,h2 --scale 0.02",
                        7221,
                        targets.get(0),
                        Optional.of(0.02),
                        List.of(),
                        Optional.empty(),
                        Optional.empty()),
                new Manifest.Sampling(0, 0, 1, 0, "round", 1, "none"),
                new MeasurementMethod(
                        ROUNDS,
                        MeasurementMethod.DEFAULT_MARGIN,
                        Optional.empty(),
                        RoundOrder.INTERLEAVED,
                        "mean",
                        MeasurementMethod.CLOSED_LOOP,
                        false),
                new Environment(
                        host,
                        "AMD EPYC 7443P",
                        24,
                        1L << 37,
                        system,
                        "OpenJDK 17",
                        "ext4 on /srv",
                        Map.of(
                                "clock source", "tsc",
                                "governor", "performance",
                                "mount options", "rw,noatime",
                                "transparent huge pages", "madvise")),
                Stream.of(
                                target(
                                        "mariadb",
                                        "MariaDB",
                                        "local",
                                        "11.4.5",
                                        Map.of("innodb_buffer_pool_size", "4G")),
                                target("postgresql", "PostgreSQL", "local", "18.1", Map.of("shared_buffers", "4GB")),
                                target("firebird", "Firebird", "local", "5.0.2", Map.of()),
                                target("h2", "H2", "embedded", "2.5.252", Map.of()))
                        .filter(target -> targets.contains(target.name()))
                        .toList(),
                cells,
                Optional.empty(),
                List.of(
                        new PublishedFigures(
                                "page-fill.csv",
                                "Eight rows a statement, SQL Server on Linux and on Windows",
                                Optional.empty()),
                        new PublishedFigures("page-fill-means.csv", "The published means", Optional.empty())));
    }

    private TargetFacts target(
            String name, String product, String server, String version, Map<String, String> changed) {
        boolean isEmbedded = server.equals("embedded");
        return new TargetFacts(
                name,
                name,
                product,
                server,
                "jdbc:" + name + ":x",
                product + " " + version,
                product + " driver",
                List.of(),
                "commit waits for the disk: yes",
                Map.of(),
                Map.of("page size", name.equals("mariadb") ? "16384" : "8192"),
                Set.of(),
                Map.of(),
                "",
                Optional.empty(),
                new TargetEnvironment(
                        Map.of("host", host, "os", system),
                        Map.of(
                                "round trip",
                                isEmbedded ? "0.9 µs" : "48.1 µs",
                                "connect",
                                "3.2 ms",
                                "tcpNoDelay",
                                "on"),
                        changed,
                        Map.of()));
    }
}

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
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Environment;
import org.rowmark.result.LatencyHistogram;
import org.rowmark.result.Manifest;
import org.rowmark.result.Method;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.PublishedFigures;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;

/**
 * A made-up run of the study page-fill at scale 0.02: four databases that tell very different things of themselves, five
 * rounds. MariaDB tells all of data files and log, PostgreSQL the log without its reads, Firebird no times, H2 sizes only.
 * Every number is invented.
 */
final class PageFillDemo {
    static final int ROUNDS = 5;
    static final int STATEMENTS = 2560;
    static final double ROWS = 8 * STATEMENTS;
    static final double PAYLOAD = 8000 * ROWS;

    private static final Instant START = Instant.parse("2026-11-20T08:00:00Z");
    private static final Path PUBLISHED = Path.of("../bench-workloads/src/main/resources/published");
    private static final String BYTES = "bytes/op";
    private static final String COUNT = "count/op";
    private static final String MILLIS = "ms/op";

    private final Random random;
    private final String host;
    private final String system;
    private final List<PlannedCell> cells = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();
    private final List<CellOutcome> outcomes = new ArrayList<>();
    private Map<String, Sample.Metric> told = Map.of();

    private PageFillDemo(long seed, String host, String system) {
        random = new Random(seed);
        this.host = host;
        this.system = system;
    }

    static RunRecord run() {
        return new PageFillDemo(11, "bench-01", "Debian GNU/Linux 13, kernel 6.12.41").whole();
    }

    /** The same plan on another machine. */
    static RunRecord on(String host, String system) {
        return new PageFillDemo((host + system).hashCode(), host, system).whole();
    }

    /** The run with the figures that it is set beside. */
    static View view() {
        RunRecord run = run();
        return View.of(run, publications(run), ReportOptions.NONE);
    }

    static List<Publication> publications(RunRecord run) {
        return run.manifest().published().stream()
                .map(figures -> Publication.parse(figures, text(figures.file())))
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
        List<String> names = List.of("mariadb", "postgresql", "firebird", "h2");
        for (String name : names) {
            cells.add(new PlannedCell(
                    cells.size() + 1,
                    name,
                    "page-fill",
                    "as many statements of eight rows as the scale asks for, then a checkpoint",
                    Map.of("payload", "random")));
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
        return new RunRecord(manifest(), samples, outcomes);
    }

    private Sample sample(PlannedCell cell, int round, Instant start, double machine) {
        told = new TreeMap<>();
        double speed = switch (cell.target()) {
            case "mariadb" -> mariadb();
            case "postgresql" -> postgresql();
            case "firebird" -> firebird();
            default -> h2();
        };
        double fill = speed * noise(machine);
        double checkpoint = 0.12 * speed * noise(machine);
        put("phase.fill", fill, "s");
        put("phase.checkpoint", checkpoint, "s");
        put("statements", STATEMENTS, "count");
        put("rows", ROWS, "count");
        put("payload", PAYLOAD, "B");
        put("client.cpu-time", 900 * noise(1), MILLIS);
        put("client.allocated-bytes", 310e6 * noise(1), BYTES);
        put("client.gc-time", 12 * noise(1), MILLIS);
        put("client.gc-count", 3, COUNT);
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
                told,
                times(fill, round));
    }

    private double mariadb() {
        file("data", 14, 229_000, 20, 11_200, 2.05 * PAYLOAD, 9_800);
        file("log", 3, 12_288, 0, 2_900, 1.09 * PAYLOAD, 6_200);
        put("data.syncs", 410, COUNT);
        put("data.size", 1.05 * PAYLOAD, "bytes");
        put("log.size", 100_663_296, "bytes");
        put("server.row-lock-waits", 0, COUNT);
        process(5_400, 3.2);
        put("rows-per-page", 1, "count");
        put("client.cpu-load", 11 * noise(1), "%");
        return 11;
    }

    private double postgresql() {
        file("data", 6, 49_152, 1, 20_600, 1.04 * PAYLOAD, 2_100);
        put("log.writes", 2_600 * noise(1), COUNT);
        put("log.bytes-written", 1.06 * PAYLOAD * noise(1), BYTES);
        put("log.write-time", 5_000 * noise(1), MILLIS);
        put("temp.bytes-written", 0, BYTES);
        put("data.size", 1.03 * PAYLOAD, "bytes");
        put("server.transactions", STATEMENTS + 4, COUNT);
        process(4_100, 2.15);
        put("rows-per-page", 1, "count");
        put("client.cpu-load", 14 * noise(1), "%");
        return 8;
    }

    private double firebird() {
        put("data.reads", 310 * noise(1), COUNT);
        put("data.writes", 23_000 * noise(1), COUNT);
        put("data.bytes-written", 23_000 * 8192.0 * noise(1), BYTES);
        put("data.size", 1.12 * PAYLOAD, "bytes");
        process(3_000, 1.2);
        put("client.cpu-load", 86 * noise(1), "%");
        return 14;
    }

    private double h2() {
        put("data.size", 1.4 * PAYLOAD, "bytes");
        put("rows-per-page", 2, "count");
        put("client.cpu-load", 97, "%");
        return 5;
    }

    private void file(
            String kind, double reads, double read, double readTime, double writes, double written, double writeTime) {
        put(kind + ".reads", reads, COUNT);
        put(kind + ".bytes-read", read, BYTES);
        put(kind + ".read-time", readTime * noise(1), MILLIS);
        put(kind + ".writes", writes * noise(1), COUNT);
        put(kind + ".bytes-written", written * noise(1), BYTES);
        put(kind + ".write-time", writeTime * noise(1), MILLIS);
    }

    private void process(double cpuTime, double amplification) {
        put("process.cpu-time", cpuTime * noise(1), MILLIS);
        put("process.bytes-read", 4096, BYTES);
        put("process.bytes-written", amplification * PAYLOAD * noise(1), BYTES);
    }

    private void put(String name, double value, String unit) {
        told.put(name, new Sample.Metric(value, unit));
    }

    private double noise(double machine) {
        return machine * Math.exp(0.01 * random.nextGaussian());
    }

    /** As many times as statements, around the mean of those. */
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
                Manifest.Status.COMPLETE,
                START,
                Optional.of(START.plusSeconds(6_437)),
                "How fast do pages get written?",
                "java -jar bench-cli.jar run --study page-fill --target mariadb,postgresql,firebird,h2 --scale 0.02",
                7221,
                ROUNDS,
                0,
                0,
                1,
                0,
                "round",
                1,
                "none",
                "mariadb",
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
                List.of(
                        target("mariadb", "MariaDB", "local", "11.4.5", Map.of("innodb_buffer_pool_size", "4G")),
                        target("postgresql", "PostgreSQL", "local", "18.1", Map.of("shared_buffers", "4GB")),
                        target("firebird", "Firebird", "local", "5.0.2", Map.of()),
                        target("h2", "H2", "embedded", "2.5.252", Map.of())),
                cells,
                new Method(
                        ROUNDS,
                        Method.DEFAULT_MARGIN,
                        Optional.empty(),
                        Method.INTERLEAVED,
                        Method.MEAN,
                        Method.CLOSED_LOOP,
                        false),
                "PLANNED",
                Optional.empty(),
                List.of(
                        new PublishedFigures(
                                "page-fill.csv",
                                "Eight rows a statement, SQL Server on Linux and on Windows",
                                Optional.empty(),
                                List.of()),
                        new PublishedFigures(
                                "page-fill-means.csv", "The published means", Optional.empty(), List.of())),
                Optional.of(0.02),
                List.of(),
                Optional.empty(),
                Optional.empty());
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
                Map.of(),
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

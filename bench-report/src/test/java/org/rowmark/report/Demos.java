package org.rowmark.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.section.Publication;
import org.rowmark.result.AaResult;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;

/** The run records that the tests of the writers share. */
public final class Demos {
    private static final String POSTGRESQL = "postgresql";
    private static final String MARIADB = "mariadb";
    private static final String HUGE = "mariadb-huge-pages";
    private static final String H2 = "h2";

    private Demos() {}

    public static View view(RunRecord run, ReportOptions options) {
        return Reports.view(run, List.of(), options);
    }

    public static View view(RunRecord run, List<Publication> publications, ReportOptions options) {
        return Reports.view(run, publications, options);
    }

    public static ReportModel model(List<RunRecord> runs) {
        return model(runs, ReportOptions.NONE);
    }

    public static ReportModel model(List<RunRecord> runs, ReportOptions options) {
        return new ReportModel(runs.stream().map(run -> view(run, options)).toList());
    }

    public static ReportModel model(View view) {
        return new ReportModel(List.of(view));
    }

    /** Returns a run of ten rounds with every verdict and every outcome of a cell. */
    public static RunRecord complete() {
        DemoRun run = targets(new DemoRun(10))
                .command("java -jar bench-cli.jar run --target postgresql,mariadb,mariadb-huge-pages,h2 \\\n"
                        + "  --workload insert-batch,select-by-key,blob-read,full-text --rounds 10 --seed 7221");
        insertBatch(run);
        selectByKey(run);
        blobRead(run);
        fullText(run);
        return run.build();
    }

    /** Returns a run of two targets, three rounds, cut off in the third. */
    public static RunRecord interrupted() {
        return targets(new DemoRun(3))
                .status(Manifest.Status.INTERRUPTED)
                .cell(cell(1, POSTGRESQL, "select-by-key", Map.of()), Level.throughput(41_000, 0.02))
                .cell(cell(2, MARIADB, "select-by-key", Map.of()), Level.throughput(52_000, 0.02), 2)
                .build();
    }

    /** Returns a run of two targets, two of ten rounds so far. */
    public static RunRecord running() {
        return targets(new DemoRun(10))
                .status(Manifest.Status.RUNNING)
                .cell(cell(1, POSTGRESQL, "select-by-key", Map.of()), Level.throughput(41_000, 0.02), 2)
                .cell(cell(2, MARIADB, "select-by-key", Map.of()), Level.throughput(52_000, 0.02), 1)
                .cell(cell(3, H2, "select-by-key", Map.of()), Level.throughput(1, 0), 0)
                .build();
    }

    /** Returns a run of two targets whose single operations were timed, with counters. */
    public static RunRecord timed() {
        return new DemoRun(6)
                .noiseFloor(new AaResult.AaRow("select-by-key", "h2", 1.002, 0.99, 1.014, 0.0168, 10))
                .target("h2", "")
                .target("derby", "")
                .cell(cell(1, "h2", "select-by-key", Map.of()), Level.timed(2, 0.02))
                .cell(cell(2, "derby", "select-by-key", Map.of()), Level.timed(3, 0.02))
                .build();
    }

    /** Returns a run of two targets, one workload, three values of a parameter. */
    public static RunRecord fetchSizes() {
        DemoRun run = new DemoRun(6).target("h2", "").target("derby", "");
        int number = 0;
        for (String fetch : List.of("1", "100", "10000")) {
            double score = 100 * Math.log10(10 * Integer.parseInt(fetch));
            for (String target : List.of("h2", "derby")) {
                number++;
                run.cell(
                        cell(number, target, "cursor", Map.of("fetch", fetch)),
                        Level.throughput(target.equals("h2") ? score : score / 2, 0.02));
            }
        }
        return run.build();
    }

    /** Returns a run of two targets and one workload, all names and texts being {@code text}. */
    public static RunRecord named(String text) {
        return new DemoRun(5)
                .question(text)
                .command(text)
                .target(text, text)
                .target(text + "2", text)
                .target(text + "3", text)
                .cell(
                        new PlannedCell(1, text, text, text, Map.of(text, text)),
                        Level.throughput(10, 0.1).counting(text, 3))
                .cell(new PlannedCell(2, text + "2", text, text, Map.of(text, text)), Level.throughput(11, 0.1), 4)
                .but(Outcome.FAILED, text)
                .cell(new PlannedCell(3, text + "3", text, text, Map.of(text, text)), Level.throughput(11, 0.1), 0)
                .but(Outcome.SKIPPED, text)
                .build();
    }

    private static void insertBatch(DemoRun run) {
        Map<String, String> parameters = Map.of("batchSize", "100", "rewrite", "off");
        String name = "insert-batch";
        run.cell(
                        cell(1, POSTGRESQL, name, parameters),
                        Level.throughput(1_840, 0.02).counting("rows", 100))
                .cell(
                        cell(2, MARIADB, name, parameters),
                        Level.throughput(2_075, 0.02).counting("rows", 100))
                .cell(
                        cell(3, HUGE, name, parameters),
                        Level.throughput(1_925, 0.04).counting("rows", 100))
                .cell(
                        cell(4, H2, name, parameters),
                        Level.throughput(1_310, 0.05).counting("rows", 100));
    }

    private static void selectByKey(DemoRun run) {
        String name = "select-by-key";
        run.cell(cell(5, POSTGRESQL, name, Map.of()), Level.throughput(41_200, 0.012))
                .cell(cell(6, MARIADB, name, Map.of()), Level.throughput(41_500, 0.012))
                .cell(cell(7, HUGE, name, Map.of()), Level.throughput(43_200, 0.09), 8)
                .but(Outcome.FAILED, "the fork outlived its limit of 120 s")
                .cell(cell(8, H2, name, Map.of()), Level.throughput(1_310_000, 0.06));
    }

    private static void blobRead(DemoRun run) {
        Map<String, String> parameters = Map.of("size", "1048576");
        String name = "blob-read";
        run.cell(cell(9, POSTGRESQL, name, parameters), Level.time(3.41, 0.03).counting("MB", 1.048576))
                .cell(
                        cell(10, MARIADB, name, parameters),
                        Level.time(2.72, 0.03).counting("MB", 1.048576))
                .cell(cell(11, HUGE, name, parameters), Level.time(2.68, 0.03).counting("MB", 1.048576))
                .cell(cell(12, H2, name, parameters), Level.time(1, 0.03), 0)
                .but(Outcome.FAILED, "verification: 1048576 bytes expected, 1048320 read");
    }

    private static void fullText(DemoRun run) {
        String name = "full-text";
        run.cell(cell(13, POSTGRESQL, name, Map.of()), Level.throughput(212, 0.03))
                .cell(cell(14, MARIADB, name, Map.of()), Level.throughput(219, 0.03))
                .cell(cell(15, HUGE, name, Map.of()), Level.throughput(222, 0.03))
                .cell(cell(16, H2, name, Map.of()), Level.throughput(1, 0), 0)
                .but(Outcome.SKIPPED, "h2 has no full-text index that the dialect knows");
    }

    private static PlannedCell cell(int number, String target, String workload, Map<String, String> parameters) {
        String operation = switch (workload) {
            case "insert-batch" -> "one executeBatch of batchSize rows, then one commit";
            case "select-by-key" -> "one row by its primary key";
            case "blob-read" -> "one BLOB of size bytes, read as a stream";
            default -> "one search for two words among 100,000 documents";
        };
        boolean commits = workload.equals("insert-batch");
        return new PlannedCell(number, target, workload, operation, parameters, "", false, commits);
    }

    private static DemoRun targets(DemoRun run) {
        return run.target(new TargetFacts(
                        POSTGRESQL,
                        "postgresql",
                        "PostgreSQL",
                        "local",
                        "jdbc:postgresql://127.0.0.1:41207/rowmark",
                        "PostgreSQL 18.1 on x86_64-pc-linux-gnu",
                        "PostgreSQL JDBC Driver 42.7.14",
                        List.of(new TargetFacts.DriverJar("bench-cli.jar", "ab".repeat(32))),
                        "commit waits for the disk: yes (fsync=on, synchronous_commit=on)",
                        Map.of("shared_buffers", "6GB"),
                        Map.of("fsync", "on", "shared_buffers", "6GB", "synchronous_commit", "on"),
                        Set.of(),
                        Map.of(),
                        "loopback",
                        Optional.empty(),
                        TargetEnvironment.UNKNOWN))
                .target(mariadb(MARIADB, "off"))
                .target(mariadb(HUGE, "on"))
                .target(H2, "commit waits for the disk: no (WRITE_DELAY=500)");
    }

    private static TargetFacts mariadb(String name, String largePages) {
        return new TargetFacts(
                name,
                "mariadb",
                "MariaDB",
                "local",
                "jdbc:mysql://127.0.0.1:40113/rowmark",
                "11.4.5-MariaDB-deb12",
                "MySQL Connector/J 26.10.0",
                List.of(),
                "commit waits for the disk: yes (innodb_flush_log_at_trx_commit=1)",
                Map.of("innodb_buffer_pool_size", "6G", "large-pages", largePages),
                Map.of(
                        "innodb_buffer_pool_size",
                        "6442450944",
                        "innodb_flush_log_at_trx_commit",
                        "1",
                        "large_pages",
                        largePages),
                Set.of(),
                Map.of(),
                "loopback",
                Optional.empty(),
                TargetEnvironment.UNKNOWN);
    }
}

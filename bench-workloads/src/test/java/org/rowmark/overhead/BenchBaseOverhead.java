package org.rowmark.overhead;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Threads;
import org.rowmark.options.Warmups;
import org.rowmark.result.Sample;
import org.rowmark.targets.Endpoint;
import org.rowmark.util.Secret;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The workload {@code oltp} beside BenchBase's TPC-C on one private MariaDB, in pairs: transactions per second, and the
 * CPU time of the client for each, in both styles of the workload. BenchBase, built for MariaDB and unpacked, is in the
 * directory of the environment variable {@value #HOME}; it runs on the JVM of this process.
 */
final class BenchBaseOverhead {
    static final String HOME = "BENCHBASE_HOME";

    private static final int WAREHOUSES = 4;
    private static final int THREADS = 4;
    private static final int WARMUP_SECONDS = 10;
    private static final int SECONDS = 20;
    static final Map<String, String> SETTINGS =
            Map.of("innodb_buffer_pool_size", "1G", "innodb_flush_log_at_trx_commit", "2");
    private static final String CONFIGURATION = """
            <parameters>
                <type>MARIADB</type>
                <driver>org.mariadb.jdbc.Driver</driver>
                <url>%s</url>
                <username>%s</username>
                <password>%s</password>
                <isolation>TRANSACTION_REPEATABLE_READ</isolation>
                <batchsize>128</batchsize>
                <scalefactor>%d</scalefactor>
                <terminals>%d</terminals>
                <works><work>
                    <warmup>%d</warmup>
                    <time>%d</time>
                    <rate>unlimited</rate>
                    <weights>45,43,4,4,4</weights>
                </work></works>
                <transactiontypes>
                    <transactiontype><name>NewOrder</name></transactiontype>
                    <transactiontype><name>Payment</name></transactiontype>
                    <transactiontype><name>OrderStatus</name></transactiontype>
                    <transactiontype><name>Delivery</name></transactiontype>
                    <transactiontype><name>StockLevel</name></transactiontype>
                </transactiontypes>
            </parameters>
            """;

    /** What a side did: transactions per second, and milliseconds of CPU time for each. */
    private record Rate(double transactions, double cpu) {}

    private final Endpoint endpoint;
    private final Path directory;
    private final long seed;

    BenchBaseOverhead(Endpoint endpoint, Path directory, long seed) {
        this.endpoint = endpoint;
        this.directory = directory;
        this.seed = seed;
    }

    static void measure(int rounds, long seed) throws Exception {
        try (Scratch scratch = Scratch.create()) {
            Scratch.with(Targets.builtIn().named("mariadb").withSettings(SETTINGS), running -> {
                try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN);
                        Statement statement = connection.createStatement()) {
                    statement.execute("create database benchbase");
                }
                BenchBaseOverhead overhead = new BenchBaseOverhead(running.endpoint(), scratch.path(), seed);
                System.out.printf("BenchBase loaded %d warehouses in %.1f s%n", WAREHOUSES, overhead.load());
                for (String style : List.of("batched", "plain")) {
                    overhead.measure(style, rounds);
                }
            });
        }
    }

    private void measure(String style, int rounds) throws IOException, InterruptedException {
        PairedValues rates = new PairedValues(style, "suite", "BenchBase", "transactions/s");
        PairedValues times = new PairedValues(style, "suite", "BenchBase", "ms of client CPU per transaction");
        List<Boolean> suiteBegins = PairedValues.firstBegins(rounds, seed);
        for (int round = 1; round <= rounds; round++) {
            boolean isFirst = suiteBegins.get(round - 1);
            Rate suite = isFirst ? suite(style) : null;
            Rate other = benchBase();
            suite = isFirst ? suite : suite(style);
            rates.putFirst(round, suite.transactions);
            rates.putSecond(round, other.transactions);
            times.putFirst(round, suite.cpu);
            times.putSecond(round, other.cpu);
            rates.print(round);
            times.print(round);
        }
        rates.print();
        times.print();
    }

    private Rate suite(String style) throws IOException {
        RunOptions options = RunOptions.NONE
                .workloads(List.of("oltp"))
                .parameters(Map.of("warehouses", List.of("" + WAREHOUSES), "style", List.of(style)))
                .with(RunOption.WARMUPS, Warmups.of(1))
                .with(RunOption.WARMUP_TIME, Duration.ofSeconds(WARMUP_SECONDS))
                .with(RunOption.ITERATIONS, 1)
                .with(RunOption.TIME, Duration.ofSeconds(SECONDS))
                .with(RunOption.THREADS, Threads.of(THREADS))
                .with(RunOption.SEED, seed);
        return Runs.onServer("mariadb", url("rowmark"), endpoint, options, record -> {
            record.manifest().targets().stream()
                    .flatMap(one -> one.environment().dataOrigin().stream())
                    .forEach(origin -> System.out.println("suite: " + origin.words()));
            Sample sample = record.samples().stream()
                    .filter(one -> !one.warmup())
                    .findFirst()
                    .orElseThrow();
            return new Rate(
                    sample.score(), sample.secondary().get("client.cpu-time").score());
        });
    }

    /** Returns the seconds that BenchBase takes from its first line about loading to its last. */
    double load() throws IOException, InterruptedException {
        long[] times = new long[2];
        run(List.of("--create=true", "--load=true", "--execute=false"), (line, process) -> {
            if (line.contains("Loading data into")) {
                times[0] = System.nanoTime();
            } else if (line.contains("Finished loading")) {
                times[1] = System.nanoTime();
            }
        });
        return (times[1] - times[0]) / 1e9;
    }

    private Rate benchBase() throws IOException, InterruptedException {
        Duration[] cpu = new Duration[2];
        Path results = Files.createTempDirectory(directory, "results");
        run(List.of("--create=false", "--load=false", "--execute=true", "-d", "" + results), (line, process) -> {
            if (line.contains("starting measurements")) {
                cpu[0] = process.info().totalCpuDuration().orElseThrow();
            } else if (line.contains("Waiting for all terminals")) {
                cpu[1] = process.info().totalCpuDuration().orElseThrow();
            }
        });
        try (Stream<Path> files = Files.list(results)) {
            Path summary = files.filter(file -> file.toString().endsWith(".summary.json"))
                    .findFirst()
                    .orElseThrow();
            JsonNode values = JsonMapper.shared().readTree(summary);
            double rate = values.path("Throughput (requests/second)").asDouble();
            double measured = values.path("Measured Requests").asDouble();
            return new Rate(rate, cpu[1].minus(cpu[0]).toNanos() / 1e6 / measured);
        }
    }

    private interface LineReader {
        void read(String line, ProcessHandle process);
    }

    private void run(List<String> arguments, LineReader reader) throws IOException, InterruptedException {
        Path home = Path.of(System.getenv(HOME));
        Path configuration = directory.resolve("benchbase.xml");
        String password = endpoint.password().map(Secret::reveal).orElse("");
        Files.writeString(
                configuration,
                CONFIGURATION.formatted(
                        url("benchbase").replace("&", "&amp;"),
                        endpoint.user().orElseThrow(),
                        password,
                        WAREHOUSES,
                        THREADS,
                        WARMUP_SECONDS,
                        SECONDS));
        Process process = new ProcessBuilder(Stream.concat(
                                Stream.of(
                                        Path.of(System.getProperty("java.home"), "bin", "java")
                                                .toString(),
                                        "-jar",
                                        "benchbase.jar",
                                        "-b",
                                        "tpcc",
                                        "-c",
                                        configuration.toString()),
                                arguments.stream())
                        .toList())
                .directory(home.toFile())
                .redirectErrorStream(true)
                .start();
        StringBuilder printed = new StringBuilder();
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                printed.append(line).append('\n');
                reader.read(line, process.toHandle());
            }
        }
        if (process.waitFor() != 0) {
            throw new IllegalStateException("BenchBase failed:\n" + printed);
        }
    }

    /** Returns the URL of a schema; both sides prepare on the server. */
    private String url(String schema) {
        return endpoint.url().replaceFirst("(//[^/]+/).*", "$1" + schema) + "?sslMode=disable&useServerPrepStmts=true";
    }
}

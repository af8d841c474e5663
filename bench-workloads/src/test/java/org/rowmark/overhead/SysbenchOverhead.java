package org.rowmark.overhead;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.function.FailableDoubleSupplier;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Threads;
import org.rowmark.options.Warmups;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.Secret;
import org.rowmark.util.Sql;

/**
 * The workload {@code read-write} beside sysbench's {@code oltp_read_write} with their defaults, one table of 10,000 rows,
 * on one private MariaDB and one private PostgreSQL, in pairs; with the statements that the server counted
 * for each that deletes a row, of which a transaction has one.
 */
final class SysbenchOverhead {
    private static final Duration TIME = Duration.ofSeconds(10);
    private static final Duration WARMUP = Duration.ofSeconds(5);
    private static final Pattern URL = Pattern.compile("jdbc:\\w+://([^:/]+):(\\d+)/([^?]+).*");
    private static final Pattern TPS = Pattern.compile("transactions:\\s+\\d+\\s+\\(([0-9.]+) per sec");

    /** A product as sysbench has it, and the counters of its statements, that of deletes last. */
    private record Product(
            String target,
            Map<String, String> settings,
            String setup,
            String driver,
            String properties,
            String counters,
            List<String> names) {}

    private static final List<Product> PRODUCTS = List.of(
            new Product(
                    "mariadb",
                    Map.of(),
                    "select 1",
                    "mysql",
                    "?sslMode=disable",
                    "select cast(variable_value as unsigned) from information_schema.global_status where variable_name in"
                            + " ('COM_SELECT', 'COM_UPDATE', 'COM_INSERT', 'COM_COMMIT', 'COM_DELETE') order by"
                            + " field(variable_name, 'COM_SELECT', 'COM_UPDATE', 'COM_INSERT', 'COM_COMMIT', 'COM_DELETE')",
                    List.of("select", "update", "insert", "commit")),
            new Product(
                    "postgresql",
                    Map.of("shared_preload_libraries", "pg_stat_statements"),
                    "create extension pg_stat_statements",
                    "pgsql",
                    "",
                    "select (select coalesce(sum(calls), 0) from pg_stat_statements where query ~* p) from unnest(array["
                            + "'^select (c|sum|distinct).*sbtest', '^update .*sbtest',"
                            + " '^insert into .*sbtest.*values *[(][$]1', '^delete from .*sbtest'])"
                            + " with ordinality as t (p, i) order by i",
                    List.of("select", "update", "insert")));

    private final Product product;
    private final Endpoint endpoint;
    private final long seed;

    /** With the password, which is in no argument. */
    private final Path config;

    private SysbenchOverhead(Product product, Endpoint endpoint, long seed, Path config) throws IOException {
        this.product = product;
        this.endpoint = endpoint;
        this.seed = seed;
        this.config = config;
        FilePermissions.append(
                config,
                product.driver + "-password="
                        + endpoint.password().map(Secret::reveal).orElse("") + "\n");
    }

    static void measure(int rounds, long seed) throws Exception {
        for (Product product : PRODUCTS) {
            Target target = Targets.builtIn().named(product.target).withSettings(product.settings);
            Scratch.with(target, running -> {
                try (Scratch scratch = Scratch.create()) {
                    Path config = scratch.path().resolve("sysbench.conf");
                    SysbenchOverhead overhead = new SysbenchOverhead(product, running.endpoint(), seed, config);
                    Drivers.query(running.endpoint(), connection -> {
                        Sql.execute(connection, product.setup);
                        return null;
                    });
                    for (int threads : List.of(1, 4)) {
                        overhead.measure(threads, rounds);
                    }
                }
            });
        }
    }

    private void measure(int threads, int rounds) throws Exception {
        new PairedValues(product.target + ", threads " + threads, "suite", "sysbench", "transactions/s")
                .measure(
                        rounds,
                        seed,
                        () -> counted("suite", () -> suite(threads)),
                        () -> counted("sysbench", () -> sysbench(threads)));
    }

    /** Prints how often the server counted each statement for each delete, of which a transaction has one. */
    private double counted(String name, FailableDoubleSupplier<Exception> program) throws Exception {
        List<Long> before = counters();
        double speed = program.getAsDouble();
        List<Long> after = counters();
        int last = product.names.size();
        double deleted = after.get(last) - before.get(last);
        StringBuilder line = new StringBuilder(name + ", for each delete:");
        for (int i = 0; i < last; i++) {
            line.append(String.format(
                    Locale.ROOT, " %s %.3f", product.names.get(i), (after.get(i) - before.get(i)) / deleted));
        }
        System.out.println(line);
        return speed;
    }

    private List<Long> counters() throws SQLException {
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
            return Sql.rows(connection, product.counters, row -> row.getLong(1));
        }
    }

    private double suite(int threads) throws IOException {
        RunOptions options = RunOptions.NONE
                .workloads(List.of("read-write"))
                .with(RunOption.WARMUPS, Warmups.of(1))
                .with(RunOption.WARMUP_TIME, WARMUP)
                .with(RunOption.ITERATIONS, 1)
                .with(RunOption.TIME, TIME)
                .with(RunOption.THREADS, Threads.of(threads))
                .with(RunOption.SEED, seed);
        return Runs.onServer(product.target, endpoint.url() + product.properties, endpoint, options, Runs::score);
    }

    private double sysbench(int threads) throws IOException, InterruptedException {
        run(threads, TIME, "cleanup");
        run(threads, TIME, "prepare");
        run(threads, WARMUP, "run");
        Matcher tps = TPS.matcher(run(threads, TIME, "run"));
        if (!tps.find()) {
            throw new IllegalStateException("sysbench printed no transactions");
        }
        return Double.parseDouble(tps.group(1));
    }

    private String run(int threads, Duration time, String command) throws IOException, InterruptedException {
        Matcher url = URL.matcher(endpoint.url());
        if (!url.matches()) {
            throw new IllegalStateException(endpoint.url() + " is not understood");
        }
        String driver = "--" + product.driver;
        List<String> words = new ArrayList<>(List.of(
                "sysbench",
                "oltp_read_write",
                "--db-driver=" + product.driver,
                driver + "-host=" + url.group(1),
                driver + "-port=" + url.group(2),
                driver + "-db=" + url.group(3),
                driver + "-user=" + endpoint.user().orElseThrow(),
                "--config-file=" + config,
                "--threads=" + threads,
                "--time=" + time.toSeconds(),
                command));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0 && !command.equals("cleanup")) {
            throw new IllegalStateException("sysbench failed:\n" + printed);
        }
        return printed;
    }
}

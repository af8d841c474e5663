package org.rowmark.overhead;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rowmark.data.DataTarget;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Targets;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.util.Sql;
import org.rowmark.workloads.oltp.Warehouses;

/**
 * The loading of the tables of {@code oltp} and their check, each time by a new JVM, beside the loading of BenchBase's
 * TPC-C, in pairs on one private MariaDB; without BenchBase, and on PostgreSQL, alone.
 */
final class LoadOverhead {
    private static final int WAREHOUSES = 4;
    private static final double NANOS = 1e9;

    private LoadOverhead() {}

    static void measure(int rounds, long seed) throws Exception {
        Target mariaDb = Targets.builtIn().named("mariadb").withSettings(BenchBaseOverhead.SETTINGS);
        boolean hasBenchBase = System.getenv(BenchBaseOverhead.HOME) != null;
        try (Scratch scratch = Scratch.create()) {
            Scratch.with(mariaDb, running -> {
                PairedValues seconds = new PairedValues("loading", "BenchBase", "suite", "s");
                BenchBaseOverhead benchBase = new BenchBaseOverhead(running.endpoint(), scratch.path(), seed);
                for (int round = 1; round <= rounds; round++) {
                    seconds.putSecond(round, load(running, seed));
                    if (hasBenchBase) {
                        execute(running, "drop database if exists benchbase", "create database benchbase");
                        seconds.putFirst(round, benchBase.load());
                        execute(
                                running,
                                "drop database benchbase"); // its changes would be written beside the next loading
                        seconds.print(round);
                    }
                }
                if (hasBenchBase) {
                    seconds.print();
                }
            });
        }
        Scratch.with(Targets.builtIn().named("postgresql"), running -> {
            for (int round = 1; round <= rounds; round++) {
                load(running, seed);
            }
        });
    }

    /** Returns tables that are not loaded, with TPC-C's numbers of rows. */
    static Warehouses warehouses(int count) {
        Warehouses warehouses = new Warehouses();
        warehouses.warehouses = count;
        warehouses.items = 100_000;
        warehouses.customers = 3_000;
        warehouses.mix = "45/43/4/4/4";
        warehouses.style = "batched";
        warehouses.terminals = "none";
        return warehouses;
    }

    /** A JVM that loads all tables, prints the seconds and those of its CPU time, and drops the tables. */
    public static void main(String[] arguments) throws Exception {
        DataTarget db =
                new DataTarget(EndpointFile.read(Path.of(arguments[0])), Long.parseLong(arguments[1]), Map.of());
        Duration cpu = cpu(ProcessHandle.current());
        long start = System.nanoTime();
        warehouses(WAREHOUSES).load(db);
        double seconds = (System.nanoTime() - start) / NANOS;
        System.out.println(
                seconds + " " + cpu(ProcessHandle.current()).minus(cpu).toNanos() / NANOS);
        try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
            db.tables(connection).dropAll();
        }
        System.exit(0); // drivers leave threads behind that keep a JVM alive
    }

    /** Loads all tables, prints and returns the seconds, and drops the tables. */
    private static double load(RunningTarget running, long seed) throws IOException, InterruptedException {
        Path file = running.output().resolveSibling("endpoint");
        EndpointFile.write(file, running);
        ProcessHandle server = ProcessHandle.of(running.pid().orElseThrow()).orElseThrow();
        Duration before = cpu(server);
        List<String> printed = ChildJvm.run(List.of(), LoadOverhead.class, List.of(file.toString(), "" + seed));
        String[] found = printed.get(printed.size() - 1).split(" ", -1);
        System.out.printf(
                Locale.ROOT,
                "%s: suite loaded and checked %d warehouses in %.2f s, CPU time of the client %.2f s, of the server's first"
                        + " process %.2f s%n",
                running.target().name(),
                WAREHOUSES,
                Double.parseDouble(found[0]),
                Double.parseDouble(found[1]),
                cpu(server).minus(before).toNanos() / NANOS);
        return Double.parseDouble(found[0]);
    }

    private static Duration cpu(ProcessHandle process) {
        return process.info().totalCpuDuration().orElseThrow();
    }

    private static void execute(RunningTarget running, String... statements) throws SQLException {
        try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
            Sql.execute(connection, statements);
        }
    }
}

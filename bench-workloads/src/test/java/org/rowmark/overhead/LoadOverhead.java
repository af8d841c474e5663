package org.rowmark.overhead;

import java.sql.Connection;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Targets;
import org.rowmark.fixture.Db;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.util.Sql;
import org.rowmark.workloads.oltp.Warehouses;

/**
 * The loading of the warehouses of {@code oltp} and its check, beside the loading of BenchBase's TPC-C, in pairs on one
 * private MariaDB; without BenchBase, and on another server, alone.
 */
final class LoadOverhead {
    private static final int WAREHOUSES = 4;
    private static final double NANOS = 1e9;

    private LoadOverhead() {}

    static void measure(int rounds, long seed) throws Exception {
        Target target = Targets.builtIn().named("mariadb").withSettings(BenchBaseOverhead.SETTINGS);
        boolean hasBenchBase = System.getenv(BenchBaseOverhead.HOME) != null;
        try (Scratch scratch = Scratch.create()) {
            Scratch.with(target, running -> {
                PairedValues seconds = new PairedValues("loading", "BenchBase", "suite", "s");
                BenchBaseOverhead other = new BenchBaseOverhead(running.endpoint(), scratch.path(), seed);
                for (int round = 1; round <= rounds; round++) {
                    seconds.putSecond(round, load(running, seed, round));
                    if (hasBenchBase) {
                        execute(running, "drop database if exists benchbase", "create database benchbase");
                        seconds.putFirst(round, other.load());
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
                load(running, seed, round);
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

    /** Loads all tables, prints and returns the seconds, and drops the tables. */
    private static double load(RunningTarget running, long seed, int round) throws Exception {
        Db db = Db.outsideFork(running, seed, Map.of());
        ProcessHandle server = ProcessHandle.of(running.pid().orElseThrow()).orElseThrow();
        Duration before = cpu(server);
        Duration client = cpu(ProcessHandle.current());
        boolean isOneProcess = server.children().findAny().isEmpty();
        long start = System.nanoTime();
        warehouses(WAREHOUSES).load(db);
        double seconds = (System.nanoTime() - start) / NANOS;
        System.out.printf(
                Locale.ROOT,
                "%s, round %2d: %d warehouses loaded and checked in %.2f s, CPU time of the client %.2f s%s%n",
                running.target().name(),
                round,
                WAREHOUSES,
                seconds,
                cpu(ProcessHandle.current()).minus(client).toNanos() / NANOS,
                isOneProcess
                        ? String.format(
                                Locale.ROOT,
                                ", of the server %.2f s",
                                cpu(server).minus(before).toNanos() / NANOS)
                        : "");
        try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
            db.tables(connection).dropAll();
        }
        return seconds;
    }

    private static Duration cpu(ProcessHandle process) {
        return process.info().totalCpuDuration().orElseThrow();
    }

    private static void execute(RunningTarget running, String... statements) throws Exception {
        try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
            Sql.execute(connection, statements);
        }
    }
}

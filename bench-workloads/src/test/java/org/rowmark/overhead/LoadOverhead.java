package org.rowmark.overhead;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.data.DataSet;
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
 * The loading of the tables of {@code oltp} and their check, each time by a new JVM, beside the loading of ready files and,
 * on MariaDB, that of BenchBase's TPC-C, in pairs on one private server.
 */
final class LoadOverhead {
    private static final int WAREHOUSES = 4;
    private static final double NANOS = 1e9;
    private static final String TARGETS = "LOAD_TARGETS";

    private LoadOverhead() {}

    /** Measures the targets of the variable {@value #TARGETS}, or MariaDB and PostgreSQL, in turns with ready files. */
    static void measure(int rounds, long seed) throws Exception {
        for (String name :
                System.getenv().getOrDefault(TARGETS, "mariadb,postgresql").split(",", -1)) {
            Target target = Targets.builtIn().named(name);
            boolean isMySql = !target.database().equals("postgresql");
            Map<String, String> settings = isMySql ? BenchBaseOverhead.SETTINGS : Map.of("shared_buffers", "512MB");
            try (Scratch files = Scratch.create()) {
                Scratch.with(target.withSettings(settings), running -> measure(running, files.path(), rounds, seed));
            }
        }
    }

    private static void measure(RunningTarget running, Path files, int rounds, long seed) throws Exception {
        boolean hasBenchBase = System.getenv(BenchBaseOverhead.HOME) != null
                && running.target().database().equals("mariadb");
        PairedValues ofFiles = new PairedValues(running.target().name(), "ready files", "suite", "s");
        PairedValues ofBenchBase = new PairedValues(running.target().name(), "BenchBase", "suite", "s");
        BenchBaseOverhead benchBase = new BenchBaseOverhead(running.endpoint(), files, seed);
        load(running, seed, files); // writes them
        List<Boolean> filesBegin = PairedValues.firstBegins(rounds, seed);
        for (int round = 1; round <= rounds; round++) {
            for (boolean areFiles : List.of(filesBegin.get(round - 1), !filesBegin.get(round - 1))) {
                if (areFiles) {
                    ofFiles.putFirst(round, load(running, seed, files));
                } else {
                    double seconds = load(running, seed);
                    ofFiles.putSecond(round, seconds);
                    ofBenchBase.putSecond(round, seconds);
                }
            }
            ofFiles.print(round);
            if (hasBenchBase) {
                execute(running, "drop database if exists benchbase", "create database benchbase");
                ofBenchBase.putFirst(round, benchBase.load());
                execute(running, "drop database benchbase"); // its changes would be written beside the next loading
                ofBenchBase.print(round);
            }
        }
        ofFiles.print();
        if (hasBenchBase) {
            ofBenchBase.print();
        }
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
        Optional<FileLoading> files =
                arguments.length > 2 ? Optional.of(files(db, Path.of(arguments[2]))) : Optional.empty();
        Duration cpu = cpu(ProcessHandle.current());
        long start = System.nanoTime();
        if (files.isPresent()) {
            files.get().load();
        } else {
            warehouses(WAREHOUSES).load(db);
        }
        double seconds = (System.nanoTime() - start) / NANOS;
        System.out.println(
                seconds + " " + cpu(ProcessHandle.current()).minus(cpu).toNanos() / NANOS);
        try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
            db.tables(connection).dropAll();
        }
        System.exit(0); // drivers leave threads behind that keep a JVM alive
    }

    private static FileLoading files(DataTarget db, Path folder) throws Exception {
        List<DataSet> data = new ArrayList<>();
        warehouses(WAREHOUSES).load(DataTarget.listing(db.running(), db.values().seed(), Map.of(), data::add));
        FileLoading files = new FileLoading(db, data, folder);
        files.write();
        return files;
    }

    /**
     * Loads all tables, prints and returns the seconds, and drops the tables.
     *
     * @param files the folder of ready ones; none for the suite's own loading
     */
    private static double load(RunningTarget running, long seed, Path... files)
            throws IOException, InterruptedException {
        Path file = running.output().resolveSibling("endpoint");
        EndpointFile.write(file, running);
        ProcessHandle server = ProcessHandle.of(running.pid().orElseThrow()).orElseThrow();
        Duration before = cpu(server);
        List<String> arguments = new ArrayList<>(List.of(file.toString(), "" + seed));
        Stream.of(files).map(Path::toString).forEach(arguments::add);
        List<String> printed = ChildJvm.run(List.of(), LoadOverhead.class, arguments);
        String[] found = printed.get(printed.size() - 1).split(" ", -1);
        System.out.printf(
                Locale.ROOT,
                "%s: %s %d warehouses in %.2f s, CPU time of the client %.2f s, of the server's first process %.2f s%n",
                running.target().name(),
                files.length > 0 ? "ready files loaded" : "suite loaded and checked",
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

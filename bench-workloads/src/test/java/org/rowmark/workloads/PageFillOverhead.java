package org.rowmark.workloads;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Endpoint;
import org.rowmark.db.Server;
import org.rowmark.db.Target;
import org.rowmark.db.Targets;
import org.rowmark.db.Workspace;
import org.rowmark.state.Tables;
import org.rowmark.state.Values;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;

/**
 * Compares what {@link PageFill} measures with the same statements in a loop written by hand, in paired rounds on one
 * server: {@code docs/overhead.md} says how to run it. Both fill a table that was created just before, on connections of
 * the same kind; the loop takes no times of statements, counts nothing and has nobody who asks how far it is. Beside the
 * elapsed time stands the processor time of the thread that fills, which tells more while other programs are busy.
 */
public final class PageFillOverhead {
    private static final List<String> TARGETS = List.of("h2-mem", "h2", "postgresql");
    private static final int WARMUPS = 5;

    private final Database database;
    private final Endpoint endpoint;
    private final FillTable table;
    private final String[] texts;
    private final long statements;
    private final Map<Integer, Took> bare = new TreeMap<>();
    private final Map<Integer, Took> suite = new TreeMap<>();

    /** What a statement took, in microseconds, the checkpoint spread over all of them. */
    private record Took(double elapsed, double processor) {
        static Took since(long elapsedStart, long processorStart, long statements) {
            long elapsed = System.nanoTime() - elapsedStart;
            long processor = processorNanos() - processorStart;
            return new Took(elapsed / 1e3 / statements, processor / 1e3 / statements);
        }

        /** Of this thread. */
        static long processorNanos() {
            return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }
    }

    /** Rows that a fill says it inserted; that they are needed keeps the loop as it is written. */
    private long inserted;

    private PageFillOverhead(Database database, Endpoint endpoint, long seed, double scale) {
        this.database = database;
        this.endpoint = endpoint;
        this.table = new FillTable(database.dialect());
        this.statements = Filling.statements(scale);
        this.texts = FillTexts.of(FillTexts.RANDOM, new Values(seed), statements * Filling.ROWS)
                .inOrder();
    }

    /**
     * Measures and prints the ratio bare/suite of the times, target by target.
     *
     * @param arguments number of rounds, seed of the order, scale of a fill, and maybe targets
     */
    public static void main(String[] arguments) throws IOException, SQLException {
        List<String> targets = arguments.length > 3 ? List.of(arguments).subList(3, arguments.length) : TARGETS;
        for (String name : targets) {
            Target target = Targets.builtIn().named(name);
            Database database = Databases.named(target.database());
            Path directory = Files.createTempDirectory("rowmark-overhead-");
            directory.toFile().setExecutable(true, false); // servers run as another user
            Workspace workspace =
                    new Workspace(Files.createDirectory(directory.resolve("data")), directory.resolve("server.log"));
            try (Server server = database.start(target, workspace);
                    Connection held = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN)) {
                System.out.println(name + " (" + held.getMetaData().getDatabaseProductVersion() + ")");
                new PageFillOverhead(
                                database,
                                server.endpoint(),
                                Long.parseLong(arguments[1]),
                                Double.parseDouble(arguments[2]))
                        .measure(Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]));
            } finally {
                remove(directory);
            }
        }
        System.exit(0); // what keeps drivers' threads alive is no business of this tool
    }

    private void measure(int rounds, long seed) throws SQLException {
        for (int i = 0; i < WARMUPS; i++) {
            bare();
            suite();
        }
        List<Boolean> bareFirst = order(rounds, seed);
        for (int round = 1; round <= rounds; round++) {
            boolean isBareFirst = bareFirst.get(round - 1);
            if (isBareFirst) {
                bare.put(round, bare());
            }
            suite.put(round, suite());
            if (!isBareFirst) {
                bare.put(round, bare());
            }
            System.out.printf(
                    Locale.ROOT,
                    "round %2d: suite %.1f, bare %.1f us per statement, ratio %.4f, %s first%n",
                    round,
                    suite.get(round).elapsed(),
                    bare.get(round).elapsed(),
                    bare.get(round).elapsed() / suite.get(round).elapsed(),
                    isBareFirst ? "bare" : "suite");
        }
        System.out.println(inserted + " rows inserted by the suite");
        print("elapsed", Took::elapsed);
        print("processor", Took::processor);
    }

    /** What the workload does, but that it comes from JMH. */
    private Took suite() throws SQLException {
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
            table.create(connection, new Tables(connection, database));
            try (PreparedStatement insert = table.insert(connection);
                    Checkpoint checkpoint = new Checkpoint(
                            Drivers.connect(endpoint, ConnectionMode.PLAIN),
                            database.dialect().checkpoint(FillTable.NAME))) {
                checkpoint.rehearse();
                Filling filling = new Filling(insert, checkpoint, texts, statements);
                try (FillProgress progress = FillProgress.of(filling)) {
                    long processor = Took.processorNanos();
                    long start = System.nanoTime();
                    inserted += filling.run();
                    return Took.since(start, processor, statements);
                }
            }
        }
    }

    /** The same by hand. */
    private Took bare() throws SQLException {
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN);
                Connection other = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
            table.create(connection, new Tables(connection, database));
            List<String> checkpoint = database.dialect().checkpoint(FillTable.NAME);
            try (PreparedStatement insert = table.insert(connection);
                    Statement last = other.createStatement()) {
                for (String sql : checkpoint) {
                    last.execute(sql);
                }
                int mask = texts.length - 1;
                int text = 0;
                long processor = Took.processorNanos();
                long start = System.nanoTime();
                for (long i = 0; i < statements; i++) {
                    for (int parameter = 1; parameter <= 8; parameter++) {
                        insert.setString(parameter, texts[text++ & mask]);
                    }
                    insert.executeUpdate();
                }
                for (String sql : checkpoint) {
                    last.execute(sql);
                }
                return Took.since(start, processor, statements);
            }
        }
    }

    /** Whether the bare loop comes first, by round: in half of the rounds, and which is left to chance. */
    private static List<Boolean> order(int rounds, long seed) {
        List<Boolean> order = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            order.add(i % 2 == 0);
        }
        Collections.shuffle(order, new Random(seed));
        return order;
    }

    private void print(String what, ToDoubleFunction<Took> of) {
        Map<Integer, Double> suiteTimes = new TreeMap<>();
        Map<Integer, Double> bareTimes = new TreeMap<>();
        suite.forEach((round, took) -> suiteTimes.put(round, of.applyAsDouble(took)));
        bare.forEach((round, took) -> bareTimes.put(round, of.applyAsDouble(took)));
        Comparison comparison = Comparison.paired(suiteTimes, bareTimes, Better.HIGHER); // so that it is bare/suite
        System.out.printf(
                Locale.ROOT,
                "%s: median of rounds: suite %.1f, bare %.1f us; ratio of medians %.4f; paired ratio %.4f, 95%% interval"
                        + " %.4f to %.4f, %d rounds of %d statements%n",
                what,
                median(suiteTimes),
                median(bareTimes),
                median(bareTimes) / median(suiteTimes),
                comparison.ratio(),
                comparison.low(),
                comparison.high(),
                comparison.n(),
                statements);
    }

    private static double median(Map<Integer, Double> rounds) {
        double[] sorted = rounds.values().stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

package org.rowmark.workloads;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.fixture.DataGenerator;
import org.rowmark.fixture.Tables;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.workloads.pagefill.Checkpoint;
import org.rowmark.workloads.pagefill.PageFillRun;
import org.rowmark.workloads.pagefill.PageFillTable;
import org.rowmark.workloads.pagefill.Payload;

/**
 * Compares the loop that {@link PageFill} measures with the same statements in a loop written by hand, on one server:
 * {@code docs/overhead.md} says how to run it. Both write into one table through one prepared statement, in blocks of a
 * few statements by turns, so that what else the machine does meets both; which comes first changes from block to block and
 * from round to round. The loop by hand takes no times of statements and counts nothing. Beside the elapsed time stands the
 * processor time of the thread that fills.
 */
public final class PageFillOverhead {
    private static final List<String> TARGETS = List.of("h2-mem", "h2", "postgresql");
    private static final int WARMUPS = 3;

    /** Of a block. */
    private static final int STATEMENTS = 128;

    private final Database database;
    private final Endpoint endpoint;
    private final PageFillTable table;
    private final String[] texts;
    private final long blocks;
    /** Which of the two comes first in the first block; they take turns, as the first of a table is the slowest. */
    private final int first;

    private final Map<Integer, Took> bare = new TreeMap<>();
    private final Map<Integer, Took> suite = new TreeMap<>();

    /** What the statements of a round took together, in microseconds. */
    private static final class Took {
        private double elapsed;
        private double processor;

        double elapsed() {
            return elapsed;
        }

        double processor() {
            return processor;
        }
    }

    /** Some statements. */
    private interface Block {
        void run() throws SQLException;
    }

    private PageFillOverhead(Database database, Endpoint endpoint, long seed, double scale) {
        this.database = database;
        this.endpoint = endpoint;
        this.table = new PageFillTable(database.dialect());
        this.blocks = Math.max(1, PageFillRun.statements(scale) / STATEMENTS);
        this.first = new Random(seed).nextInt(2);
        this.texts = Payload.of(Payload.RANDOM, new DataGenerator(seed), blocks * STATEMENTS * PageFillRun.ROWS)
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
            try (Overheads.Scratch scratch = Overheads.Scratch.create()) {
                measure(
                        name,
                        scratch.path(),
                        Integer.parseInt(arguments[0]),
                        Long.parseLong(arguments[1]),
                        Double.parseDouble(arguments[2]));
            }
        }
        System.exit(0); // what keeps drivers' threads alive is no business of this tool
    }

    private static void measure(String name, Path directory, int rounds, long seed, double scale)
            throws IOException, SQLException {
        Target target = Targets.builtIn().named(name);
        Database database = Databases.named(target.database());
        Workspace workspace =
                new Workspace(Files.createDirectory(directory.resolve("data")), directory.resolve("server.log"));
        try (Server server = database.launcher().start(target, workspace);
                Connection held = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN)) {
            System.out.println(name + " (" + held.getMetaData().getDatabaseProductVersion() + ")");
            new PageFillOverhead(database, server.endpoint(), seed, scale).measure(rounds);
        }
    }

    private void measure(int rounds) throws SQLException {
        for (int i = 1; i <= WARMUPS; i++) {
            round(i);
        }
        suite.clear();
        bare.clear();
        for (int round = 1; round <= rounds; round++) {
            round(round);
            System.out.printf(
                    Locale.ROOT,
                    "round %2d: suite %.1f, bare %.1f us per statement, ratio %.4f%n",
                    round,
                    suite.get(round).elapsed() / (blocks * STATEMENTS),
                    bare.get(round).elapsed() / (blocks * STATEMENTS),
                    bare.get(round).elapsed() / suite.get(round).elapsed());
        }
        print("elapsed", Took::elapsed);
        print("processor", Took::processor);
    }

    /** As many blocks of each, into a table of its own. */
    private void round(int round) throws SQLException {
        Took ofSuite = new Took();
        Took ofBare = new Took();
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
            table.create(connection, new Tables(connection, database));
            try (PreparedStatement insert = table.insert(connection);
                    Checkpoint none = new Checkpoint(Drivers.connect(endpoint, ConnectionMode.PLAIN), List.of())) {
                for (long block = 0; block < blocks; block++) {
                    PageFillRun filling = new PageFillRun(insert, none, texts, STATEMENTS);
                    boolean isBareFirst = (block + round + first) % 2 == 0;
                    if (isBareFirst) {
                        time(ofBare, () -> bare(insert));
                    }
                    time(ofSuite, filling::run);
                    if (!isBareFirst) {
                        time(ofBare, () -> bare(insert));
                    }
                }
            }
        }
        suite.put(round, ofSuite);
        bare.put(round, ofBare);
    }

    private static void time(Took took, Block block) throws SQLException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long processor = threads.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        block.run();
        took.elapsed += (System.nanoTime() - start) / 1e3;
        took.processor += (threads.getCurrentThreadCpuTime() - processor) / 1e3;
    }

    private void bare(PreparedStatement insert) throws SQLException {
        int mask = texts.length - 1;
        int text = 0;
        for (int i = 0; i < STATEMENTS; i++) {
            for (int parameter = 1; parameter <= 8; parameter++) {
                insert.setString(parameter, texts[text++ & mask]);
            }
            insert.executeUpdate();
        }
    }

    private void print(String what, ToDoubleFunction<Took> of) {
        Map<Integer, Double> suiteTimes = new TreeMap<>();
        Map<Integer, Double> bareTimes = new TreeMap<>();
        suite.forEach((round, took) -> suiteTimes.put(round, of.applyAsDouble(took)));
        bare.forEach((round, took) -> bareTimes.put(round, of.applyAsDouble(took)));
        Comparison comparison = Comparison.paired(suiteTimes, bareTimes, Better.HIGHER); // so that it is bare/suite
        System.out.printf(
                Locale.ROOT,
                "%s: median of rounds: suite %.1f, bare %.1f us a statement; ratio of medians %.4f; paired ratio %.4f, 95%% interval"
                        + " %.4f to %.4f, %d rounds of %d statements%n",
                what,
                Overheads.median(suiteTimes.values()) / (blocks * STATEMENTS),
                Overheads.median(bareTimes.values()) / (blocks * STATEMENTS),
                Overheads.median(bareTimes.values()) / Overheads.median(suiteTimes.values()),
                comparison.ratio(),
                comparison.low(),
                comparison.high(),
                comparison.n(),
                2 * blocks * STATEMENTS);
    }
}

package org.rowmark.overhead;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import org.rowmark.data.DataGenerator;
import org.rowmark.data.Tables;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.workloads.pagefill.Checkpoint;
import org.rowmark.workloads.pagefill.PageFillRun;
import org.rowmark.workloads.pagefill.PageFillTable;
import org.rowmark.workloads.pagefill.Payload;

/**
 * The loop that {@code page-fill} measures, and the same statements in a loop written by hand, which takes no times of
 * statements and counts nothing. Both write into one table through one prepared statement, in blocks of a few statements
 * by turns, so that what else the machine does meets both; which comes first changes from block to block and from round
 * to round. Elapsed time and processor time of the thread are compared.
 */
final class PageFillOverhead {
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

    /** Times in nanoseconds. */
    private static final class Took {
        private long elapsed;
        private long processor;

        void add(Block block) throws SQLException {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long processorBefore = threads.getCurrentThreadCpuTime();
            long start = System.nanoTime();
            block.run();
            elapsed += System.nanoTime() - start;
            processor += threads.getCurrentThreadCpuTime() - processorBefore;
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

    static void measure(int rounds, long seed, double scale) throws Exception {
        for (String target : TARGETS) {
            Scratch.with(target, running -> compare(running, rounds, seed, scale));
        }
    }

    private static void compare(RunningTarget running, int rounds, long seed, double scale) throws SQLException {
        Database database = Databases.named(running.target().database());
        PageFillOverhead overhead = new PageFillOverhead(database, running.endpoint(), seed, scale);
        String target = running.target().name();
        PairedValues elapsed = new PairedValues(target + " elapsed", "suite", "bare", "statements/s");
        PairedValues processor = new PairedValues(target + " processor", "suite", "bare", "statements/s");
        try (Connection held = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
            System.out.println(target + " (" + held.getMetaData().getDatabaseProductVersion() + ")");
            for (int round = 1 - WARMUPS; round <= rounds; round++) {
                Took suite = new Took();
                Took bare = new Took();
                overhead.round(round, suite, bare);
                if (round >= 1) {
                    elapsed.putFirst(round, overhead.speed(suite.elapsed));
                    elapsed.putSecond(round, overhead.speed(bare.elapsed));
                    processor.putFirst(round, overhead.speed(suite.processor));
                    processor.putSecond(round, overhead.speed(bare.processor));
                    elapsed.print(round);
                }
            }
        }
        elapsed.print();
        processor.print();
    }

    /** Statements per second. */
    private double speed(long nanos) {
        return blocks * STATEMENTS * 1e9 / nanos;
    }

    /** As many blocks of each, into a new table. */
    private void round(int round, Took suite, Took bare) throws SQLException {
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
            table.create(connection, new Tables(connection, database));
            try (PreparedStatement insert = table.insert(connection);
                    Checkpoint none = new Checkpoint(Drivers.connect(endpoint, ConnectionMode.PLAIN), List.of())) {
                for (long block = 0; block < blocks; block++) {
                    PageFillRun filling = new PageFillRun(insert, none, texts, STATEMENTS);
                    boolean isBareFirst = (block + round + first) % 2 == 0;
                    if (isBareFirst) {
                        bare.add(() -> fill(insert));
                    }
                    suite.add(filling::run);
                    if (!isBareFirst) {
                        bare.add(() -> fill(insert));
                    }
                }
            }
        }
    }

    private void fill(PreparedStatement insert) throws SQLException {
        int mask = texts.length - 1;
        int text = 0;
        for (int i = 0; i < STATEMENTS; i++) {
            for (int parameter = 1; parameter <= PageFillRun.ROWS; parameter++) {
                insert.setString(parameter, texts[text++ & mask]);
            }
            insert.executeUpdate();
        }
    }
}

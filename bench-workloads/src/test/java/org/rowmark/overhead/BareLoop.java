package org.rowmark.overhead;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.fixture.DataGenerator;
import org.rowmark.fixture.DataSet;
import org.rowmark.fixture.Tables;
import org.rowmark.workloads.PointSelect;
import org.rowmark.workloads.data.NarrowData;

/**
 * The JDBC work of {@link PointSelect} in a loop written by hand, in a
 * JVM of its own. Only the rows are loaded by the suite's classes, so that the tables are alike; the loop has nothing
 * of the suite or of JMH in it, and checks no row.
 */
final class BareLoop {
    /** As many keys as {@link PointSelect} prepares; a power of two. */
    private static final int SEQUENCE = 1 << 16;

    private static final Database H2 = Databases.named("h2");

    private final PreparedStatement select;
    private final long[] keys;
    private int position;
    private volatile boolean done;

    /** The sum of what the last iteration read; that it is needed keeps the compiler from dropping the reads. */
    private volatile long consumed;

    private BareLoop(PreparedStatement select, long[] keys) {
        this.select = select;
        this.keys = keys;
    }

    /**
     * Prints operations per second of each measured iteration, one number per line.
     *
     * @param arguments the numbers of {@link Work}, then the URL of an H2 in memory
     */
    public static void main(String[] arguments) throws SQLException, InterruptedException {
        Work work = Work.parse(arguments);
        String url = arguments[Work.NUMBERS];
        DataGenerator values = new DataGenerator(work.seed());
        DataSet data = load(url, values, work.rows());
        String sql = "select id, a, b, t from " + data.table().name() + " where id = ?";
        try (Connection connection = connect(url);
                PreparedStatement select = connection.prepareStatement(sql)) {
            new BareLoop(select, keys(values, work.rows())).measure(work);
        }
    }

    private static Connection connect(String url) throws SQLException {
        return DriverManager.getConnection(url, "sa", "");
    }

    /** On a connection of its own, as the suite does. */
    private static DataSet load(String url, DataGenerator values, int rows) throws SQLException {
        DataSet data = new NarrowData(values).dataSet(rows, H2.dialect());
        try (Connection connection = connect(url)) {
            new Tables(connection, H2).load(data);
        }
        return data;
    }

    private static long[] keys(DataGenerator values, int rows) {
        long[] keys = new long[SEQUENCE];
        for (int i = 0; i < SEQUENCE; i++) {
            keys[i] = 1L + values.integer(i) % rows;
        }
        return keys;
    }

    private void measure(Work work) throws SQLException, InterruptedException {
        for (int i = 0; i < work.warmups(); i++) {
            iteration(work.millis());
        }
        for (int i = 0; i < work.iterations(); i++) {
            System.out.println(iteration(work.millis()));
        }
        if (consumed == 0) {
            throw new IllegalStateException("read nothing");
        }
    }

    /** Operations per second over that many milliseconds. */
    private double iteration(long millis) throws SQLException, InterruptedException {
        done = false;
        Thread timer = new Thread(() -> endAfter(millis), "timer");
        timer.start();
        long operations = 0;
        long sum = 0;
        long start = System.nanoTime();
        do {
            sum += select();
            operations++;
        } while (!done);
        long nanos = System.nanoTime() - start;
        consumed = sum;
        timer.join();
        return operations * 1e9 / nanos;
    }

    private long select() throws SQLException {
        select.setLong(1, keys[++position & (SEQUENCE - 1)]);
        try (ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1)
                    + row.getInt(2)
                    + row.getInt(3)
                    + row.getString(4).length();
        }
    }

    private void endAfter(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        done = true;
    }

    /**
     * How much to do.
     *
     * @param seed of the data and of the keys
     * @param rows of the table
     * @param warmups iterations before those that count
     * @param iterations that count
     * @param millis length of every iteration
     */
    record Work(long seed, int rows, int warmups, int iterations, int millis) {
        static final int NUMBERS = 5;

        static Work parse(String... words) {
            return new Work(
                    Long.parseLong(words[0]),
                    Integer.parseInt(words[1]),
                    Integer.parseInt(words[2]),
                    Integer.parseInt(words[3]),
                    Integer.parseInt(words[4]));
        }

        /** What {@link #parse} reads. */
        String[] words() {
            return new String[] {"" + seed, "" + rows, "" + warmups, "" + iterations, "" + millis};
        }
    }
}

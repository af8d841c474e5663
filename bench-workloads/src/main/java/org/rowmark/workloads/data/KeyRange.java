package org.rowmark.workloads.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.data.Table;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.ValidValues;

/**
 * The keys that one thread inserts, from a range that no other thread uses, the same ones in every iteration from the
 * beginning.
 */
@State(Scope.Thread)
public class KeyRange {
    private static final long KEYS_PER_THREAD = 1_000_000_000_000L;

    private static final String RANDOM = "random-insert";

    /** Places in the range that are taken in random order. */
    private static final int PLACE_BITS = 20;

    /** From one place to the next; odd, so that the low bits of keys, which choose the values, differ too. */
    private static final long STRIDE = (1L << 19) + 1;

    /**
     * {@code sequential}: ascending; {@code random-insert}: at 1,048,576 places all over the range in random order, then
     * again in the same order, each time next to the key before.
     */
    @Param("sequential")
    @ValidValues(value = "sequential|random-insert", words = "sequential or random-insert", unnamed = true)
    public String keys;

    /** The first keys at the places, in their order; a single place for ascending keys. */
    private long[] places;

    private int placeBits;
    private Work work;
    private long first;
    private long next;

    @Setup(Level.Trial)
    public void arrange(Db db, ThreadParams thread, Work workOfIteration, TargetTable table) {
        work = workOfIteration;
        first = db.clients().among(thread).getThreadIndex() * KEYS_PER_THREAD + table.firstKey();
        placeBits = keys.equals(RANDOM) ? PLACE_BITS : 0;
        places = new long[1 << placeBits];
        Permutation order = new Permutation(places.length, db.values().seed());
        Arrays.setAll(places, i -> first + order.at(i) * STRIDE);
    }

    @Setup(Level.Iteration)
    public void restart() {
        next = 0;
    }

    /** Hands out the next key. */
    public long next() {
        long n = next++;
        return places[(int) n & (places.length - 1)] + (n >>> placeBits);
    }

    /**
     * Checks, when all is committed, that the table has exactly the rows of the keys handed out, and that these are as
     * many as fixed work has.
     *
     * @throws IllegalStateException with the numbers expected and found
     */
    public void check(Connection connection, Table table) throws SQLException {
        CounterWindow.ends();
        long expected = next;
        work.check(expected);
        long found = count(connection, table, first, first + KEYS_PER_THREAD - 1);
        if (found != expected) {
            throw new IllegalStateException("table " + table.name() + ": expected the " + expected
                    + " rows that this thread inserted from key " + first + " on, found " + found);
        }
    }

    /** Counts the rows whose first column is between {@code from} and {@code to}, both inclusive. */
    private static long count(Connection connection, Table table, long from, long to) throws SQLException {
        String sql = "select count(*) from " + table.name() + " where "
                + table.columns().get(0) + " between ? and ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, from);
            statement.setLong(2, to);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}

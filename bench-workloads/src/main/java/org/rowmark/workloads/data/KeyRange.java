package org.rowmark.workloads.data;

import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Table;
import org.rowmark.fixture.Tables;

/**
 * The keys that one thread inserts: ascending, from a range that no other thread uses, in every iteration from the
 * beginning.
 */
@State(Scope.Thread)
public class KeyRange {
    private static final long KEYS_PER_THREAD = 1_000_000_000_000L;

    private long first;
    private long next;

    @Setup(Level.Iteration)
    public void restart(ThreadParams thread) {
        first = thread.getThreadIndex() * KEYS_PER_THREAD + 1;
        next = first;
    }

    /** Hands out the next key. */
    public long next() {
        return next++;
    }

    /**
     * Checks, when all is committed, that the table has exactly the rows of the keys handed out.
     *
     * @throws IllegalStateException with the numbers expected and found
     */
    public void check(Connection connection, Table table) throws SQLException {
        CounterWindow.ends();
        long expected = next - first;
        long found = Tables.count(connection, table, first, first + KEYS_PER_THREAD - 1);
        if (found != expected) {
            throw new IllegalStateException("table " + table.name() + ": expected the " + expected
                    + " rows that this thread inserted from key " + first + " on, found " + found);
        }
    }
}

package org.rowmark.workloads.data;

import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jmh.infra.Control;
import org.rowmark.fixture.ValidValues;

/** The transactions of a thread that writes single rows: autocommit, or a commit after so many rows. */
public final class CommitInterval {
    /** Autocommit. */
    public static final String EVERY = "every";

    public static final String VALUES = EVERY + "|" + ValidValues.POSITIVE;
    public static final String VALUES_IN_WORDS = EVERY + ", or " + ValidValues.A_POSITIVE_NUMBER;

    private final Connection connection;
    private final boolean commits;
    private final int rows;
    private int uncommitted;

    /** @param value {@link #EVERY}, or the number of rows */
    public CommitInterval(Connection connection, String value) throws SQLException {
        this.connection = connection;
        commits = !value.equals(EVERY);
        rows = commits ? Integer.parseInt(value) : 1;
        connection.setAutoCommit(!commits);
    }

    /** Commits if this row ends an interval. */
    public void written(Control control) throws SQLException {
        // When time is up, every row is committed: a thread that waits for the others may hold no lock of theirs.
        if (commits && (++uncommitted == rows || control.stopMeasurement)) {
            commit();
        }
    }

    /** Ends an open transaction. */
    public void end() throws SQLException {
        if (commits) {
            commit();
        }
    }

    private void commit() throws SQLException {
        connection.commit();
        uncommitted = 0;
    }
}

package org.rowmark.workloads;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Feature;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Lease;
import org.rowmark.fixture.ValidValues;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/**
 * A query of one thread whose result is read forward only, in portions, on a connection of its own with autocommit off.
 */
final class CursorQuery implements AutoCloseable {
    /** Fetch size not set. */
    static final String DEFAULT = "default";

    static final String FETCH_SIZES = DEFAULT + "|" + ValidValues.POSITIVE;
    static final String FETCH_SIZES_IN_WORDS = DEFAULT + ", or " + ValidValues.A_POSITIVE_NUMBER;

    private final Lease lease;
    private final PreparedStatement statement;

    /**
     * @param fetchSize a number, or {@link #DEFAULT}: then the connection, too, is as the driver opens it
     * @throws UsageException if a server that has cursors refuses one
     */
    CursorQuery(Db db, String sql, String fetchSize) throws SQLException {
        boolean asIs = fetchSize.equals(DEFAULT);
        // Some drivers must be set to use cursors, and then fail on servers that have none.
        boolean cursors = !asIs && db.has(Feature.FETCH_SIZE);
        lease = db.lease(cursors ? ConnectionMode.CURSOR_FETCH : ConnectionMode.PLAIN);
        if (cursors) {
            requireCursors(db);
        }
        lease.connection().setAutoCommit(false);
        statement = lease.connection().prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
        if (!asIs) {
            statement.setFetchSize(Integer.parseInt(fetchSize));
        }
    }

    private void requireCursors(Db db) throws SQLException {
        try (Statement trial = lease.connection().createStatement();
                ResultSet row = trial.executeQuery(db.dialect().ping())) {
            row.next();
        } catch (SQLException e) {
            lease.close();
            throw new UsageException("target '" + db.target + "' refused to read through a cursor: "
                    + ErrorMessages.of(e) + "; fetchSize=" + DEFAULT + " reads without one");
        }
    }

    /** The result is the caller's to close before the next execution. */
    ResultSet execute() throws SQLException {
        return statement.executeQuery();
    }

    /** Lets go of locks and snapshots, so that others can write. */
    void endTransaction() throws SQLException {
        lease.connection().commit();
    }

    @Override
    public void close() throws SQLException {
        statement.close();
        lease.close();
    }
}

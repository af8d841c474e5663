package org.rowmark.workloads;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.rowmark.db.ConnectionMode;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Lease;
import org.rowmark.fixture.ValidValues;

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

    /** @param fetchSize a number, or {@link #DEFAULT}: then the connection, too, is as the driver opens it */
    CursorQuery(Db db, String sql, String fetchSize) throws SQLException {
        boolean asIs = fetchSize.equals(DEFAULT);
        lease = asIs ? db.lease(ConnectionMode.PLAIN) : withCursors(db);
        lease.connection().setAutoCommit(false);
        statement = lease.connection().prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
        if (!asIs) {
            statement.setFetchSize(Integer.parseInt(fetchSize));
        }
    }

    /** Where the server refuses the cursors that its driver would be told to use, the fetch size stays a hint. */
    private static Lease withCursors(Db db) throws SQLException {
        Lease lease = db.lease(ConnectionMode.CURSOR_FETCH);
        try (Statement statement = lease.connection().createStatement();
                ResultSet row = statement.executeQuery(db.dialect().ping())) {
            row.next();
            return lease;
        } catch (SQLException e) {
            lease.close();
            return db.lease(ConnectionMode.PLAIN);
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

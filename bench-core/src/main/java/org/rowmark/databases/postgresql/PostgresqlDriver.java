package org.rowmark.databases.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.DriverAdapter;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/** Properties of the PostgreSQL driver, and the poolers that it may be connected to. */
final class PostgresqlDriver implements DriverAdapter {
    private static final String CANCEL_SECONDS = "2";

    /** The SQLSTATE of a prepared statement whose name is taken. */
    private static final String NAME_TAKEN = "42P05";

    /** Returns its own name, if the pooler has not given it another. */
    private static final String NAME = "select name from pg_prepared_statements"
            + " where statement like '%what rowmark prepares%' and name ~ '^S_[0-9]+$'";

    private static final String NAMES_CLASH = "a pooler between gives the sessions of its server to all its clients,"
            + " where the names of their prepared statements clash; add prepareThreshold=0 to the URL";

    @Override
    public Map<String, String> limits(Duration limit) {
        return Map.of("socketTimeout", Long.toString(limit.toSeconds()), "cancelSignalTimeout", CANCEL_SECONDS);
    }

    /** Cancels first: a server does not notice the end of a connection in the middle of a statement. */
    @Override
    public void abort(Connection connection) throws SQLException {
        try {
            MethodUtils.invokeMethod(connection.unwrap(Connection.class), "cancelQuery");
        } catch (ReflectiveOperationException e) {
            // it is cut all the same
        } finally {
            DriverAdapter.super.abort(connection);
        }
    }

    /** Returns no property for the cursor, which a fetch size without autocommit brings. */
    @Override
    public Map<String, String> properties(ConnectionMode mode) {
        return switch (mode) {
            case BATCH_REWRITE -> Map.of("reWriteBatchedInserts", "true");
            case SERVER_PREPARED -> Map.of("prepareThreshold", "1");
            case PLAIN, CURSOR_FETCH, STREAMING, BUFFERING, BULK_LOAD -> Map.of();
        };
    }

    /** Compares the process that the driver may cancel with the session's own: a pooler gives its clients other numbers. */
    @Override
    public boolean isShared(Connection connection) throws SQLException {
        Optional<Object> given = asked(connection, "getBackendPID");
        return given.isPresent()
                && !given.equals(Sql.text(connection, "select pg_backend_pid()").map(Integer::valueOf));
    }

    /** Refuses a pooler that hands on the names which the driver gives to its prepared statements. */
    @Override
    public void check(Connection connection) throws SQLException {
        boolean isNaming = !asked(connection, "getPrepareThreshold").equals(Optional.of(0));
        if (isNaming && isShared(connection) && handsOnNames(connection)) {
            throw new UsageException(NAMES_CLASH);
        }
    }

    /** Prepares a statement by name, in a transaction, which has a session of its own; the driver's own would have names too. */
    private static boolean handsOnNames(Connection connection) throws SQLException {
        Sql.execute(connection, "begin");
        try (PreparedStatement trial = connection.prepareStatement(NAME)) {
            MethodUtils.invokeMethod(trial, "setPrepareThreshold", 1);
            Optional<String> name = first(trial);
            if (name.isPresent()) {
                Sql.execute(connection, "deallocate \"" + name.get() + "\"");
            }
            return name.isPresent();
        } catch (ReflectiveOperationException e) {
            return false; // a driver without names
        } catch (SQLException e) {
            if (NAME_TAKEN.equals(e.getSQLState())) {
                return true;
            }
            throw e;
        } finally {
            Sql.execute(connection, "rollback");
        }
    }

    private static Optional<String> first(PreparedStatement query) throws SQLException {
        try (ResultSet row = query.executeQuery()) {
            return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
        }
    }

    /** Returns what a method of the driver returns; empty where it has none, or the connection is none of a driver. */
    private static Optional<Object> asked(Connection connection, String method) {
        try {
            return Optional.of(MethodUtils.invokeMethod(connection.unwrap(Connection.class), method));
        } catch (SQLException | ReflectiveOperationException e) {
            return Optional.empty();
        }
    }
}

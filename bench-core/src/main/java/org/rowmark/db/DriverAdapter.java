package org.rowmark.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** The needs of a product's JDBC driver beyond a URL; by default there are none. */
public interface DriverAdapter {
    /** Returns the Maven coordinates of the driver for a target that names none; empty where the bundled one serves. */
    default List<String> coordinates(Target target) {
        return List.of();
    }

    default Map<String, String> properties(ConnectionMode mode) {
        return Map.of();
    }

    /**
     * Returns the properties by which the driver gives up a server that does not answer, in connecting, in a statement
     * and after a cancel; the limit is at least a second. Connections that are measured do not have them.
     */
    default Map<String, String> limits(Duration limit) {
        return Map.of();
    }

    /** Ends a connection and, as far as the driver can, its work on the server, in another thread than the waiting one. */
    default void abort(Connection connection) throws SQLException {
        connection.abort(Runnable::run);
    }

    /** Prepares a query whose rows are read forward only, in the way of the connection's mode; the caller closes it. */
    default PreparedStatement prepareQuery(Connection connection, String sql, ConnectionMode mode) throws SQLException {
        return connection.prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    }

    default Optional<String> plan(Connection connection, String sql) throws SQLException {
        return Optional.empty();
    }

    /** Returns whether a transaction failed by a deadlock or conflict with others, so that it can be repeated. */
    default boolean mayRepeat(SQLException failure) {
        return String.valueOf(failure.getSQLState()).startsWith("40");
    }

    /** Makes this process ready for connections, before the driver sees the URL. */
    default void prepare(Endpoint endpoint) {}

    /** Releases an embedded database whose connections are closed, where another process could not open it else. */
    default void release(Endpoint endpoint) throws SQLException {}

    /** Explains in one line the meaning of a driver's error and its remedy, where its own text does not. */
    default Optional<String> explain(SQLException failure) {
        return Optional.empty();
    }

    /** @throws UsageException if other connections like this new one would fail, with the remedy */
    default void check(Connection connection) throws SQLException {}

    /** Returns whether a pooler between gives the server's session to other clients too, with what is set in it. */
    default boolean isShared(Connection connection) throws SQLException {
        return false;
    }

    /** Refuses to set something in a session that other clients would get. */
    default void requireOwnSession(Connection connection, String what) throws SQLException {
        if (isShared(connection)) {
            throw new UsageException(
                    what + " needs a session of its own, and a pooler between gives the sessions of its"
                            + " server to all its clients; give the address of the server itself");
        }
    }
}

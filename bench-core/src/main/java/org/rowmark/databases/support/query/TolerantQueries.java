package org.rowmark.databases.support.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.lang3.function.FailableFunction;
import org.rowmark.util.Sql;

/**
 * Queries of a server that may not support or permit them. Each query is independent: one that fails leaves the
 * connection as it was and has no answer. After a query that closed the connection no other is sent.
 */
public final class TolerantQueries {
    /** The limit of a query: some endpoints never answer a query that they do not support, instead of refusing it. */
    private static final int LIMIT_MS = 30_000;

    private final Connection connection;

    /** @param connection autocommit is on, and is on again after each query */
    public TolerantQueries(Connection connection) {
        this.connection = connection;
    }

    /** Returns the answer; empty if there is none, for whatever reason. */
    public <T> Optional<T> query(FailableFunction<Connection, T, SQLException> query) {
        if (isGone()) {
            return Optional.empty();
        }
        Optional<Integer> previousLimit = limitTime();
        try {
            return Optional.ofNullable(query.apply(connection));
        } catch (SQLException | RuntimeException | LinkageError e) {
            // A driver that gets an unexpected answer throws anything; an old driver lacks methods.
            restore();
            return Optional.empty();
        } finally {
            previousLimit.ifPresent(this::setTimeLimit);
        }
    }

    public boolean yes(FailableFunction<Connection, Boolean, SQLException> query) {
        return query(query).orElse(false);
    }

    /** Returns the only value of a query, as text; empty for no row, null and blank as well. */
    public Optional<String> value(String query) {
        return query(open -> ServerInfoQueries.value(open, query)).filter(TolerantQueries::isKnown);
    }

    /** Returns rows of name and value, without those that have no value. */
    public Map<String, String> pairs(String query) {
        Map<String, String> pairs =
                query(open -> ServerInfoQueries.pairs(open, query)).orElseGet(TreeMap::new);
        pairs.values().removeIf(value -> !isKnown(value));
        return pairs;
    }

    /** Executes a statement; false if that fails. */
    boolean executes(String sql) {
        return yes(open -> {
            Sql.execute(open, sql);
            return true;
        });
    }

    private static boolean isKnown(String value) {
        return !value.isBlank() && !value.equals(ServerInfoQueries.UNKNOWN);
    }

    private boolean isGone() {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    private void restore() {
        try {
            if (!connection.isClosed() && !connection.getAutoCommit()) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        } catch (SQLException | RuntimeException e) {
            // A connection that cannot be restored is lost: the next query finds it closed or fails by itself.
        }
    }

    /** Sets the limit and returns the previous one; empty where the driver has none. */
    private Optional<Integer> limitTime() {
        try {
            int before = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, LIMIT_MS);
            return Optional.of(before);
        } catch (SQLException | RuntimeException | LinkageError e) {
            return Optional.empty();
        }
    }

    private void setTimeLimit(int milliseconds) {
        try {
            connection.setNetworkTimeout(Runnable::run, milliseconds);
        } catch (SQLException | RuntimeException e) {
            // Only a closed connection refuses a limit that it had before.
        }
    }
}

package org.rowmark.databases.support.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rowmark.util.Sql;

/**
 * Asks a server that may not know the answer, or the question: each question stands on its own, and one that is refused
 * leaves the connection as it was and counts as not answered. When a question has cost the connection, none is asked
 * after it.
 */
public final class TolerantQueries {
    /** Some endpoints do not refuse what they do not know, they never answer. */
    private static final int PATIENCE_MS = 30_000;

    private final Connection connection;

    /** @param connection autocommit is on, and is on again after each question */
    public TolerantQueries(Connection connection) {
        this.connection = connection;
    }

    /** What can be asked. */
    @FunctionalInterface
    public interface Question<T> {
        T answer(Connection connection) throws SQLException;
    }

    /** The answer; empty if there is none, for whatever reason. */
    public <T> Optional<T> ask(Question<T> question) {
        if (isGone()) {
            return Optional.empty();
        }
        Optional<Integer> patience = limitPatience();
        try {
            return Optional.ofNullable(question.answer(connection));
        } catch (SQLException | RuntimeException | LinkageError e) {
            // A driver that meets an answer it does not expect throws anything; a driver of old lacks methods.
            restore();
            return Optional.empty();
        } finally {
            patience.ifPresent(this::setPatience);
        }
    }

    public boolean yes(Question<Boolean> question) {
        return ask(question).orElse(false);
    }

    /** The only value of a query, as text; empty for no row, null and blank as well. */
    public Optional<String> value(String query) {
        return ask(asked -> ServerInfoQueries.value(asked, query)).filter(TolerantQueries::isKnown);
    }

    /** Rows of name and value, without those that have no value. */
    public Map<String, String> pairs(String query) {
        Map<String, String> pairs =
                ask(asked -> ServerInfoQueries.pairs(asked, query)).orElseGet(TreeMap::new);
        pairs.values().removeIf(value -> !isKnown(value));
        return pairs;
    }

    /** Whether the statement is carried out. */
    boolean executes(String sql) {
        return yes(asked -> {
            Sql.execute(asked, sql);
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
            // A connection that cannot be put right is gone: the next question finds it closed or fails on its own.
        }
    }

    /** The limit that was there; empty where the driver has none. */
    private Optional<Integer> limitPatience() {
        try {
            int before = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, PATIENCE_MS);
            return Optional.of(before);
        } catch (SQLException | RuntimeException | LinkageError e) {
            return Optional.empty();
        }
    }

    private void setPatience(int milliseconds) {
        try {
            connection.setNetworkTimeout(Runnable::run, milliseconds);
        } catch (SQLException | RuntimeException e) {
            // Only a connection that is closed refuses what it took before.
        }
    }
}

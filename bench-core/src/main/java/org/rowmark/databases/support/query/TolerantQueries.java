package org.rowmark.databases.support.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.lang3.function.FailableFunction;
import org.rowmark.util.Sql;

/** Queries of a server that may not support or permit them: one that fails has no answer, whatever the reason. */
public final class TolerantQueries {
    private final Connection connection;

    public TolerantQueries(Connection connection) {
        this.connection = connection;
    }

    public <T> Optional<T> query(FailableFunction<Connection, T, SQLException> query) {
        try {
            return Optional.ofNullable(query.apply(connection));
        } catch (SQLException | RuntimeException | LinkageError e) {
            // A driver that gets an unexpected answer throws anything; an old driver lacks methods.
            return Optional.empty();
        }
    }

    public boolean yes(FailableFunction<Connection, Boolean, SQLException> query) {
        return query(query).orElse(false);
    }

    /** Returns the only value of a query, as text; empty for no row, null and blank as well. */
    public Optional<String> value(String query) {
        return query(open -> ServerInfoQueries.value(open, query)).filter(TolerantQueries::isKnown);
    }

    public Map<String, String> pairs(String query) {
        Map<String, String> pairs =
                query(open -> ServerInfoQueries.pairs(open, query)).orElseGet(TreeMap::new);
        pairs.values().removeIf(value -> !isKnown(value));
        return pairs;
    }

    public boolean executes(String sql) {
        return yes(open -> {
            Sql.execute(open, sql);
            return true;
        });
    }

    private static boolean isKnown(String value) {
        return !value.isBlank() && !value.equals(ServerInfoQueries.UNKNOWN);
    }
}

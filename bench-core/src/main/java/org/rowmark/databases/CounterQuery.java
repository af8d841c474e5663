package org.rowmark.databases;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rowmark.db.Counter;
import org.rowmark.db.Counter.Kind;

/**
 * A query whose columns are counters, each labelled with what it is: {@code data.reads}; or just {@code reads} behind a
 * first column labelled {@code kind}, which says of each row what it counts on. Null is a counter that is not told. The
 * unit follows from the name: bytes, milliseconds of what ends with {@code -time}, or a count; a {@code size} is a
 * level.
 */
final class CounterQuery {
    private static final String KIND = "kind";

    private CounterQuery() {}

    /** All that the query tells. */
    static List<Counter> read(Connection connection, String query) throws SQLException {
        List<Counter> counters = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            ResultSetMetaData labels = rows.getMetaData();
            boolean severalKinds = labels.getColumnLabel(1).equals(KIND);
            while (rows.next()) {
                String prefix = severalKinds ? rows.getString(1) + "." : "";
                for (int column = severalKinds ? 2 : 1; column <= labels.getColumnCount(); column++) {
                    double value = rows.getDouble(column);
                    if (!rows.wasNull()) {
                        counters.add(counter(prefix + labels.getColumnLabel(column), value));
                    }
                }
            }
        }
        return counters;
    }

    /**
     * The same; empty if the server refuses to answer, for want of a right or of what is asked for. In autocommit a
     * refusal leaves nothing behind.
     *
     * @throws SQLException when the connection is gone
     */
    static List<Counter> readIfTold(Connection connection, String query) throws SQLException {
        try {
            return read(connection, query);
        } catch (SQLException refusal) {
            if (connection.isClosed()) {
                throw refusal;
            }
            return List.of();
        }
    }

    /** Whether there is more among them than sizes. */
    static boolean countsEvents(List<Counter> counters) {
        return !counters.stream().allMatch(Counter::isLevel);
    }

    /** @param metric kind and name, for example {@code data.bytes-written} */
    static Counter counter(String metric, double value) {
        int dot = metric.indexOf('.');
        Kind kind = Kind.valueOf(metric.substring(0, dot).toUpperCase(Locale.ROOT));
        String name = metric.substring(dot + 1);
        return name.equals("size") ? Counter.size(kind, value) : new Counter(name, kind, unit(name), value);
    }

    private static String unit(String name) {
        if (name.startsWith("bytes-")) {
            return "bytes";
        }
        return name.endsWith("-time") ? "ms" : "count";
    }
}

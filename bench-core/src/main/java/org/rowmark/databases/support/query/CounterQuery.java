package org.rowmark.databases.support.query;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.rowmark.db.Counter;
import org.rowmark.db.Counter.Kind;
import org.rowmark.util.Sql;

/**
 * A query whose columns are counters, labelled such as {@code data.reads}; or {@code reads}, after a column {@code
 * kind} and perhaps a column {@code file}. Null is a counter that the server does not report. The unit follows from the
 * name: bytes, milliseconds of names that end with {@code -time}, or a count; a {@code size} is a level.
 */
public final class CounterQuery {
    private static final String KIND = "kind";
    private static final String FILE = "file";

    private CounterQuery() {}

    public static List<Counter> read(Connection connection, String query) throws SQLException {
        List<List<Counter>> rows = Sql.rows(connection, query, CounterQuery::row);
        return rows.stream().flatMap(List::stream).toList();
    }

    private static List<Counter> row(ResultSet row) throws SQLException {
        ResultSetMetaData labels = row.getMetaData();
        boolean severalKinds = labels.getColumnLabel(1).equals(KIND);
        boolean severalFiles = severalKinds && labels.getColumnLabel(2).equals(FILE);
        String prefix = severalKinds ? row.getString(1) + "." : "";
        String file = severalFiles ? Objects.requireNonNullElse(row.getString(2), "") : "";
        List<Counter> counters = new ArrayList<>();
        for (int column = severalFiles ? 3 : severalKinds ? 2 : 1; column <= labels.getColumnCount(); column++) {
            double value = row.getDouble(column);
            if (!row.wasNull()) {
                counters.add(
                        counter(prefix + labels.getColumnLabel(column), value).of(file));
            }
        }
        return counters;
    }

    /** Adds the sums by kind of the counters of single files. */
    public static List<Counter> withSums(List<Counter> files) {
        Map<String, Counter> all = new LinkedHashMap<>();
        files.forEach(counter -> add(counter.of(""), all));
        files.stream()
                .filter(counter -> !counter.file().isEmpty())
                .forEach(counter -> add(counter, all)); // files whose names differ in unfit characters only are one
        return List.copyOf(all.values());
    }

    private static void add(Counter counter, Map<String, Counter> all) {
        all.merge(counter.metric(), counter, (one, other) -> one.with(one.value() + other.value()));
    }

    /** Reads, in autocommit, the counters of all queries that the server does not refuse. */
    public static List<Counter> readPermitted(Connection connection, String... queries) throws SQLException {
        List<Counter> counters = new ArrayList<>();
        for (String query : queries) {
            try {
                counters.addAll(read(connection, query));
            } catch (SQLException refusal) {
                if (connection.isClosed()) {
                    throw refusal;
                }
            }
        }
        return counters;
    }

    /** @param metric kind and name, for example {@code data.bytes-written} */
    public static Counter counter(String metric, double value) {
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

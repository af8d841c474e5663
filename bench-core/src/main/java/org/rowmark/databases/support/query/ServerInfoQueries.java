package org.rowmark.databases.support.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.rowmark.util.Sql;

/** Queries and texts of server information, the same for all products. */
public final class ServerInfoQueries {
    public static final String UNKNOWN = "unknown";

    private ServerInfoQueries() {}

    public static String value(Connection connection, String query) throws SQLException {
        return Sql.text(connection, query).map(String::strip).orElse(UNKNOWN);
    }

    public static Map<String, String> pairs(Connection connection, String query) throws SQLException {
        Map<String, String> pairs = new TreeMap<>();
        Sql.rows(
                connection,
                query,
                row -> pairs.put(
                        row.getString(1).strip(),
                        Objects.requireNonNullElse(row.getString(2), UNKNOWN).strip()));
        return pairs;
    }

    public static String commitWaits(boolean yes, String because) {
        return "commit waits for the disk: " + (yes ? "yes" : "no") + " (" + because + ")";
    }

    public static String commitUnknown(String because) {
        return "commit waits for the disk: " + UNKNOWN + " (" + because + ")";
    }

    public static String inMemory() {
        return commitWaits(false, "in memory");
    }

    /** Reads the version that the driver reports, which is the server's own text. */
    public static String version(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName() + " "
                + connection.getMetaData().getDatabaseProductVersion();
    }

    public static Map<String, String> changed(Map<String, String> settings, Map<String, String> defaults) {
        Map<String, String> changed = new TreeMap<>();
        settings.forEach((name, value) -> {
            if (!value.equalsIgnoreCase(defaults.getOrDefault(name, value))) {
                changed.put(name, value);
            }
        });
        return changed;
    }

    /** Returns the SQL expression of a text, with {@code (empty)} for the empty one. */
    public static String shown(String text) {
        return "case " + text + " when '' then '(empty)' else " + text + " end";
    }

    /** Returns {@code 'a', 'b'} for an SQL {@code in}. */
    public static String quoted(Iterable<String> names) {
        return "'" + String.join("', '", names) + "'";
    }
}

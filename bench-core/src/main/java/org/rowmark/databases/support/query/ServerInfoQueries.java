package org.rowmark.databases.support.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.rowmark.util.Sql;

/** Reads what a server says about itself, and words it alike for all. */
public final class ServerInfoQueries {
    /** Stands for a value that the server does not tell. */
    public static final String UNKNOWN = "unknown";

    private ServerInfoQueries() {}

    /** The only value of a query, as text; "unknown" for null or no row. */
    public static String value(Connection connection, String query) throws SQLException {
        return Sql.text(connection, query).map(String::strip).orElse(UNKNOWN);
    }

    /** Rows of name and value. */
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

    /** The sentence every database uses for its durability. */
    public static String commitWaits(boolean yes, String because) {
        return "commit waits for the disk: " + (yes ? "yes" : "no") + " (" + because + ")";
    }

    /** The sentence for a server that does not say what its commits wait for. */
    public static String commitUnknown(String because) {
        return "commit waits for the disk: " + UNKNOWN + " (" + because + ")";
    }

    /** The sentence of a database that has no disk. */
    public static String inMemory() {
        return commitWaits(false, "in memory");
    }

    /** The version that the driver reports, which is the server's own text. */
    public static String version(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName() + " "
                + connection.getMetaData().getDatabaseProductVersion();
    }

    /** Those of the settings that have a known default and another value. */
    public static Map<String, String> changed(Map<String, String> settings, Map<String, String> defaults) {
        Map<String, String> changed = new TreeMap<>();
        settings.forEach((name, value) -> {
            if (!value.equalsIgnoreCase(defaults.getOrDefault(name, value))) {
                changed.put(name, value);
            }
        });
        return changed;
    }

    /** The SQL expression of a text, with a word for the one that would show as nothing. */
    public static String shown(String text) {
        return "case " + text + " when '' then '(empty)' else " + text + " end";
    }

    /** {@code 'a', 'b'} for an SQL {@code in}. */
    public static String quoted(Iterable<String> names) {
        return "'" + String.join("', '", names) + "'";
    }
}

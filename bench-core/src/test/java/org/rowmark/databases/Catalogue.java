package org.rowmark.databases;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.lang3.function.FailableFunction;
import org.rowmark.util.Sql;

/**
 * The catalogue of a whole server: schemas, tables, their columns and indexes, and routines as the driver returns them,
 * and the rows of the product's own catalogue, users, rights and settings among them. The query in {@code
 * <product>/catalogue.sql} names its tables; {@code <product>/theirs.sql} makes objects of all kinds, as another
 * application would.
 */
public final class Catalogue {
    /** Columns whose values a server changes by itself. */
    private static final Set<String> VOLATILE = Set.of("""
            relpages reltuples relallvisible relfrozenxid relminmxid datfrozenxid datminmxid
            table_rows avg_row_length data_length max_data_length index_length data_free update_time check_time checksum
            cardinality timestamp row_count_estimate last_modification estimated_size""".split("\\s+"));

    /** The schemas that a session of PostgreSQL had for its temporary tables are kept for the next one. */
    private static final String OF_A_SESSION = "(?s).* nspname=pg_(toast_)?temp_\\d+ .*";

    /** HSQLDB names what has no name anew at each start. */
    private static final String OF_A_START = "(?i)(sys_(ct|pk|fk|idx))_[0-9]+";

    /** How the line of a table begins that cannot be read. */
    public static final String UNREADABLE = "unreadable ";

    private Catalogue() {}

    /**
     * Returns a line per object or row, the driver's in lower case, sorted. Nothing is there for what a driver does not
     * return; a table that cannot be read has a line with the error.
     *
     * @param database its id; nothing but what the driver returns for one without a query
     */
    public static List<String> of(Connection connection, String database) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        List<String> lines = new ArrayList<>();
        add(lines, "catalog", 1, metaData, DatabaseMetaData::getCatalogs);
        add(lines, "schema", 2, metaData, DatabaseMetaData::getSchemas);
        add(lines, "table", 4, metaData, asked -> asked.getTables(null, null, "%", null));
        add(lines, "column", 8, metaData, asked -> asked.getColumns(null, null, "%", "%"));
        for (List<String> table : tablesWithPlace(metaData)) {
            add(
                    lines,
                    "index",
                    9,
                    metaData,
                    asked -> asked.getIndexInfo(table.get(0), table.get(1), table.get(2), false, true));
        }
        add(lines, "procedure", 3, metaData, asked -> asked.getProcedures(null, null, "%"));
        add(lines, "function", 3, metaData, asked -> asked.getFunctions(null, null, "%"));
        Optional<String> query = resource(database + "/catalogue.sql");
        if (query.isPresent()) {
            for (String table : Sql.rows(connection, query.get(), row -> row.getString(1))) {
                addRows(lines, table, connection);
            }
        }
        return lines.stream()
                .map(line -> line.replaceAll(OF_A_START, "$1"))
                .sorted()
                .toList();
    }

    /** Makes objects of all kinds that are not Rowmark's. */
    public static void makeTheirs(Connection connection, String database) throws SQLException {
        Sql.execute(connection, resource(database + "/theirs.sql").orElseThrow().split("\\R\\R"));
    }

    private static Optional<String> resource(String name) {
        try (InputStream text = Catalogue.class.getResourceAsStream(name)) {
            return text == null ? Optional.empty() : Optional.of(new String(text.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the names of all tables, in lower case. */
    public static List<String> tables(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet row = connection.getMetaData().getTables(null, null, "%", null)) {
            while (row.next()) {
                names.add(row.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    /** Lists the tables but for those of the system, each by catalogue, schema and name. */
    private static List<List<String>> tablesWithPlace(DatabaseMetaData metaData) throws SQLException {
        List<List<String>> tables = new ArrayList<>();
        try (ResultSet row = metaData.getTables(null, null, "%", new String[] {"TABLE", "BASE TABLE"})) {
            while (row.next()) {
                tables.add(Arrays.asList(row.getString(1), row.getString(2), row.getString(3)));
            }
        }
        return tables;
    }

    private static void add(
            List<String> lines,
            String kind,
            int columns,
            DatabaseMetaData metaData,
            FailableFunction<DatabaseMetaData, ResultSet, SQLException> query)
            throws SQLException {
        try (ResultSet row = query.apply(metaData)) {
            int all = Math.min(columns, row.getMetaData().getColumnCount());
            while (row.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= all; i++) {
                    values.add(String.valueOf(row.getString(i)));
                }
                lines.add((kind + " " + String.join(" ", values)).toLowerCase(Locale.ROOT));
            }
        } catch (SQLException e) {
            if (connectionIsLost(metaData)) {
                throw e;
            }
        }
    }

    private static void addRows(List<String> lines, String table, Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select * from " + table)) {
            ResultSetMetaData columns = row.getMetaData();
            while (row.next()) {
                StringBuilder line = new StringBuilder(table);
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    String column = columns.getColumnLabel(i).toLowerCase(Locale.ROOT);
                    if (!VOLATILE.contains(column)) {
                        line.append(' ').append(column).append('=').append(row.getString(i));
                    }
                }
                if (!line.toString().matches(OF_A_SESSION)) {
                    lines.add(line.toString());
                }
            }
        } catch (SQLException e) {
            if (connection.isClosed()) {
                throw e;
            }
            lines.add(UNREADABLE + table + ": " + e.getMessage());
        }
    }

    private static boolean connectionIsLost(DatabaseMetaData metaData) throws SQLException {
        return metaData.getConnection().isClosed();
    }
}

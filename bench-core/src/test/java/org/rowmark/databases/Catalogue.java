package org.rowmark.databases;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.lang3.function.FailableFunction;

/** The catalogue of a whole server, as its driver returns it: schemas, tables, their columns and indexes, and routines. */
public final class Catalogue {
    private Catalogue() {}

    /** Returns a line per object, in lower case, sorted. Nothing is there for what a driver does not return. */
    public static List<String> of(Connection connection) throws SQLException {
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
        return lines.stream().sorted().toList();
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

    private static boolean connectionIsLost(DatabaseMetaData metaData) throws SQLException {
        return metaData.getConnection().isClosed();
    }
}

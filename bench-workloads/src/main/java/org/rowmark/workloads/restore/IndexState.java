package org.rowmark.workloads.restore;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.rowmark.util.Sql;

/** An index of a table, as the product writes their names; active if the product uses and maintains it. */
public record IndexState(String table, String name, boolean isActive) {
    /** Reads indexes by a query with a row for each: name of the table, name of the index, whether it is active. */
    public static List<IndexState> byQuery(Connection connection, String query) throws SQLException {
        return Sql.rows(
                connection, query, row -> new IndexState(row.getString(1), row.getString(2), row.getBoolean(3)));
    }

    /** Reads the indexes of all user tables from the driver's metadata; every one is active. */
    static List<IndexState> byMetaData(Connection connection) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        List<IndexState> indexes = new ArrayList<>();
        for (UserTable table : UserTable.all(connection)) {
            Set<String> names = new TreeSet<>();
            try (ResultSet rows = metaData.getIndexInfo(table.catalog(), table.schema(), table.name(), false, true)) {
                while (rows.next()) {
                    if (rows.getString("INDEX_NAME") != null) {
                        names.add(rows.getString("INDEX_NAME"));
                    }
                }
            }
            names.forEach(name -> indexes.add(new IndexState(table.name(), name, true)));
        }
        return indexes;
    }
}

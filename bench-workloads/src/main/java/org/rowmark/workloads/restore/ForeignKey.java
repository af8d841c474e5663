package org.rowmark.workloads.restore;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A foreign key of user tables.
 *
 * @param child the table that refers, quoted
 * @param parent the table that is referred to, quoted
 * @param conditions pairs of columns, quoted: of the child, and of the parent
 */
record ForeignKey(String child, String parent, List<String[]> conditions) {

    /** Lists all keys. Drivers mix the columns of several keys to one table, sorted by table and place in the key. */
    static List<ForeignKey> all(Connection connection) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        String quote = metaData.getIdentifierQuoteString().strip();
        List<ForeignKey> keys = new ArrayList<>();
        for (UserTable table : UserTable.all(connection)) {
            Map<String, ForeignKey> named = new HashMap<>();
            try (ResultSet rows = metaData.getImportedKeys(table.catalog(), table.schema(), table.name())) {
                while (rows.next()) {
                    String name = rows.getString("FK_NAME");
                    ForeignKey key = rows.getInt("KEY_SEQ") <= 1 ? null : named.get(name);
                    if (key == null) {
                        UserTable parent =
                                new UserTable(null, rows.getString("PKTABLE_SCHEM"), rows.getString("PKTABLE_NAME"));
                        key = new ForeignKey(table.quoted(connection), parent.quoted(connection), new ArrayList<>());
                        keys.add(key);
                        named.put(name, key);
                    }
                    key.conditions.add(new String[] {
                        quote + rows.getString("FKCOLUMN_NAME") + quote, quote + rows.getString("PKCOLUMN_NAME") + quote
                    });
                }
            }
        }
        return keys;
    }

    /** Counts the rows that refer to a missing one. */
    long orphans(Connection connection) throws SQLException {
        StringBuilder sql = new StringBuilder(String.format(
                Locale.ROOT, "select count(*) from %s c where not exists (select 1 from %s p where ", child, parent));
        String and = "";
        StringBuilder isSet = new StringBuilder();
        for (String[] pair : conditions) {
            sql.append(and).append("p.").append(pair[1]).append(" = c.").append(pair[0]);
            isSet.append(" and c.").append(pair[0]).append(" is not null");
            and = " and ";
        }
        sql.append(')').append(isSet);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql.toString())) {
            row.next();
            return row.getLong(1);
        }
    }
}

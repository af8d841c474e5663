package org.rowmark.workloads.restore;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.rowmark.util.Sql;

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
        String same = each("p.%2$s = c.%1$s", " and ");
        String isSet = each(" and c.%1$s is not null", "");
        return Sql.number(
                connection,
                "select count(*) from " + child + " c where not exists (select 1 from " + parent + " p where " + same
                        + ")" + isSet);
    }

    private String each(String condition, String separator) {
        return conditions.stream()
                .map(pair -> String.format(Locale.ROOT, condition, (Object[]) pair))
                .collect(Collectors.joining(separator));
    }
}

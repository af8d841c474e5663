package org.rowmark.databases.mysql;

import java.io.InputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.rowmark.databases.support.query.DriverCalls;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.query.TabSeparated;
import org.rowmark.db.Loader;
import org.rowmark.db.RowSource;
import org.rowmark.util.Sql;

/**
 * {@code LOAD DATA LOCAL INFILE} of a stream, one transaction. InnoDB's bulk insert into empty tables (MariaDB without
 * unique_checks and foreign_key_checks) sorts what is in order, and took a quarter more of the server's CPU time.
 */
final class MySqlLoader implements Loader {
    private static final Set<Integer> BINARY = Set.of(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB);

    static boolean isAllowed(Connection connection) throws SQLException {
        return ServerInfoQueries.value(connection, "select @@local_infile").equals("1");
    }

    /**
     * Loads rows, in batches where the server takes no data from its clients; fails if a value was not taken as it is:
     * with LOCAL the server only warns of duplicate keys and of values that are too long.
     */
    @Override
    public void load(Connection connection, RowSource rows) throws SQLException {
        if (!isAllowed(connection)) {
            rows.insertInBatches(connection, new MySqlDialect(MySqlDialect.SPATIAL));
            return;
        }
        try (Statement statement = connection.createStatement()) {
            String load = statement(rows, rows.types(connection));
            Statement own = statement.unwrap(Statement.class);
            // bytes are no text in any character set
            InputStream data = new TabSeparated(rows, "", MySqlLoader::crc32);
            DriverCalls.call(() -> MethodUtils.invokeMethod(own, "setLocalInfileInputStream", data));
            int loaded = statement.executeUpdate(load);
            try (ResultSet warnings = statement.executeQuery("show warnings")) {
                if (warnings.next()) {
                    throw new SQLException("loading " + rows.table() + ": " + warnings.getString("Message"));
                }
            }
            if (loaded != rows.count()) {
                throw new SQLException(
                        "loading " + rows.table() + ": the server took " + loaded + " of " + rows.count() + " rows");
            }
        }
    }

    private static long crc32(byte[] bytes, int from, int count) {
        CRC32 crc = new CRC32();
        crc.update(bytes, from, count);
        return crc.getValue();
    }

    @Override
    public boolean isSum(Connection connection, RowSource sent) throws SQLException {
        String text = "concat_ws(_utf8mb4 x'09', " + String.join(", ", sent.columns()) + ")";
        return Sql.number(connection, "select sum(crc32(" + text + ")) from " + sent.table())
                == sent.sum().sum();
    }

    @Override
    public Connections connections() {
        return Connections.SEVERAL_PER_TABLE;
    }

    /** Names the backslash, as sessions may have it escape nothing, in a notation that means the same in those. */
    static String statement(RowSource rows, int[] types) {
        List<String> fields = new ArrayList<>();
        List<String> decoded = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            String column = rows.columns().get(i);
            if (BINARY.contains(types[i])) {
                fields.add("@hex" + i);
                decoded.add(column + " = unhex(@hex" + i + ")");
            } else {
                fields.add(column);
            }
        }
        return "load data local infile 'rowmark' into table " + rows.table()
                + " character set utf8mb4 fields escaped by x'5c' (" + String.join(", ", fields) + ")"
                + (decoded.isEmpty() ? "" : " set " + String.join(", ", decoded));
    }
}

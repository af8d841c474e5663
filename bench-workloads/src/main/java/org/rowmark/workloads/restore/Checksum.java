package org.rowmark.workloads.restore;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.zip.CRC32C;
import org.rowmark.data.DataGenerator;

/**
 * Number of rows and checksum of a table. A row's hash is a mix of the CRC-32C of its values, their places and, for numbers, the
 * values themselves; the table's is the sum over its rows, so their order does not matter and rows that occur twice do not
 * cancel out.
 */
final class Checksum {
    private static final int FETCH_SIZE = 1000;
    private static final long NULL = 0x6E756C6CL;

    private final CRC32C crc = new CRC32C();

    private Checksum() {}

    /** @param connection in a transaction */
    static Inventory.Contents of(Connection connection, String table) throws SQLException {
        Checksum checksum = new Checksum();
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FETCH_SIZE);
            try (ResultSet rows = statement.executeQuery("select * from " + table)) {
                ResultSetMetaData metaData = rows.getMetaData();
                int[] types = new int[metaData.getColumnCount()];
                for (int i = 0; i < types.length; i++) {
                    types[i] = metaData.getColumnType(i + 1);
                }
                long count = 0;
                long sum = 0;
                while (rows.next()) {
                    count++;
                    sum += checksum.row(rows, types);
                }
                return new Inventory.Contents(count, sum);
            }
        }
    }

    private long row(ResultSet row, int[] types) throws SQLException {
        long hash = types.length;
        for (int i = 0; i < types.length; i++) {
            hash = DataGenerator.mix(hash ^ value(row, i + 1, types[i]));
        }
        return hash;
    }

    private long value(ResultSet row, int column, int type) throws SQLException {
        long value = switch (type) {
            case Types.SMALLINT, Types.INTEGER, Types.BIGINT -> row.getLong(column);
            case Types.DOUBLE, Types.FLOAT, Types.REAL -> Double.doubleToLongBits(row.getDouble(column));
            case Types.BLOB, Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> crc(row.getBytes(column));
            default -> crc(row.getString(column));
        };
        return row.wasNull() ? NULL : value;
    }

    private long crc(String text) {
        return text == null ? NULL : crc(text.getBytes(StandardCharsets.UTF_8));
    }

    private long crc(byte[] bytes) {
        if (bytes == null) {
            return NULL;
        }
        crc.reset();
        crc.update(bytes);
        return crc.getValue();
    }
}

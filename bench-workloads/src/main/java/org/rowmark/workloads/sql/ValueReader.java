package org.rowmark.workloads.sql;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;

/**
 * The reading of every value of a result, by the getter of its column's type. What is made of a value for the compiler
 * does not depend on its size: {@link Result} compares contents, in passes that are not measured.
 */
final class ValueReader {
    private final int[] types;

    ValueReader(ResultSetMetaData metaData) throws SQLException {
        types = new int[metaData.getColumnCount()];
        for (int i = 0; i < types.length; i++) {
            types[i] = type(metaData, i + 1);
        }
    }

    /** Returns the type of a column; another one than bigint where a long does not hold its values. */
    private static int type(ResultSetMetaData metaData, int column) throws SQLException {
        int type = metaData.getColumnType(column);
        boolean isLong =
                type != Types.BIGINT || metaData.getColumnClassName(column).equals(Long.class.getName());
        return isLong ? type : Types.OTHER;
    }

    /** Reads all rows; returns a number of their values. */
    long read(ResultSet rows) throws SQLException {
        long all = 0;
        while (rows.next()) {
            for (int i = 0; i < types.length; i++) {
                all = 31 * all + value(rows, i + 1, types[i]);
            }
        }
        return all;
    }

    private static long value(ResultSet row, int column, int type) throws SQLException {
        return switch (type) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> row.getLong(column);
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> Double.doubleToRawLongBits(row.getDouble(column));
            case Types.CHAR,
                    Types.VARCHAR,
                    Types.LONGVARCHAR,
                    Types.NCHAR,
                    Types.NVARCHAR,
                    Types.LONGNVARCHAR,
                    Types.CLOB,
                    Types.NCLOB -> of(row.getString(column));
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> of(row.getBytes(column));
            default -> row.getObject(column) == null ? 0 : 1;
        };
    }

    private static long of(String text) {
        return text == null || text.isEmpty() ? 0 : (long) text.length() << Character.SIZE | text.charAt(0);
    }

    private static long of(byte[] bytes) {
        return bytes == null || bytes.length == 0 ? 0 : (long) bytes.length << Byte.SIZE ^ bytes[0];
    }
}

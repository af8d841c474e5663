package org.rowmark.databases.sqlserver;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rowmark.db.RowSource;

/**
 * Rows for the driver's bulk copy, which reads them one by one: the implementation of its interface ISQLServerBulkData, or
 * ISQLServerBulkRecord before version 8. Their methods are known by name only.
 */
final class SqlServerBulkRows implements InvocationHandler {
    /** A column of the table with the server's description and spelling of its name. */
    private record Column(String name, int type, int precision, int scale) {}

    private final List<Column> columns;
    private final RowSource rows;
    private long key;

    private SqlServerBulkRows(List<Column> columns, RowSource rows) {
        this.columns = columns;
        this.rows = rows;
    }

    static SqlServerBulkRows of(Connection connection, RowSource rows) throws SQLException {
        String query = "select " + String.join(", ", rows.columns()) + " from " + rows.table() + " where 1 = 0";
        List<Column> columns = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery(query)) {
            ResultSetMetaData metaData = none.getMetaData();
            for (int i = 1; i <= metaData.getColumnCount(); i++) {
                columns.add(new Column(
                        metaData.getColumnName(i),
                        metaData.getColumnType(i),
                        metaData.getPrecision(i),
                        metaData.getScale(i)));
            }
        }
        return new SqlServerBulkRows(columns, rows);
    }

    /** Returns the names of the columns in the order of their values. */
    List<String> names() {
        return columns.stream().map(Column::name).toList();
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "next" -> key++ < rows.count();
            case "getRowData" -> row();
            case "getColumnOrdinals" -> ordinals();
            case "getColumnName" -> column(arguments).name();
            case "getColumnType" -> column(arguments).type();
            case "getPrecision" -> column(arguments).precision();
            case "getScale" -> column(arguments).scale();
            case "isAutoIncrement" -> false;
            case "getColumnDateTimeFormatter" -> null;
            case "toString" -> "rows of " + rows.table();
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == arguments[0];
            default -> throw new UnsupportedOperationException(method.toString());
        };
    }

    private Column column(Object[] arguments) {
        return columns.get((Integer) arguments[0] - 1);
    }

    private Set<Integer> ordinals() {
        return IntStream.rangeClosed(1, columns.size()).boxed().collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Object[] row() {
        Object[] values = rows.row().values(key);
        Object[] row = new Object[values.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = value(values[i], columns.get(i).type());
        }
        return row;
    }

    /** Converts a value to the class of the column's type, to which the driver casts; it sends timestamps as text. */
    private static Object value(Object value, int type) {
        if (value instanceof LocalDateTime moment) {
            return Timestamp.valueOf(moment);
        }
        if (value instanceof Number number) {
            return switch (type) {
                case Types.BIGINT -> number.longValue();
                case Types.INTEGER -> number.intValue();
                case Types.DOUBLE -> number.doubleValue();
                case Types.REAL -> number.floatValue();
                case Types.DECIMAL, Types.NUMERIC -> new BigDecimal(number.toString());
                default -> number;
            };
        }
        return value;
    }
}

package org.rowmark.databases.duckdb;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.rowmark.databases.support.query.DriverCalls;
import org.rowmark.db.RowSource;

/** DuckDB's appender, which newer drivers have. It needs a value of exactly its type for every column of the table. */
final class DuckDbLoader {
    private static final String CREATE = "createAppender";
    private static final String APPEND = "append";

    private static final Map<Integer, Class<?>> CLASSES = Map.of(
            Types.BIGINT, Long.class,
            Types.INTEGER, Integer.class,
            Types.DOUBLE, Double.class,
            Types.VARCHAR, String.class,
            Types.TIMESTAMP, LocalDateTime.class,
            Types.BLOB, byte[].class);

    private record Column(int index, Class<?> type, Method append) {}

    private DuckDbLoader() {}

    static boolean isIn(Connection connection) {
        try {
            Class<?> type =
                    connection.getClass().getMethod(CREATE, String.class).getReturnType();
            for (Class<?> value : CLASSES.values()) {
                type.getMethod(APPEND, value);
            }
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    static boolean takes(Connection connection, RowSource rows) throws SQLException {
        Map<String, Class<?>> table = columnsOf(connection, rows);
        return isIn(connection)
                && table.keySet().equals(Set.copyOf(rows.columns()))
                && !table.containsValue(Void.class);
    }

    static void load(Connection connection, RowSource rows) throws SQLException {
        connection.setAutoCommit(false);
        try {
            // begins the transaction, which appending does not
            Map<String, Class<?>> table = columnsOf(connection, rows);
            DriverCalls.call(() -> append(connection, table, rows));
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private static Object append(Connection connection, Map<String, Class<?>> table, RowSource rows)
            throws ReflectiveOperationException {
        Method create = connection.getClass().getMethod(CREATE, String.class);
        Class<?> type = create.getReturnType();
        Method beginRow = type.getMethod("beginRow");
        Method appendNull = type.getMethod("appendNull");
        Method endRow = type.getMethod("endRow");
        List<Column> columns = new ArrayList<>();
        for (Map.Entry<String, Class<?>> column : table.entrySet()) {
            int index = rows.columns().indexOf(column.getKey());
            columns.add(new Column(index, column.getValue(), type.getMethod(APPEND, column.getValue())));
        }
        Object appender = create.invoke(connection, rows.table());
        try {
            for (long key = 1; key <= rows.count(); key++) {
                Object[] values = rows.row().values(key);
                beginRow.invoke(appender);
                for (Column column : columns) {
                    Object value = values[column.index()];
                    if (value == null) {
                        appendNull.invoke(appender);
                    } else {
                        column.append().invoke(appender, converted(value, column.type()));
                    }
                }
                endRow.invoke(appender);
            }
            return type.getMethod("flush").invoke(appender); // reports errors, which closing does not
        } finally {
            MethodUtils.invokeMethod(appender, "close");
        }
    }

    private static Object converted(Object value, Class<?> type) {
        if (value instanceof Number number) {
            if (type == Long.class) {
                return number.longValue();
            }
            if (type == Integer.class) {
                return number.intValue();
            }
            if (type == Double.class) {
                return number.doubleValue();
            }
        }
        return type == String.class ? value.toString() : value;
    }

    /** Reads names and classes of the table's columns, in its order; Void where values cannot be appended. */
    private static Map<String, Class<?>> columnsOf(Connection connection, RowSource rows) throws SQLException {
        Map<String, Class<?>> columns = new LinkedHashMap<>();
        rows.describe(
                connection,
                "*",
                (metaData, i) -> columns.put(
                        metaData.getColumnName(i).toLowerCase(Locale.ROOT),
                        CLASSES.getOrDefault(metaData.getColumnType(i), Void.class)));
        return columns;
    }
}

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
import org.rowmark.databases.support.query.DriverCalls;
import org.rowmark.db.RowSource;

/**
 * DuckDB's appender, which writes rows without SQL. It needs a value of exactly the column's type for every column of
 * the table, as it supports constant defaults only. Older drivers have another appender.
 */
final class DuckDbLoader implements AutoCloseable {
    private static final String CREATE = "createAppender";
    private static final String APPEND = "append";

    private static final Map<Integer, Class<?>> CLASSES = Map.of(
            Types.BIGINT, Long.class,
            Types.INTEGER, Integer.class,
            Types.DOUBLE, Double.class,
            Types.VARCHAR, String.class,
            Types.TIMESTAMP, LocalDateTime.class,
            Types.BLOB, byte[].class);

    /**
     * A column of the table.
     *
     * @param index of its values in a row
     */
    private record Column(int index, Class<?> type, Method append) {}

    private final Object appender;
    private final Method beginRow;
    private final Method endRow;
    private final Method appendNull;
    private final Method flush;
    private final List<Column> columns = new ArrayList<>();

    private DuckDbLoader(Connection connection, RowSource rows) throws SQLException {
        Map<String, Class<?>> table = columnsOf(connection, rows);
        Method create = DriverCalls.call(() -> connection.getClass().getMethod(CREATE, String.class));
        Class<?> type = create.getReturnType();
        beginRow = method(type, "beginRow");
        endRow = method(type, "endRow");
        appendNull = method(type, "appendNull");
        flush = method(type, "flush");
        for (Map.Entry<String, Class<?>> column : table.entrySet()) {
            columns.add(new Column(
                    rows.columns().indexOf(column.getKey()),
                    column.getValue(),
                    method(type, APPEND, column.getValue())));
        }
        appender = DriverCalls.call(connection, create, rows.table());
    }

    private static Method method(Class<?> type, String name, Class<?>... parameters) throws SQLException {
        return DriverCalls.call(() -> type.getMethod(name, parameters));
    }

    /** Tests if the connection's driver has the appender. */
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

    /** Tests if the rows have all columns of their table, and of types that can be appended. */
    static boolean takes(Connection connection, RowSource rows) throws SQLException {
        Map<String, Class<?>> table = columnsOf(connection, rows);
        return isIn(connection)
                && table.keySet().equals(Set.copyOf(rows.columns()))
                && !table.containsValue(Void.class);
    }

    /**
     * Loads all rows in one transaction.
     *
     * @param connection autocommit is on, and is on again afterwards
     */
    static void load(Connection connection, RowSource rows) throws SQLException {
        connection.setAutoCommit(false);
        // A transaction begins with a statement, here the query of the columns; appending begins none.
        try (DuckDbLoader appender = new DuckDbLoader(connection, rows)) {
            for (long key = 1; key <= rows.count(); key++) {
                appender.append(rows.row().values(key));
            }
            DriverCalls.call(appender.appender, appender.flush); // reports errors, which closing does not
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private void append(Object[] values) throws SQLException {
        DriverCalls.call(appender, beginRow);
        for (Column column : columns) {
            Object value = values[column.index()];
            if (value == null) {
                DriverCalls.call(appender, appendNull);
            } else {
                DriverCalls.call(appender, column.append(), converted(value, column.type()));
            }
        }
        DriverCalls.call(appender, endRow);
    }

    @Override
    public void close() throws SQLException {
        DriverCalls.call(appender, method(appender.getClass(), "close"));
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

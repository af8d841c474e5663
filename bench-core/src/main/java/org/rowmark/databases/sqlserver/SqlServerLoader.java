package org.rowmark.databases.sqlserver;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.lang3.reflect.ConstructorUtils;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.rowmark.databases.support.query.DriverCalls;
import org.rowmark.db.Dialect;
import org.rowmark.db.Loader;
import org.rowmark.db.RowSource;
import org.rowmark.util.Sql;

/**
 * Bulk copy of Microsoft's driver, from memory, like bcp; batches where driver or server have none. The driver's classes
 * come from the connection's own class loader, as a target may have a driver of its own; the interface through which rows
 * are read has had two names.
 *
 * <p>The table is not locked, as parallel loads would wait for each other.
 */
record SqlServerLoader(Dialect dialect) implements Loader {
    private static final String PACKAGE = "com.microsoft.sqlserver.jdbc.";

    /** Rows per transaction: large enough that its end does not count, small enough for the log. */
    private static final int ROWS_PER_TRANSACTION = 10_000;

    @Override
    public void load(Connection connection, RowSource rows) throws SQLException {
        if (!copy(connection, rows)) {
            rows.insertInBatches(connection, dialect);
        }
    }

    /**
     * Loads all rows by bulk copy.
     *
     * @return false if the driver has no bulk copy or the server refused all rows, as one that does not know {@code insert
     *     bulk} does; nothing has changed then
     */
    static boolean copy(Connection connection, RowSource rows) throws SQLException {
        Connection own = connection.unwrap(Connection.class);
        Optional<Method> write = write(own);
        if (write.isEmpty() || rows.count() == 0) {
            return write.isPresent();
        }
        long before = count(own, rows);
        try {
            send(own, rows, write.get());
            return true;
        } catch (SQLException e) {
            if (own.isClosed() || count(own, rows) != before) {
                throw e;
            }
            return false;
        }
    }

    /** Finds the method of the connection's driver that copies rows. */
    private static Optional<Method> write(Connection connection) throws SQLException {
        ClassLoader loader = connection.getClass().getClassLoader();
        try {
            if (!Class.forName(PACKAGE + "ISQLServerConnection", false, loader).isInstance(connection)) {
                return Optional.empty();
            }
            return Stream.of(Class.forName(PACKAGE + "SQLServerBulkCopy", true, loader)
                            .getMethods())
                    .filter(method -> method.getName().equals("writeToServer"))
                    .filter(method -> method.getParameterTypes()[0].getName().startsWith(PACKAGE))
                    .findFirst();
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    private static long count(Connection connection, RowSource rows) throws SQLException {
        return Sql.number(connection, "select count(*) from " + rows.table());
    }

    private static void send(Connection connection, RowSource rows, Method write) throws SQLException {
        Rows source = Rows.of(connection, rows);
        Class<?> type = write.getParameterTypes()[0];
        Object proxy = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, source);
        Class<?> bulkCopy = write.getDeclaringClass();
        DriverCalls.call(() -> {
            Object options = ConstructorUtils.invokeConstructor(
                    Class.forName(bulkCopy.getName() + "Options", true, bulkCopy.getClassLoader()));
            MethodUtils.invokeMethod(options, "setBatchSize", ROWS_PER_TRANSACTION);
            MethodUtils.invokeMethod(options, "setBulkCopyTimeout", 0); // unlimited, instead of 60 seconds
            Object copy = bulkCopy.getConstructor(Connection.class).newInstance(connection);
            try {
                MethodUtils.invokeMethod(copy, "setBulkCopyOptions", options);
                MethodUtils.invokeMethod(copy, "setDestinationTableName", rows.table());
                for (String column : source.names()) {
                    MethodUtils.invokeMethod(copy, "addColumnMapping", column, column);
                }
                return write.invoke(copy, proxy);
            } finally {
                MethodUtils.invokeMethod(copy, "close");
            }
        });
    }

    /**
     * Rows for the driver's bulk copy, which reads them one by one: the implementation of its interface ISQLServerBulkData, or
     * ISQLServerBulkRecord before version 8. Their methods are known by name only.
     */
    static final class Rows implements InvocationHandler {
        /** A column of the table with the server's description and spelling of its name. */
        private record Column(String name, int type, int precision, int scale) {}

        private final List<Column> columns;
        private final RowSource rows;
        private long key;

        private Rows(List<Column> columns, RowSource rows) {
            this.columns = columns;
            this.rows = rows;
        }

        static Rows of(Connection connection, RowSource rows) throws SQLException {
            List<Column> columns = rows.describe(
                    connection,
                    String.join(", ", rows.columns()),
                    (metaData, i) -> new Column(
                            metaData.getColumnName(i),
                            metaData.getColumnType(i),
                            metaData.getPrecision(i),
                            metaData.getScale(i)));
            return new Rows(columns, rows);
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
            return IntStream.rangeClosed(1, columns.size())
                    .boxed()
                    .collect(Collectors.toCollection(LinkedHashSet::new));
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
}

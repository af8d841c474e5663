package org.rowmark.databases.sqlserver;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.lang3.reflect.ConstructorUtils;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.rowmark.databases.support.query.FeatureProbe;
import org.rowmark.db.Dialect;
import org.rowmark.db.Loader;
import org.rowmark.db.RowSource;

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
        return FeatureProbe.number(connection, "select count(*) from " + rows.table());
    }

    private static void send(Connection connection, RowSource rows, Method write) throws SQLException {
        SqlServerBulkRows source = SqlServerBulkRows.of(connection, rows);
        Class<?> type = write.getParameterTypes()[0];
        try {
            Class<?> bulkCopy = write.getDeclaringClass();
            Object options = ConstructorUtils.invokeConstructor(
                    Class.forName(bulkCopy.getName() + "Options", true, bulkCopy.getClassLoader()));
            MethodUtils.invokeMethod(options, "setBatchSize", ROWS_PER_TRANSACTION);
            MethodUtils.invokeMethod(options, "setBulkCopyTimeout", 0); // unlimited, instead of 60 seconds
            Object proxy = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, source);
            try (AutoCloseable copy = (AutoCloseable)
                    bulkCopy.getConstructor(Connection.class).newInstance(connection)) {
                MethodUtils.invokeMethod(copy, "setBulkCopyOptions", options);
                MethodUtils.invokeMethod(copy, "setDestinationTableName", rows.table());
                for (String column : source.names()) {
                    MethodUtils.invokeMethod(copy, "addColumnMapping", column, column);
                }
                write.invoke(copy, proxy);
            }
        } catch (InvocationTargetException e) {
            throw asSqlException(e.getCause());
        } catch (Exception e) {
            throw asSqlException(e);
        }
    }

    private static SQLException asSqlException(Throwable thrown) {
        return thrown instanceof SQLException known ? known : new SQLException("bulk copy: " + thrown, thrown);
    }
}

package org.rowmark.databases.sqlserver;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.databases.support.query.FeatureProbe;
import org.rowmark.db.RowSource;

/**
 * Bulk copy of Microsoft's driver, from memory: the way of bcp. The driver's classes come from the connection's own
 * class loader, as a target may have a driver of its own; the interface that rows are read through has had two names.
 *
 * <p>No table lock is asked for: it would make parallel loads wait for each other.
 */
final class SqlServerBulkCopy {
    private static final String PACKAGE = "com.microsoft.sqlserver.jdbc.";

    /** A transaction each: large enough that its end does not count, small enough for the log. */
    private static final int ROWS_PER_TRANSACTION = 10_000;

    private final Connection connection;
    private final Class<?> type;
    private final Class<?> optionsType;
    private final Method write;

    private SqlServerBulkCopy(Connection connection, Class<?> type, Class<?> optionsType, Method write) {
        this.connection = connection;
        this.type = type;
        this.optionsType = optionsType;
        this.write = write;
    }

    /** Empty if the connection's driver has no bulk copy. */
    static Optional<SqlServerBulkCopy> on(Connection connection) throws SQLException {
        Connection own = connection.unwrap(Connection.class);
        ClassLoader loader = own.getClass().getClassLoader();
        try {
            if (!Class.forName(PACKAGE + "ISQLServerConnection", false, loader).isInstance(own)) {
                return Optional.empty();
            }
            Class<?> type = Class.forName(PACKAGE + "SQLServerBulkCopy", true, loader);
            Class<?> options = Class.forName(PACKAGE + "SQLServerBulkCopyOptions", true, loader);
            return Stream.of(type.getMethods())
                    .filter(method -> method.getName().equals("writeToServer"))
                    .filter(method -> method.getParameterTypes()[0].getName().startsWith(PACKAGE))
                    .findFirst()
                    .map(method -> new SqlServerBulkCopy(own, type, options, method));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    /**
     * Loads all rows.
     *
     * @return false if the server refused to take any, as one that does not know {@code insert bulk} does; nothing is
     *     changed then
     */
    boolean load(RowSource rows) throws SQLException {
        if (rows.count() == 0) {
            return true;
        }
        long before = count(rows);
        try {
            send(rows);
            return true;
        } catch (SQLException e) {
            if (connection.isClosed() || count(rows) != before) {
                throw e;
            }
            return false;
        }
    }

    private long count(RowSource rows) throws SQLException {
        return FeatureProbe.number(connection, "select count(*) from " + rows.table());
    }

    private void send(RowSource rows) throws SQLException {
        SqlServerBulkRows source = SqlServerBulkRows.of(connection, rows);
        Class<?> sourceType = write.getParameterTypes()[0];
        try {
            Object proxy = Proxy.newProxyInstance(sourceType.getClassLoader(), new Class<?>[] {sourceType}, source);
            Constructor<?> constructor = type.getConstructor(Connection.class);
            try (AutoCloseable copy = (AutoCloseable) constructor.newInstance(connection)) {
                type.getMethod("setBulkCopyOptions", optionsType).invoke(copy, options());
                type.getMethod("setDestinationTableName", String.class).invoke(copy, rows.table());
                for (String column : source.names()) {
                    type.getMethod("addColumnMapping", String.class, String.class)
                            .invoke(copy, column, column);
                }
                write.invoke(copy, proxy);
            }
        } catch (InvocationTargetException e) {
            throw asSqlException(e.getCause());
        } catch (Exception e) {
            throw asSqlException(e);
        }
    }

    private Object options() throws ReflectiveOperationException {
        Object options = optionsType.getConstructor().newInstance();
        optionsType.getMethod("setBatchSize", int.class).invoke(options, ROWS_PER_TRANSACTION);
        // 60 seconds otherwise
        optionsType.getMethod("setBulkCopyTimeout", int.class).invoke(options, 0);
        return options;
    }

    private static SQLException asSqlException(Throwable thrown) {
        return thrown instanceof SQLException known ? known : new SQLException("bulk copy: " + thrown, thrown);
    }
}

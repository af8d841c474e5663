package org.rowmark.databases.postgresql;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.SQLException;
import org.rowmark.databases.support.restore.TabSeparated;
import org.rowmark.db.RowSource;

/**
 * COPY … FROM STDIN through the driver's CopyManager. Its classes are taken from the connection's own class loader:
 * the driver may come from a jar of the target's, and a class of the bundled driver is another class.
 */
final class PostgresqlLoader {
    private PostgresqlLoader() {}

    /** One statement and so, with autocommit on, one transaction: all rows or none. */
    static void load(Connection connection, RowSource rows) throws SQLException {
        String copy = "copy " + rows.table() + " (" + String.join(", ", rows.columns()) + ") from stdin";
        try (InputStream text = new TabSeparated(rows)) {
            Object manager = copyManager(connection.unwrap(Connection.class));
            manager.getClass()
                    .getMethod("copyIn", String.class, InputStream.class)
                    .invoke(manager, copy, text);
        } catch (InvocationTargetException e) {
            throw thrown(e.getCause());
        } catch (ReflectiveOperationException | IOException e) {
            throw new SQLException("COPY through this driver is not possible: " + e, e);
        }
    }

    private static Object copyManager(Connection connection) throws ReflectiveOperationException {
        return connection
                .getClass()
                .getClassLoader()
                .loadClass("org.postgresql.PGConnection")
                .getMethod("getCopyAPI")
                .invoke(connection);
    }

    private static SQLException thrown(Throwable cause) {
        if (cause instanceof SQLException sql) {
            return sql;
        }
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return new SQLException("COPY failed: " + cause.getMessage(), cause);
    }
}

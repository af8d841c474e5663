package org.rowmark.databases.postgresql;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.SQLException;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.rowmark.databases.support.restore.TabSeparated;
import org.rowmark.db.Loader;
import org.rowmark.db.RowSource;

/**
 * COPY … FROM STDIN through the driver's CopyManager, by reflection: the driver may come from a jar of the target's, and
 * a class of the bundled driver is another class.
 */
final class PostgresqlLoader implements Loader {

    /** Loads all rows or none: one statement and so, with autocommit on, one transaction. */
    @Override
    public void load(Connection connection, RowSource rows) throws SQLException {
        String copy = "copy " + rows.table() + " (" + String.join(", ", rows.columns()) + ") from stdin";
        try (InputStream text = new TabSeparated(rows)) {
            Object manager = MethodUtils.invokeMethod(connection.unwrap(Connection.class), "getCopyAPI");
            MethodUtils.invokeMethod(manager, "copyIn", copy, text);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            if (cause instanceof SQLException || cause instanceof RuntimeException) {
                ExceptionUtils.rethrow(cause);
            }
            throw new SQLException("COPY failed: " + cause.getMessage(), cause);
        } catch (ReflectiveOperationException | IOException e) {
            throw new SQLException("COPY through this driver is not possible: " + e, e);
        }
    }
}

package org.rowmark.databases.postgresql;

import java.sql.Connection;
import java.sql.SQLException;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.rowmark.databases.support.query.DriverCalls;
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
        Connection own = connection.unwrap(Connection.class);
        DriverCalls.call(() -> MethodUtils.invokeMethod(
                MethodUtils.invokeMethod(own, "getCopyAPI"), "copyIn", copy, new TabSeparated(rows.inHex("\\x"))));
    }

    @Override
    public Connections connections() {
        return Connections.ONE_PER_TABLE;
    }
}

package org.rowmark.databases.postgresql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.LongAdder;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.rowmark.databases.support.query.DriverCalls;
import org.rowmark.databases.support.query.RowSum;
import org.rowmark.databases.support.query.TabSeparated;
import org.rowmark.db.Loader;
import org.rowmark.db.RowSource;

/** {@code COPY} by the CopyManager of the connection's own driver, all rows or none. */
final class PostgresqlLoader implements Loader {
    @Override
    public void load(Connection connection, RowSource rows) throws SQLException {
        copy(connection, "copyIn", rows, "from stdin", new TabSeparated(rows.inHex("\\x")));
    }

    /** Has the rows sent back as they were: no server before version 18 computes a checksum in less time. */
    @Override
    public boolean isSum(Connection connection, RowSource sent) throws SQLException {
        LongAdder stored = new LongAdder();
        copy(connection, "copyOut", sent, "to stdout", new RowSum(stored));
        return stored.sum() == sent.sum().sum();
    }

    private static void copy(Connection connection, String method, RowSource rows, String way, Object stream)
            throws SQLException {
        String copy = "copy " + rows.table() + " (" + String.join(", ", rows.columns()) + ") " + way;
        Connection own = connection.unwrap(Connection.class);
        DriverCalls.call(
                () -> MethodUtils.invokeMethod(MethodUtils.invokeMethod(own, "getCopyAPI"), method, copy, stream));
    }

    @Override
    public Connections connections() {
        return Connections.ONE_PER_TABLE;
    }
}

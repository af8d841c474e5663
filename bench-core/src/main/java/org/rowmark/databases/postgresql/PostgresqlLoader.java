package org.rowmark.databases.postgresql;

import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Set;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.rowmark.databases.support.query.DriverCalls;
import org.rowmark.databases.support.query.TabSeparated;
import org.rowmark.db.Loader;
import org.rowmark.db.RowSource;
import org.rowmark.util.Sql;

/** {@code COPY} by the CopyManager of the connection's own driver, all rows or none. */
final class PostgresqlLoader implements Loader {
    private static final Set<Integer> WHOLE = Set.of(Types.SMALLINT, Types.INTEGER, Types.BIGINT);

    @Override
    public void load(Connection connection, RowSource rows) throws SQLException {
        String copy = "copy " + rows.table() + " (" + String.join(", ", rows.columns()) + ") from stdin";
        Connection own = connection.unwrap(Connection.class);
        InputStream data = new TabSeparated(rows, "\\x", new RowHash());
        DriverCalls.call(
                () -> MethodUtils.invokeMethod(MethodUtils.invokeMethod(own, "getCopyAPI"), "copyIn", copy, data));
    }

    @Override
    public boolean isSum(Connection connection, RowSource sent) throws SQLException {
        String hash = Long.toString(RowHash.START);
        int[] types = sent.types(connection);
        for (int i = 0; i < types.length; i++) {
            String column = sent.columns().get(i);
            hash = (WHOLE.contains(types[i]) ? "hashint8extended(" + column : "hashtextextended(" + column + "::text")
                    + ", " + hash + ")";
        }
        return Sql.number(connection, "select sum(" + hash + " >> 32) from " + sent.table())
                == sent.sum().sum();
    }

    @Override
    public Connections connections() {
        return Connections.ONE_PER_TABLE;
    }
}

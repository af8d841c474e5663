package org.rowmark.workloads.data;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.rowmark.data.Table;
import org.rowmark.db.Dialect;
import org.rowmark.db.sql.ParameterizedSql;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;

/** The statement that inserts or updates a narrow row. Its parameters are in the dialect's order, some more than once. */
public final class UpsertStatement {
    private final NarrowValues values;
    private final SessionStatement<PreparedStatement> upsert;

    /** The index of the column for each parameter. */
    private final int[] columns;

    public UpsertStatement(Session session, Dialect dialect, Table table, NarrowValues values) throws SQLException {
        this.values = values;
        ParameterizedSql sql =
                dialect.upsert(table.name(), table.columns().subList(0, 1), table.columns(), table.types());
        columns = sql.parameters().stream().mapToInt(Integer::intValue).toArray();
        upsert = session.statement(sql.sql());
    }

    /** Inserts or updates the row with that key; its first integer is the number. Returns the driver's update count. */
    public int execute(long key, int number) throws SQLException {
        PreparedStatement statement = upsert.get();
        for (int i = 0; i < columns.length; i++) {
            switch (columns[i]) {
                case 0 -> statement.setLong(i + 1, key);
                case 1 -> statement.setInt(i + 1, number);
                case 2 -> statement.setInt(i + 1, values.b(key));
                default -> statement.setString(i + 1, values.t(key));
            }
        }
        return statement.executeUpdate();
    }
}

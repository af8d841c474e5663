package org.rowmark.workloads.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.rowmark.db.Dialect;
import org.rowmark.db.ParameterizedSql;
import org.rowmark.fixture.Table;

/** The statement that inserts or updates a narrow row. Its parameters are in the dialect's order, some more than once. */
public final class UpsertStatement implements AutoCloseable {
    private final NarrowValues values;
    private final PreparedStatement statement;

    /** The index of the column for each parameter. */
    private final int[] columns;

    public UpsertStatement(Connection connection, Dialect dialect, Table table, NarrowValues values)
            throws SQLException {
        this.values = values;
        ParameterizedSql upsert =
                dialect.upsert(table.name(), table.columns().subList(0, 1), table.columns(), table.types());
        columns = upsert.parameters().stream().mapToInt(Integer::intValue).toArray();
        statement = connection.prepareStatement(upsert.sql());
    }

    /** Binds the row with that key, but for its first integer, which is the number. */
    public void bind(long key, int number) throws SQLException {
        for (int i = 0; i < columns.length; i++) {
            switch (columns[i]) {
                case 0 -> statement.setLong(i + 1, key);
                case 1 -> statement.setInt(i + 1, number);
                case 2 -> statement.setInt(i + 1, values.b(key));
                default -> statement.setString(i + 1, values.t(key));
            }
        }
    }

    public int execute() throws SQLException {
        return statement.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}

package org.rowmark.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.commons.lang3.function.FailableBiFunction;

/**
 * Rows to load into columns of an existing table, with keys from 1 to count.
 *
 * @param sum of the checksums of the rows that were sent, to which a loader adds whose server computes them, too
 */
public record RowSource(String table, List<String> columns, long count, Row row, LongAdder sum) {
    private static final int BATCH = 1000;

    @FunctionalInterface
    public interface Row {
        /** Returns a value per column, in their order: Long, Integer, Double, String, LocalDateTime, byte[] or null. */
        Object[] values(long key);
    }

    public RowSource {
        columns = List.copyOf(columns);
    }

    public RowSource(String table, List<String> columns, long count, Row row) {
        this(table, columns, count, row, new LongAdder());
    }

    /** Inserts all rows in batches of one INSERT statement, a transaction each; autocommit is on before and afterwards. */
    public void insertInBatches(Connection connection, Dialect dialect) throws SQLException {
        int[] types = types(connection);
        connection.setAutoCommit(false);
        try (PreparedStatement insert = connection.prepareStatement(dialect.insert(table, columns))) {
            for (long key = 1; key <= count; key++) {
                bind(insert, 0, row.values(key), types);
                insert.addBatch();
                if (key % BATCH == 0 || key == count) {
                    insert.executeBatch();
                    connection.commit();
                }
            }
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    public int[] types(Connection connection) throws SQLException {
        return describe(connection, String.join(", ", columns), ResultSetMetaData::getColumnType).stream()
                .mapToInt(Integer::intValue)
                .toArray();
    }

    public <T> List<T> describe(
            Connection connection,
            String selected,
            FailableBiFunction<ResultSetMetaData, Integer, T, SQLException> description)
            throws SQLException {
        List<T> all = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("select " + selected + " from " + table + " where 1 = 0")) {
            for (int i = 1; i <= none.getMetaData().getColumnCount(); i++) {
                all.add(description.apply(none.getMetaData(), i));
            }
        }
        return all;
    }

    /** @param before number of parameters of the rows before this one in the statement */
    public static void bind(PreparedStatement insert, int before, Object[] values, int[] types) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            int parameter = before + i + 1;
            if (values[i] == null) {
                insert.setNull(parameter, types[i]);
            } else if (values[i] instanceof LocalDateTime time) {
                insert.setTimestamp(parameter, java.sql.Timestamp.valueOf(time));
            } else {
                insert.setObject(parameter, values[i]);
            }
        }
    }
}

package org.rowmark.databases.firebird;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Loader;
import org.rowmark.db.RowSource;

/** Blocks of inserts with parameters, a round trip for many rows; batches are slower, also those of Firebird 4. */
final class FirebirdLoader implements Loader {
    /** A block takes 255 contexts, an insert one of them; beyond 100 the gain is small. */
    private static final int MAX_ROWS = 100;

    /** Bytes of the parameters of a statement; more gain nothing. */
    private static final int MAX_BYTES = 64_000;

    /** Characters of the text of a statement; more gain nothing. */
    private static final int MAX_CHARACTERS = 64_000;

    /** Bytes that a parameter takes beside its value: its length, the mark of null, alignment. */
    private static final int OVERHEAD = 12;

    private static final int ROWS_PER_TRANSACTION = 10_000;

    @Override
    public void load(Connection connection, RowSource rows) throws SQLException {
        int perBlock = rowsPerBlock(rows, bytesPerRow(connection, rows));
        long whole = rows.count() - rows.count() % perBlock;
        connection.setAutoCommit(false);
        try {
            insert(connection, rows, 1, whole, perBlock);
            insert(connection, rows, whole + 1, rows.count(), (int) (rows.count() - whole));
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** Inserts the rows with these keys, a whole number of blocks, and commits. */
    private static void insert(Connection connection, RowSource rows, long first, long last, int perBlock)
            throws SQLException {
        if (first > last) {
            return;
        }
        int[] types = rows.types(connection);
        try (PreparedStatement block = connection.prepareStatement(block(rows, perBlock))) {
            for (long key = first, uncommitted = 0; key <= last; key += perBlock) {
                for (int row = 0; row < perBlock; row++) {
                    RowSource.bind(block, row * types.length, rows.row().values(key + row), types);
                }
                block.execute();
                uncommitted += perBlock;
                if (uncommitted >= ROWS_PER_TRANSACTION) {
                    connection.commit();
                    uncommitted = 0;
                }
            }
        }
        connection.commit();
    }

    static int rowsPerBlock(RowSource rows, int bytesPerRow) {
        int characters = block(rows, MAX_ROWS).length() / MAX_ROWS + 1;
        int fitting = Math.min(MAX_BYTES / bytesPerRow, MAX_CHARACTERS / characters);
        return Math.max(1, Math.min(MAX_ROWS, fitting));
    }

    static String block(RowSource rows, int count) {
        int columns = rows.columns().size();
        String parameters = IntStream.range(0, count * columns)
                .mapToObj(i -> "p" + i + " type of column " + rows.table() + "."
                        + rows.columns().get(i % columns) + "=?")
                .collect(Collectors.joining(","));
        String insert = "insert into " + rows.table() + "(" + String.join(",", rows.columns()) + ")values(";
        String inserts = IntStream.range(0, count)
                .mapToObj(row -> IntStream.range(row * columns, (row + 1) * columns)
                        .mapToObj(i -> ":p" + i)
                        .collect(Collectors.joining(",", insert, ");")))
                .collect(Collectors.joining());
        return "execute block(" + parameters + ")as begin " + inserts + "end";
    }

    private static int bytesPerRow(Connection connection, RowSource rows) throws SQLException {
        Map<String, String> lengths = ServerInfoQueries.pairs(
                connection,
                "select r.rdb$field_name, f.rdb$field_length from rdb$relation_fields r"
                        + " join rdb$fields f on f.rdb$field_name = r.rdb$field_source where r.rdb$relation_name = '"
                        + rows.table().toUpperCase(Locale.ROOT) + "'");
        return rows.columns().stream()
                .mapToInt(column -> Integer.parseInt(lengths.get(column.toUpperCase(Locale.ROOT))) + OVERHEAD)
                .sum();
    }
}

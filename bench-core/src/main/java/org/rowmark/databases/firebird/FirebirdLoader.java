package org.rowmark.databases.firebird;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rowmark.db.RowSource;

/**
 * Loads rows by blocks of inserts with parameters: a round trip for many rows. Batches take one for each row, except
 * those of the pure Java driver on Firebird 4 and later, which are slower than blocks all the same.
 */
final class FirebirdLoader {
    /** A block takes 255 contexts, an insert one of them; beyond 100 the gain is small. */
    private static final int MOST_ROWS = 100;

    /** Before Firebird 3, the parameters of a statement are one message of at most 64 KB; later ones gain no more. */
    private static final int MOST_BYTES = 64_000;

    /** Its text was of at most 64 KB too. */
    private static final int MOST_CHARACTERS = 64_000;

    /** What a parameter takes beside its value: its length, whether it is null, alignment. */
    private static final int OVERHEAD = 12;

    private static final int ROWS_PER_TRANSACTION = 10_000;

    private final Connection connection;
    private final RowSource rows;
    private final int[] types;

    private FirebirdLoader(Connection connection, RowSource rows) throws SQLException {
        this.connection = connection;
        this.rows = rows;
        this.types = rows.types(connection);
    }

    static void load(Connection connection, RowSource rows) throws SQLException {
        FirebirdLoader load = new FirebirdLoader(connection, rows);
        int perBlock = rowsPerBlock(rows, bytesPerRow(connection, rows));
        connection.setAutoCommit(false);
        try {
            long whole = rows.count() - rows.count() % perBlock;
            load.insert(1, whole, perBlock);
            load.insert(whole + 1, rows.count(), (int) (rows.count() - whole));
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** Inserts the rows with these keys, a whole number of blocks. */
    private void insert(long first, long last, int perBlock) throws SQLException {
        if (first > last) {
            return;
        }
        try (PreparedStatement block = connection.prepareStatement(block(rows, perBlock))) {
            long uncommitted = 0;
            for (long key = first; key <= last; key += perBlock) {
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
    }

    static int rowsPerBlock(RowSource rows, int bytesPerRow) {
        int characters = block(rows, MOST_ROWS).length() / MOST_ROWS + 1;
        int fitting = Math.min(MOST_BYTES / bytesPerRow, MOST_CHARACTERS / characters);
        return Math.max(1, Math.min(MOST_ROWS, fitting));
    }

    /** A block with parameters for that many rows, each of its column's type. */
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
        Map<String, Integer> lengths = new HashMap<>();
        String query = "select r.rdb$field_name, f.rdb$field_length from rdb$relation_fields r"
                + " join rdb$fields f on f.rdb$field_name = r.rdb$field_source where r.rdb$relation_name = ?";
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, rows.table().toUpperCase(Locale.ROOT));
            try (ResultSet columns = statement.executeQuery()) {
                while (columns.next()) {
                    lengths.put(columns.getString(1).strip().toLowerCase(Locale.ROOT), columns.getInt(2));
                }
            }
        }
        return rows.columns().stream()
                .mapToInt(column -> lengths.get(column.toLowerCase(Locale.ROOT)) + OVERHEAD)
                .sum();
    }
}

package org.rowmark.workloads.pagefill;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.util.Sql;

/**
 * The check that every row is in the table once and unchanged, whatever numbers the database assigned and in which
 * order: each text must be found as often as it was written.
 *
 * <p>A database that has a hash groups the rows by it, and the whole text of one row of each group is compared. Of any
 * other database, two pieces of every row are read: the beginning, which identifies the text, and one whose place moves
 * over the whole width with the row's number.
 */
public final class PageFillVerifier {
    private static final int PIECE = 16;

    /** Pieces of a text, and ranges of rows, each of which is compared at another piece. */
    private static final int PLACES = Payload.WIDTH / PIECE;

    private final Connection connection;
    private final PageFillTable table;
    private final String[] texts;
    private final long[] found;

    /** Rows with the same text, and the number of one of them. */
    private record Alike(long id, long rows) {}

    private PageFillVerifier(Connection connection, PageFillTable table, Payload texts) {
        this.connection = connection;
        this.table = table;
        this.texts = texts.inOrder();
        this.found = new long[this.texts.length];
    }

    /**
     * Checks the whole table.
     *
     * @param rows that were written
     * @throws IllegalStateException if a row is missing, duplicated or changed
     */
    public static void check(Connection connection, PageFillTable table, Payload texts, long rows) throws SQLException {
        PageFillVerifier check = new PageFillVerifier(connection, table, texts);
        check.read(rows);
        for (int text = 0; text < check.found.length; text++) {
            require(
                    check.found[text] == texts.count(text, rows),
                    "a text that was written " + texts.count(text, rows) + " times is there " + check.found[text]
                            + " times");
        }
    }

    private void read(long rows) throws SQLException {
        String query = "select count(*), count(distinct id), min(id), max(id) from " + PageFillTable.NAME;
        long[] range = Sql.rows(connection, query, row -> {
                    require(row.getLong(1) == rows, "expected " + rows + " rows, found " + row.getLong(1));
                    require(row.getLong(2) == rows, "expected " + rows + " different numbers, found " + row.getLong(2));
                    return new long[] {row.getLong(3), row.getLong(4)};
                })
                .get(0);
        Optional<String> alike = table.alike(texts.length + 1);
        if (alike.isPresent()) {
            wholes(Sql.rows(connection, alike.get(), row -> new Alike(row.getLong(1), row.getLong(2))));
        } else {
            pieces(range[0], range[1]);
        }
    }

    private void wholes(List<Alike> groups) throws SQLException {
        Map<String, Integer> whole = indexes(Payload.WIDTH);
        try (PreparedStatement one = connection.prepareStatement(table.text())) {
            for (Alike group : groups) {
                one.setLong(1, group.id());
                try (ResultSet row = one.executeQuery()) {
                    row.next();
                    Integer text = whole.get(row.getString(1).stripTrailing());
                    require(text != null, "row " + group.id() + " is not as it was written");
                    found[text] += group.rows();
                }
            }
        }
    }

    private void pieces(long first, long last) throws SQLException {
        Map<String, Integer> beginnings = indexes(PIECE);
        long length = (last - first) / PLACES + 1;
        int place = PLACES * PIECE; // The end first: texts are cut off there, and a table of few rows has few ranges.
        for (long from = first; from <= last; from += length) {
            place -= PIECE;
            int start = place;
            String range = from + " to " + (from + length - 1);
            Sql.forEach(connection, table.pieces(start + 1, PIECE, from, from + length - 1), row -> {
                Integer text = beginnings.get(row.getString(1).stripTrailing());
                boolean isSame = text != null
                        && piece(texts[text], start, PIECE)
                                .equals(row.getString(2).stripTrailing());
                require(isSame, "one of the rows " + range + " is not as it was written");
                found[text]++;
            });
        }
    }

    /** Maps the beginnings of that length to the indexes of their texts. */
    private Map<String, Integer> indexes(int length) {
        Map<String, Integer> indexes = new HashMap<>();
        for (int i = 0; i < texts.length; i++) {
            indexes.put(piece(texts[i], 0, length), i);
        }
        return indexes;
    }

    /** Returns a part without blanks at its end, which some databases remove from a fixed column or a part of it. */
    private static String piece(String text, int from, int length) {
        return text.substring(from, from + length).stripTrailing();
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException("table " + PageFillTable.NAME + ": " + otherwise);
        }
    }
}

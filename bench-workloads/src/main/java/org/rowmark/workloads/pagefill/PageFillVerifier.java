package org.rowmark.workloads.pagefill;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
        Optional<String> alike = table.alike(texts.length + 1);
        try (Statement statement = connection.createStatement()) {
            long first;
            long last;
            try (ResultSet row = statement.executeQuery(
                    "select count(*), count(distinct id), min(id), max(id) from " + PageFillTable.NAME)) {
                row.next();
                require(row.getLong(1) == rows, "expected " + rows + " rows, found " + row.getLong(1));
                require(row.getLong(2) == rows, "expected " + rows + " different numbers, found " + row.getLong(2));
                first = row.getLong(3);
                last = row.getLong(4);
            }
            if (alike.isPresent()) {
                wholes(groups(statement, alike.get()));
            } else {
                pieces(statement, first, last);
            }
        }
    }

    private static List<Alike> groups(Statement statement, String sql) throws SQLException {
        List<Alike> groups = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                groups.add(new Alike(row.getLong(1), row.getLong(2)));
            }
        }
        return groups;
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

    private void pieces(Statement statement, long first, long last) throws SQLException {
        Map<String, Integer> beginnings = indexes(PIECE);
        long length = (last - first) / PLACES + 1;
        int place = PLACES; // The end first: texts are cut off there, and a table of few rows has few ranges.
        for (long from = first; from <= last; from += length) {
            place--;
            long to = from + length - 1;
            try (ResultSet row = statement.executeQuery(table.pieces(place * PIECE + 1, PIECE, from, to))) {
                while (row.next()) {
                    Integer text = beginnings.get(row.getString(1).stripTrailing());
                    require(
                            text != null
                                    && piece(texts[text], place * PIECE, PIECE)
                                            .equals(row.getString(2).stripTrailing()),
                            "one of the rows " + from + " to " + to + " is not as it was written");
                    found[text]++;
                }
            }
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

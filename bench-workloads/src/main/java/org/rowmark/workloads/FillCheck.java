package org.rowmark.workloads;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/**
 * Whether the rows that were written are there, each once and as it was written, whatever numbers the database gave them
 * and in which order.
 *
 * <p>Of every row two pieces come to the client, not the whole text: its beginning, which tells which text it is, and one
 * from a place that moves over the whole width with the row's number. Each text must come as often as it was written.
 */
final class FillCheck {
    private static final int PIECE = 16;

    /** Pieces of a text, and stretches of rows that are asked for one after the other, each for another piece. */
    private static final int PLACES = FillTexts.WIDTH / PIECE;

    private final FillTable table;
    private final String[] texts;
    private final Map<String, Integer> byBeginning = new HashMap<>();
    private final long[] found;

    private FillCheck(FillTable table, FillTexts texts) {
        this.table = table;
        this.texts = texts.inOrder();
        this.found = new long[this.texts.length];
        for (int i = 0; i < this.texts.length; i++) {
            byBeginning.put(piece(this.texts[i], 1), i);
        }
    }

    /**
     * @param rows that were written
     * @throws IllegalStateException if one of them is missing, twice there or another one
     */
    static void check(Connection connection, FillTable table, FillTexts texts, long rows) throws SQLException {
        FillCheck check = new FillCheck(table, texts);
        try (Statement statement = connection.createStatement()) {
            check.numbers(statement, rows);
        }
        for (int text = 0; text < check.found.length; text++) {
            require(
                    check.found[text] == texts.count(text, rows),
                    "a text that was written " + texts.count(text, rows) + " times is there " + check.found[text]
                            + " times");
        }
    }

    private void numbers(Statement statement, long rows) throws SQLException {
        long first;
        long last;
        try (ResultSet row = statement.executeQuery(
                "select count(*), count(distinct id), min(id), max(id) from " + FillTable.NAME)) {
            row.next();
            require(row.getLong(1) == rows, "expected " + rows + " rows, found " + row.getLong(1));
            require(row.getLong(2) == rows, "expected " + rows + " different numbers, found " + row.getLong(2));
            first = row.getLong(3);
            last = row.getLong(4);
        }
        long length = (last - first) / PLACES + 1;
        int place = PLACES; // the end first: it is what is cut off, and few rows have few places
        for (long from = first; from <= last; from += length) {
            place--;
            pieces(statement, place * PIECE + 1, from, from + length - 1);
        }
    }

    private void pieces(Statement statement, int from, long first, long last) throws SQLException {
        try (ResultSet row = statement.executeQuery(table.pieces(from, PIECE, first, last))) {
            while (row.next()) {
                Integer text = byBeginning.get(row.getString(1).stripTrailing());
                require(
                        text != null
                                && piece(texts[text], from)
                                        .equals(row.getString(2).stripTrailing()),
                        "one of the rows " + first + " to " + last + " is not as it was written");
                found[text]++;
            }
        }
    }

    /** Some databases take blanks at the end of a part of a fixed column away. */
    private static String piece(String text, int from) {
        return text.substring(from - 1, from - 1 + PIECE).stripTrailing();
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException("table " + FillTable.NAME + ": " + otherwise);
        }
    }
}

package org.rowmark.workloads;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.rowmark.db.Dialect;
import org.rowmark.fixture.Table;
import org.rowmark.fixture.Tables;

/** The table that {@link PageFill} fills: a number that the database gives, and a fixed text of 8,000 bytes in its row. */
public final class FillTable {
    static final String NAME = "rowmark_page_fill";

    private static final String TEXT = "t";

    /** Characters that tell texts apart. */
    private static final int BEGINNING = 16;

    private final Dialect dialect;
    private final Table table;

    public FillTable(Dialect dialect) {
        this.dialect = dialect;
        this.table = new Table(
                NAME, List.of("id", TEXT), List.of(dialect.bigintType(), dialect.fixedTextType(FillTexts.WIDTH)));
    }

    /**
     * How many rows a page has room for, if they took no more than their number and text: less than one where a row takes
     * several pages.
     *
     * @param pageSize in bytes
     */
    static double rowsPerPage(int pageSize) {
        int row = Long.BYTES + FillTexts.WIDTH;
        double pages = (double) pageSize / row;
        return pages >= 1 ? Math.floor(pages) : 1 / Math.ceil(1 / pages);
    }

    Table table() {
        return table;
    }

    /** Drops what an earlier fill left, and creates it. */
    public void create(Connection connection, Tables tables) throws SQLException {
        String type = table.types().get(1);
        tables.createAnew(table, dialect.identityColumn("id") + ", " + TEXT + " " + type + " not null");
        try (Statement statement = connection.createStatement()) {
            for (String sql : dialect.keepInRow(NAME, TEXT)) {
                statement.execute(sql);
            }
        }
    }

    /** The statement of eight rows, whose parameters are their texts. */
    public PreparedStatement insert(Connection connection) throws SQLException {
        return connection.prepareStatement(
                dialect.insertRows(NAME, List.of(TEXT), List.of(table.types().get(1)), Filling.ROWS));
    }

    /**
     * The least number and the number of rows that have the same text, as far as the database's hash tells.
     *
     * @param most of such groups
     * @return empty where the database has no hash
     */
    Optional<String> alike(int most) {
        // with the beginning, because some hashes have so few bits that two of thousands of texts may well share one
        String beginning = dialect.substring(TEXT, 1, BEGINNING);
        return dialect.hash(TEXT)
                .map(hash -> "(select id, " + hash + " as h, " + beginning + " as b from " + NAME + ") hashes")
                .map(hashes -> dialect.limit("select min(id), count(*) from " + hashes + " group by h, b", most));
    }

    /** The text of the row whose number is the parameter. */
    String text() {
        return "select " + TEXT + " from " + NAME + " where id = ?";
    }

    /** The beginning of each text and a piece from another place, of the rows with those numbers. */
    String pieces(int from, int length, long first, long last) {
        return "select " + dialect.substring(TEXT, 1, length) + ", " + dialect.substring(TEXT, from, length) + " from "
                + NAME + " where id between " + first + " and " + last;
    }
}

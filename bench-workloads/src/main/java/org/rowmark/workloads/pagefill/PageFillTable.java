package org.rowmark.workloads.pagefill;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.rowmark.data.Table;
import org.rowmark.data.Tables;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.util.Sql;

/** The table of {@code page-fill}: a number assigned by the database and a text of 8,000 bytes, stored in the row. */
public final class PageFillTable {
    public static final String NAME = "rowmark_page_fill";

    private static final String TEXT = "t";

    /** Characters at the beginning of a text, enough to distinguish the texts. */
    private static final int BEGINNING = 16;

    private final Dialect dialect;
    private final Table table;

    public PageFillTable(Dialect dialect) {
        this.dialect = dialect;
        this.table = new Table(
                NAME, List.of("id", TEXT), List.of(dialect.bigintType(), dialect.fixedTextType(Payload.WIDTH)));
    }

    /**
     * Returns how many rows a page has room for, if a row were no more than its number and text; less than one where a
     * row takes several pages.
     *
     * @param pageSize in bytes
     */
    public static double rowsPerPage(int pageSize) {
        int row = Long.BYTES + Payload.WIDTH;
        double pages = (double) pageSize / row;
        return pages >= 1 ? Math.floor(pages) : 1 / Math.ceil(1 / pages);
    }

    public Table table() {
        return table;
    }

    /** Creates the table, dropping one that an earlier fill left. */
    public void create(Connection connection, Tables tables) throws SQLException {
        String type = table.types().get(1);
        tables.enable(Feature.IDENTITY);
        tables.createAnew(table, dialect.identityColumn("id") + ", " + TEXT + " " + type + " not null");
        Sql.execute(connection, dialect.keepInRow(NAME, TEXT).toArray(String[]::new));
    }

    /** Prepares the statement of eight rows, whose parameters are their texts. */
    public PreparedStatement insert(Connection connection) throws SQLException {
        return connection.prepareStatement(
                dialect.insertRows(NAME, List.of(TEXT), List.of(table.types().get(1)), PageFillRun.ROWS));
    }

    /**
     * Returns the query for groups of rows with the same text, compared by the database's hash: the least number in the
     * group and the number of its rows.
     *
     * @param most groups to return
     * @return empty where the database has no hash
     */
    Optional<String> alike(int most) {
        // With the beginning: some hashes have so few bits that two of thousands of texts may share one.
        String beginning = dialect.substring(TEXT, 1, BEGINNING);
        return dialect.hash(TEXT)
                .map(hash -> "(select id, " + hash + " as h, " + beginning + " as b from " + NAME + ") hashes")
                .map(hashes -> dialect.limit("select min(id), count(*) from " + hashes + " group by h, b", most));
    }

    /** Returns the query for the text of the row whose number is the parameter. */
    String text() {
        return "select " + TEXT + " from " + NAME + " where id = ?";
    }

    /** Returns the query for the beginning of each text and a piece from another place, in rows with those numbers. */
    String pieces(int from, int length, long first, long last) {
        return "select " + dialect.substring(TEXT, 1, length) + ", " + dialect.substring(TEXT, from, length) + " from "
                + NAME + " where id between " + first + " and " + last;
    }
}

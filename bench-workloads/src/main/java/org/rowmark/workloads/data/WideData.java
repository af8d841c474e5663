package org.rowmark.workloads.data;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.rowmark.data.DataGenerator;
import org.rowmark.data.DataSet;
import org.rowmark.data.Table;
import org.rowmark.db.Dialect;

/** Wide rows: a bigint key and a text of 8,000 ASCII characters, a function of the key. */
public record WideData(DataGenerator values) {
    /** Characters of a text, which are as many bytes. */
    public static final int WIDTH = 8000;

    private static final int GENERATOR = 1;

    /** Returns the rows with keys 1 to rows, in a table whose name includes their number. */
    public DataSet dataSet(long rows, Dialect dialect) {
        List<String> types = List.of(dialect.bigintType(), dialect.textType(WIDTH));
        Table table = new Table("rowmark_wide_" + rows, List.of("id", "t"), types);
        String fingerprint = "wide rows, generator " + GENERATOR + ", rows " + rows + ", seed " + values.seed();
        return new DataSet(table, rows, fingerprint, key -> new Object[] {key, values.text(key, WIDTH)});
    }

    /** Returns what {@link #read} returns for the row with that key. */
    public long checksum(long key) {
        return checksum(key, values.text(key, WIDTH));
    }

    /** Reads both columns of the current row; returns a checksum, for a text of another length one of no row. */
    public static long read(ResultSet row) throws SQLException {
        long key = row.getLong(1);
        String text = row.getString(2);
        return text == null || text.length() != WIDTH ? Long.MIN_VALUE : checksum(key, text);
    }

    /** Covers the length and one character, a different one in each row: reading all of them would be measured too. */
    private static long checksum(long key, String text) {
        return (key * 31 + text.length()) * 31 + text.charAt(Math.floorMod(key, WIDTH));
    }
}

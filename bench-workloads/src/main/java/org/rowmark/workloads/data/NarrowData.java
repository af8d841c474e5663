package org.rowmark.workloads.data;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.rowmark.data.DataGenerator;
import org.rowmark.data.DataSet;
import org.rowmark.data.Table;
import org.rowmark.db.Dialect;

/** Narrow rows: a bigint key, two integers and a text of 20 characters, all of them functions of the key. */
public record NarrowData(DataGenerator values) {
    public static final List<String> COLUMNS = List.of("id", "a", "b", "t");
    private static final int TEXT_LENGTH = 20;

    private static final int GENERATOR = 1;

    /** Returns a table of that name for such rows. */
    public static Table table(String name, Dialect dialect) {
        List<String> types = List.of(
                dialect.bigintType(), dialect.integerType(), dialect.integerType(), dialect.textType(TEXT_LENGTH));
        return new Table(name, COLUMNS, types);
    }

    /** Returns the rows with keys 1 to rows, in a table whose name includes their number. */
    public DataSet dataSet(long rows, Dialect dialect) {
        String name = "rowmark_narrow_" + rows;
        String fingerprint = "narrow rows, generator " + GENERATOR + ", rows " + rows + ", seed " + values.seed();
        return new DataSet(table(name, dialect), rows, fingerprint, this::row);
    }

    int a(long key) {
        return values.integer(2 * key);
    }

    int b(long key) {
        return values.integer(2 * key + 1);
    }

    String t(long key) {
        return values.text(key, TEXT_LENGTH);
    }

    /** Returns what {@link #read} returns for the row with that key. */
    public long checksum(long key) {
        return checksum(key, a(key), b(key), values.character(key, place(key)));
    }

    /**
     * Reads every column of the current row; returns a checksum of the numbers, and of the length and one character of the
     * text: reading all of them would be measured too. For a text of another length it is one of no row.
     */
    public static long read(ResultSet row) throws SQLException {
        long key = row.getLong(1);
        int a = row.getInt(2);
        int b = row.getInt(3);
        String t = row.getString(4);
        return t == null || t.length() != TEXT_LENGTH
                ? Long.MIN_VALUE | key
                : checksum(key, a, b, t.charAt(place(key)));
    }

    /** Returns the place of the character that is read: a different one in each of twenty rows. */
    private static int place(long key) {
        return Math.floorMod(key, TEXT_LENGTH);
    }

    static long checksum(long key, int a, int b, String t) {
        return checksum(key, a, b, t.charAt(place(key)));
    }

    private static long checksum(long key, int a, int b, char t) {
        // No multiplication: every row read within a measured operation is checked by this.
        return (key << 20) ^ ((long) a << 32) ^ Integer.toUnsignedLong(b) ^ ((long) t << 16);
    }

    /** Reads every column of the current row; returns a checksum of the whole row, for what is not measured. */
    public static long readAll(ResultSet row) throws SQLException {
        return contents(row.getLong(1), row.getInt(2), row.getInt(3), row.getString(4));
    }

    static long contents(long key, int a, int b, String t) {
        return (key << 20) ^ ((long) a << 32) ^ Integer.toUnsignedLong(b) ^ ((long) Objects.hashCode(t) << 16);
    }

    /** Returns the values of the row with that key, in the order of the columns. */
    public Object[] row(long key) {
        return new Object[] {key, a(key), b(key), t(key)};
    }
}

package org.rowmark.workloads.data;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.rowmark.data.DataGenerator;
import org.rowmark.data.DataSet;
import org.rowmark.data.Table;
import org.rowmark.db.Dialect;

/** Narrow rows to write, generated in advance: a key's low bits choose one of 16,384 rows of {@link NarrowData}. */
public final class NarrowValues {
    /** A power of two. */
    private static final int GENERATED = 1 << 14;

    private static final int GENERATOR = 1;

    private final int[] a = new int[GENERATED];
    private final int[] b = new int[GENERATED];
    private final String[] t = new String[GENERATED];
    private final DataGenerator values;

    public NarrowValues(DataGenerator values) {
        this.values = values;
        NarrowData rows = new NarrowData(values);
        for (int i = 0; i < GENERATED; i++) {
            a[i] = rows.a(i);
            b[i] = rows.b(i);
            t[i] = rows.t(i);
        }
    }

    /** Returns the rows with keys 1 to rows. */
    public DataSet dataSet(String table, long rows, Dialect dialect) {
        String fingerprint =
                "narrow rows to write, generator " + GENERATOR + ", rows " + rows + ", seed " + values.seed();
        return new DataSet(NarrowData.table(table, dialect), rows, fingerprint, key -> {
            int i = index(key);
            return new Object[] {key, a[i], b[i], t[i]};
        });
    }

    /** Returns what {@link NarrowData#read} returns for the row with that key. */
    public long checksum(long key) {
        int i = index(key);
        return NarrowData.checksum(key, a[i], b[i], t[i]);
    }

    /** Returns what {@link NarrowData#readAll} returns for the row with that key. */
    public long contents(long key) {
        int i = index(key);
        return NarrowData.contents(key, a[i], b[i], t[i]);
    }

    /** Binds the row with that key to four parameters, the first of which is {@code first}. */
    public void bind(PreparedStatement statement, int first, long key) throws SQLException {
        int i = index(key);
        statement.setLong(first, key);
        statement.setInt(first + 1, a[i]);
        statement.setInt(first + 2, b[i]);
        statement.setString(first + 3, t[i]);
    }

    /**
     * Binds a row with that key whose integers are those of no other row, for indexes on them: drawn here, which takes
     * about 10 ns.
     */
    public void bindRandom(PreparedStatement statement, int first, long key) throws SQLException {
        statement.setLong(first, key);
        statement.setInt(first + 1, values.integer(2 * key));
        statement.setInt(first + 2, values.integer(2 * key + 1));
        statement.setString(first + 3, t[index(key)]);
    }

    /** Returns the rows of {@link #bindRandom} with keys 1 to rows. */
    public DataSet randomDataSet(Table table, long rows) {
        String fingerprint =
                "narrow rows of random integers, generator " + GENERATOR + ", rows " + rows + ", seed " + values.seed();
        return new DataSet(table, rows, fingerprint, key ->
                new Object[] {key, values.integer(2 * key), values.integer(2 * key + 1), t[index(key)]});
    }

    /** Returns the first integer of the row with that key. */
    public int a(long key) {
        return a[index(key)];
    }

    /** Returns the second integer of the row with that key. */
    public int b(long key) {
        return b[index(key)];
    }

    /** Returns the text of the row with that key. */
    public String t(long key) {
        return t[index(key)];
    }

    private static int index(long key) {
        return (int) key & (GENERATED - 1);
    }
}

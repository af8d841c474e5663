package org.rowmark.workloads.rowbyrow;

import java.sql.SQLException;
import java.util.List;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.rowmark.data.DataGenerator;
import org.rowmark.data.DataSet;
import org.rowmark.data.DataTarget;
import org.rowmark.data.Table;
import org.rowmark.fixture.LoadedData;
import org.rowmark.fixture.ValidValues;

/**
 * Rows that the database makes by joining each row of a table with each of 1,000 others, so that any number of them
 * takes little space. All pairs meet the condition of the join, an even number is not an odd one, but a database has to
 * compare the numbers of every pair to know, and cannot multiply the sizes of the tables instead.
 */
@State(Scope.Benchmark)
public class JoinedRows extends LoadedData {
    private static final int INNER = 1000;
    private static final int GENERATOR = 1;
    private static final int SHIFT = 10;

    /** Rows of the join. */
    @Param("100000")
    @ValidValues(value = "1000000000|[1-9][0-9]{0,5}000", words = "a multiple of 1000 up to 1000000000")
    public int rows;

    private DataSet outer;
    private DataSet inner;

    @Override
    public void load(DataTarget db) throws SQLException {
        outer = numbers(db, rows / INNER);
        inner = numbers(db, INNER);
        db.load(outer);
        db.load(inner);
    }

    private static DataSet numbers(DataTarget db, long rows) {
        DataGenerator values = db.values();
        String number = db.dialect().integerType();
        Table table = new Table(
                "rowmark_join_" + rows,
                List.of("id", "even", "odd"),
                List.of(db.dialect().bigintType(), number, number));
        String fingerprint = "numbers to join, generator " + GENERATOR + ", rows " + rows + ", seed " + values.seed();
        return new DataSet(
                table, rows, fingerprint, key -> new Object[] {key, values.integer(key) & ~1, values.integer(key) | 1});
    }

    /** Returns the query that counts the rows. */
    public String count() {
        return "select count(*)" + from();
    }

    /** Returns the query of the rows, which are two keys each. */
    public String select() {
        return "select x.id as i, y.id as j" + from();
    }

    private String from() {
        return " from " + outer.table().name() + " x cross join "
                + inner.table().name() + " y where x.even <> y.odd";
    }

    /** Returns the rows of the table that is named in errors. */
    public DataSet data() {
        return outer;
    }

    /** Returns the sum of the checksums of all rows of the query. */
    public long checksum() {
        return INNER * (sum(outer.rows()) << SHIFT) + outer.rows() * sum(INNER);
    }

    /** Returns the checksum of a row of the query. */
    public static long checksum(long i, long j) {
        return (i << SHIFT) + j;
    }

    private static long sum(long rows) {
        return rows * (rows + 1) / 2;
    }
}

package org.rowmark.workloads.data;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;
import org.rowmark.data.DataGenerator;
import org.rowmark.data.DataSet;
import org.rowmark.data.Table;
import org.rowmark.db.Dialect;

/**
 * Rows of a bigint key, the number of one of ten groups, and a bigint value.
 *
 * @param checksum the sum of what {@link #read} returns for the groups
 */
public record GroupedData(DataSet data, long checksum) {
    private static final int GROUPS = 10;
    private static final int GENERATOR = 1;

    /** Returns the rows with keys 1 to rows, in a table whose name includes their number. */
    public static GroupedData of(DataGenerator values, long rows, Dialect dialect) {
        List<String> types = List.of(dialect.bigintType(), dialect.integerType(), dialect.bigintType());
        Table table = new Table("rowmark_grouped_" + rows, List.of("id", "g", "v"), types);
        String fingerprint = "grouped rows, generator " + GENERATOR + ", rows " + rows + ", seed " + values.seed();
        LongSummaryStatistics[] groups = new LongSummaryStatistics[GROUPS];
        for (int g = 0; g < GROUPS; g++) {
            groups[g] = new LongSummaryStatistics();
        }
        LongStream.rangeClosed(1, rows).forEach(key -> groups[group(values, key)].accept(value(values, key)));
        long checksum = 0;
        for (int g = 0; g < GROUPS; g++) {
            LongSummaryStatistics group = groups[g];
            if (group.getCount() > 0) {
                checksum += checksum(g, group.getCount(), group.getSum(), group.getMin(), group.getMax());
            }
        }
        DataSet data = new DataSet(
                table, rows, fingerprint, key -> new Object[] {key, group(values, key), value(values, key)});
        return new GroupedData(data, checksum);
    }

    private static int group(DataGenerator values, long key) {
        return values.integer(2 * key) % GROUPS;
    }

    private static long value(DataGenerator values, long key) {
        return values.integer(2 * key + 1);
    }

    /** Returns the aggregation. */
    public String query() {
        return "select g, count(*), sum(v), min(v), max(v) from " + data.table().name() + " group by g";
    }

    /** Reads every column of the current group; returns a checksum. */
    public static long read(ResultSet group) throws SQLException {
        return checksum(group.getInt(1), group.getLong(2), group.getLong(3), group.getLong(4), group.getLong(5));
    }

    private static long checksum(int group, long rows, long sum, long min, long max) {
        return (((group * 31L + rows) * 31 + sum) * 31 + min) * 31 + max;
    }
}

package org.rowmark.databases.derby;

import java.util.List;
import java.util.stream.Stream;
import org.rowmark.db.Dialect;
import org.rowmark.db.ParameterizedSql;

/** What Derby says otherwise than the standard. */
final class DerbyDialect implements Dialect {
    private static final int MOST_ROWS = 1_000;

    /** A statement becomes a Java class, whose pool of constants has 65,535 places for parameters and all the rest. */
    private static final int MOST_PARAMETERS = 50_000;

    private static final int LONGEST_CHAR = 254;

    @Override
    public String fixedTextType(int length) {
        return (length <= LONGEST_CHAR ? "char(" : "varchar(") + length + ")";
    }

    @Override
    public int maxRowsPerInsert(int columns) {
        return Math.min(MOST_ROWS, MOST_PARAMETERS / columns);
    }

    @Override
    public List<String> checkpoint(String table) {
        return List.of("call syscs_util.syscs_checkpoint_database()");
    }

    @Override
    public String substring(String text, int from, int length) {
        return "substr(" + text + ", " + from + ", " + length + ")";
    }

    /** A query needs a from. */
    @Override
    public String ping() {
        return "values 1";
    }

    /** The source of a merge must be a table, so that each value comes once where it is needed. */
    @Override
    public ParameterizedSql upsert(String table, List<String> keys, List<String> columns, List<String> types) {
        List<String> others = Dialect.without(columns, keys);
        String sql = "merge into " + table + " t using sysibm.sysdummy1 on " + Dialect.joined(keys, "t.%s = ?", " and ")
                + " when matched then update set " + Dialect.joined(others, "%s = ?", ", ")
                + " when not matched then insert (" + String.join(", ", columns) + ") values "
                + Dialect.placeholders(columns.size());
        List<Integer> parameters = Stream.of(keys, others, columns)
                .flatMap(List::stream)
                .map(columns::indexOf)
                .toList();
        return new ParameterizedSql(sql, parameters);
    }
}

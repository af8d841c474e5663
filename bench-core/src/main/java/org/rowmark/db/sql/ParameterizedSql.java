package org.rowmark.db.sql;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A statement with parameters for the columns of one row.
 *
 * @param sql the text
 * @param parameters for each {@code ?} of the text, in order, the index of the column whose value it takes; the same
 *     column may come more than once
 */
public record ParameterizedSql(String sql, List<Integer> parameters) {
    public ParameterizedSql {
        parameters = List.copyOf(parameters);
    }

    /** Returns one parameter per column, in the columns' order. */
    public static ParameterizedSql inOrder(String sql, int columns) {
        return new ParameterizedSql(sql, IntStream.range(0, columns).boxed().toList());
    }
}

package org.rowmark.db.sql;

import java.util.List;
import java.util.stream.IntStream;

/** A statement with, for each {@code ?}, the index of its column, which may come more than once. */
public record ParameterizedSql(String sql, List<Integer> parameters) {
    public ParameterizedSql {
        parameters = List.copyOf(parameters);
    }

    public static ParameterizedSql inOrder(String sql, int columns) {
        return new ParameterizedSql(sql, IntStream.range(0, columns).boxed().toList());
    }
}

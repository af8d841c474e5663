package org.rowmark.databases.generic;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableFunction;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.db.sql.ParameterizedSql;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/** A table for trials of features, as a server may accept a statement and yet not do what it should. */
final class FeatureProbe {
    static final String NAME = "rowmark_probe";
    private static final List<String> COLUMNS = List.of("id", "a", "t");

    private final TolerantQueries probe;
    private final Dialect dialect;
    private final List<String> types;

    /** @throws UsageException if a table of that name exists: it must not be written to or dropped */
    FeatureProbe(TolerantQueries probe, Dialect dialect) {
        this.probe = probe;
        this.dialect = dialect;
        this.types = List.of(dialect.bigintType(), dialect.integerType(), dialect.textType(20));
        if (probe.value("select count(*) from " + NAME).isPresent()) {
            throw new UsageException("table " + NAME + " exists; Rowmark tries out on a table of that name what the"
                    + " server can do: rename it, or drop it if it is left from a run that was broken off");
        }
    }

    boolean has(Feature feature) {
        String key = "id " + types.get(0) + " not null primary key, ";
        String plain = key + "a " + types.get(1) + ", t " + types.get(2);
        return switch (feature) {
            case MULTI_ROW_INSERT -> passes(plain, this::insertsRows);
            case IDENTITY -> passes(dialect.identityColumn("id") + ", a " + types.get(1), this::identifies);
            case UPSERT -> passes(plain, this::upserts);
            default -> throw new IllegalArgumentException(feature + " is not tried on a table alone");
        };
    }

    boolean passes(String columns, FailableFunction<Connection, Boolean, SQLException> trial) {
        if (!probe.executes(dialect.createTable(NAME, columns))) {
            return false;
        }
        try {
            return probe.yes(trial);
        } finally {
            probe.executes("drop table " + NAME);
        }
    }

    /** Inserts as many rows as the dialect allows: servers differ in the number of parameters. */
    private boolean insertsRows(Connection connection) throws SQLException {
        int rows = dialect.maxRowsPerInsert(COLUMNS.size());
        Object[] values = LongStream.range(0, rows)
                .mapToObj(row -> row(row, (int) row))
                .flatMap(Stream::of)
                .toArray();
        return update(connection, dialect.insertRows(NAME, COLUMNS, types, rows), values) == rows
                && count(connection) == rows;
    }

    private static Object[] row(long id, int a) {
        return new Object[] {id, a, "row " + a};
    }

    private boolean identifies(Connection connection) throws SQLException {
        for (int row = 1; row <= 3; row++) {
            update(connection, dialect.insert(NAME, List.of("a")), row);
        }
        return Sql.rows(connection, "select a from " + NAME + " order by id", row -> row.getInt(1))
                .equals(List.of(1, 2, 3));
    }

    private boolean upserts(Connection connection) throws SQLException {
        ParameterizedSql upsert = dialect.upsert(NAME, List.of("id"), COLUMNS, types);
        for (int a = 1; a <= 2; a++) {
            Object[] row = row(1, a);
            Object[] values = upsert.parameters().stream().map(i -> row[i]).toArray();
            if (update(connection, upsert.sql(), values) != 1) {
                return false;
            }
        }
        return count(connection) == 1 && Sql.number(connection, "select a from " + NAME) == 2;
    }

    private static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    private static long count(Connection connection) throws SQLException {
        return Sql.number(connection, "select count(*) from " + NAME);
    }
}

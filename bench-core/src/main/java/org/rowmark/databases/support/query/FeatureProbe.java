package org.rowmark.databases.support.query;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.lang3.function.FailablePredicate;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.db.sql.ParameterizedSql;
import org.rowmark.db.sql.Routine;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/**
 * A table for trials of features, as a server may accept a statement and yet not do what it should. The table is created
 * for each trial and dropped after it.
 */
public final class FeatureProbe {
    /** The name of a table that others can see. */
    public static final String SHARED_NAME = "rowmark_probe";

    private static final LocalDateTime MOMENT = LocalDateTime.of(2026, 2, 3, 4, 5, 6, 123_457_000);
    private static final long LOOPS = 10;

    private final TolerantQueries probe;
    private final Dialect dialect;
    private final String name;

    public FeatureProbe(TolerantQueries probe, Dialect dialect, String name) {
        this.probe = probe;
        this.dialect = dialect;
        this.name = name;
    }

    /** @throws UsageException if a table of that name exists: it must not be written to or dropped */
    public FeatureProbe requireAbsent() {
        if (probe.value(count()).isPresent()) {
            throw new UsageException("table " + name + " exists; Rowmark tries out on a table of that name what the"
                    + " server can do: rename it, or drop it if it is left from a run that was broken off");
        }
        return this;
    }

    public String name() {
        return name;
    }

    /** Tests if the server has a feature, of those that every dialect has statements for. */
    public boolean has(Feature feature) {
        return switch (feature) {
            case MULTI_ROW_INSERT -> passes(plainColumns(), this::insertsRows);
            case IDENTITY -> passes(dialect.identityColumn("id") + ", a " + dialect.integerType(), this::identifies);
            case UPSERT -> passes(plainColumns(), this::upserts);
            case MICROSECONDS ->
                passes(
                        "id " + dialect.bigintType() + " not null primary key, ts " + dialect.timestampType(),
                        this::keepsMicroseconds);
            case PROCEDURAL_BLOCK -> probe.yes(this::loops);
            case ROW_RESULTS -> passes(plainColumns(), this::returnsRowResults);
            default -> throw new IllegalArgumentException(feature + " is not tried on a table alone");
        };
    }

    /** Tests if rows can be written and read at all. */
    public boolean works() {
        return passes(plainColumns(), connection -> {
            insert(connection, 1);
            return Sql.number(connection, "select a from " + name + " where id = 1") == 1;
        });
    }

    /**
     * Creates the table, runs the trial and drops the table.
     *
     * @param columns column definitions
     * @param trial true if the server did what it should
     */
    public boolean passes(String columns, FailablePredicate<Connection, SQLException> trial) {
        if (!probe.executes(dialect.createTable(name, columns))) {
            return false;
        }
        try {
            return probe.yes(trial::test);
        } finally {
            probe.executes("drop table " + name);
        }
    }

    /** Returns definitions of {@code id}, the key, {@code a} and {@code t}. */
    public String plainColumns() {
        List<String> types = types();
        return "id " + types.get(0) + " not null primary key, a " + types.get(1) + ", t " + types.get(2);
    }

    /** Inserts a row with that key into a table of {@link #plainColumns}; {@code a} is the key, too. */
    public void insert(Connection connection, int key) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(dialect.insert(name, columns()))) {
            bind(insert, 0, key);
            insert.executeUpdate();
        }
    }

    public static List<String> columns() {
        return List.of("id", "a", "t");
    }

    private List<String> types() {
        return List.of(dialect.bigintType(), dialect.integerType(), dialect.textType(20));
    }

    private String count() {
        return "select count(*) from " + name;
    }

    private static int bind(PreparedStatement insert, int before, int key) throws SQLException {
        insert.setLong(before + 1, key);
        insert.setInt(before + 2, key);
        insert.setString(before + 3, "row " + key);
        return before + 3;
    }

    /** Inserts as many rows as the dialect allows: servers differ in the number of parameters. */
    private boolean insertsRows(Connection connection) throws SQLException {
        int rows = dialect.maxRowsPerInsert(columns().size());
        try (PreparedStatement insert =
                connection.prepareStatement(dialect.insertRows(name, columns(), types(), rows))) {
            int parameter = 0;
            for (int row = 1; row <= rows; row++) {
                parameter = bind(insert, parameter, row);
            }
            return insert.executeUpdate() == rows && Sql.number(connection, count()) == rows;
        }
    }

    private boolean identifies(Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(dialect.insert(name, List.of("a")))) {
            for (int row = 1; row <= 3; row++) {
                insert.setInt(1, row);
                insert.executeUpdate();
            }
        }
        return Sql.rows(connection, "select a from " + name + " order by id", row -> row.getInt(1))
                .equals(List.of(1, 2, 3));
    }

    private boolean upserts(Connection connection) throws SQLException {
        ParameterizedSql upsert = dialect.upsert(name, List.of("id"), columns(), types());
        try (PreparedStatement statement = connection.prepareStatement(upsert.sql())) {
            for (int a = 1; a <= 2; a++) {
                Object[] row = {1L, a, "row " + a};
                for (int i = 0; i < upsert.parameters().size(); i++) {
                    statement.setObject(i + 1, row[upsert.parameters().get(i)]);
                }
                if (statement.executeUpdate() != 1) {
                    return false;
                }
            }
        }
        return Sql.number(connection, count()) == 1 && Sql.number(connection, "select a from " + name) == 2;
    }

    private boolean keepsMicroseconds(Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(dialect.insert(name, List.of("id", "ts")))) {
            insert.setLong(1, 1);
            insert.setTimestamp(2, Timestamp.valueOf(MOMENT));
            insert.executeUpdate();
        }
        return Sql.rows(connection, "select ts from " + name, row -> row.getTimestamp(1))
                .equals(List.of(Timestamp.valueOf(MOMENT)));
    }

    /** Runs a loop; the connection must be usable afterwards. */
    private boolean loops(Connection connection) throws SQLException {
        Routine loop = dialect.loop(LOOPS).orElseThrow();
        loop.before().forEach(probe::executes);
        try {
            return Sql.number(connection, loop.query()) == LOOPS && works();
        } finally {
            loop.after().forEach(probe::executes);
        }
    }

    /** Reads two rows as two results, by a routine; the connection must be usable afterwards. */
    private boolean returnsRowResults(Connection connection) throws SQLException {
        insert(connection, 1);
        insert(connection, 2);
        Routine routine = dialect.rowResults("rowmark_probe_rows", name, columns(), types())
                .orElseThrow();
        routine.before().forEach(probe::executes);
        try (Statement statement = connection.createStatement()) {
            List<Integer> keys = new ArrayList<>();
            boolean isResult = statement.execute(routine.query());
            while (isResult || statement.getUpdateCount() != -1) {
                if (isResult) {
                    try (ResultSet row = statement.getResultSet()) {
                        while (row.next()) {
                            keys.add(row.getInt(1));
                        }
                    }
                }
                isResult = statement.getMoreResults();
            }
            return keys.equals(List.of(1, 2)) && Sql.number(connection, count()) == 2;
        } finally {
            routine.after().forEach(probe::executes);
        }
    }
}

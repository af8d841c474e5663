package org.rowmark.workloads.spatial;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.rowmark.db.Dialect;
import org.rowmark.fixture.ForkSignals;
import org.rowmark.util.Sql;

/** One pass over the queries that a database can answer, with its times and answers. */
public final class MapPass implements AutoCloseable {
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /** The count, the sums of both keys and the sum of the values. */
    private static final int NUMBERS = 4;

    private final MapSql sql;
    private final Connection connection;
    private final List<MapQuery> queries;
    private final List<List<MapRow>> expected;
    private final PreparedStatement[][] statements;
    private final double[][] answers;
    private final long[] ends;
    private long start;

    private MapPass(MapSql sql, Connection connection, List<MapQuery> queries, List<List<MapRow>> expected)
            throws SQLException {
        this.sql = sql;
        this.connection = connection;
        this.queries = queries;
        this.expected = expected;
        this.statements = new PreparedStatement[queries.size()][];
        this.answers = new double[queries.size()][NUMBERS];
        this.ends = new long[queries.size()];
        for (int query = 0; query < statements.length; query++) {
            List<PreparedStatement> prepared = new ArrayList<>();
            for (String statement : queries.get(query).statements()) {
                prepared.add(connection.prepareStatement(sql.translate(statement)));
            }
            statements[query] = prepared.toArray(PreparedStatement[]::new);
        }
    }

    /** Prepares the statements of the queries that the database has functions for, and computes their answers. */
    public static MapPass prepare(SpatialMap map, Dialect dialect, boolean isIndexed, Connection connection)
            throws SQLException {
        MapSql sql = new MapSql(map, dialect.spatial().orElseThrow(), isIndexed);
        List<MapQuery> all = MapQuery.all(map, dialect);
        Set<String> skipped = sql.obstacles(all, connection).keySet();
        List<MapQuery> queries =
                all.stream().filter(query -> !skipped.contains(query.name())).toList();
        ExpectedAnswers answers = new ExpectedAnswers(map);
        return new MapPass(
                sql, connection, queries, queries.stream().map(answers::of).toList());
    }

    /** Forgets the answers of the pass before. */
    public void begin() {
        for (double[] numbers : answers) {
            Arrays.fill(numbers, 0);
        }
    }

    /** Executes all queries and reads their answers; returns a checksum of them. */
    public double run() throws SQLException {
        double checksum = 0;
        start = System.nanoTime();
        for (int query = 0; query < statements.length; query++) {
            double[] numbers = answers[query];
            for (PreparedStatement statement : statements[query]) {
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    for (int i = 0; i < NUMBERS; i++) {
                        numbers[i] += row.getDouble(i + 1);
                    }
                }
            }
            checksum += numbers[0];
            ends[query] = System.nanoTime();
        }
        return checksum;
    }

    /** Reports the time of each query as a phase of the pass. */
    public void report() {
        long before = start;
        for (int query = 0; query < ends.length; query++) {
            ForkSignals.metric("phase." + queries.get(query).name(), (ends[query] - before) / NANOS_PER_SECOND, "s");
            before = ends[query];
        }
    }

    /**
     * Compares the answers with those of the generated map.
     *
     * @throws IllegalStateException with the answers of each query that differs, and its first object that does
     */
    public void check() throws SQLException {
        List<String> differences = new ArrayList<>();
        for (int query = 0; query < answers.length; query++) {
            double[] right = MapRow.sums(expected.get(query));
            if (!areEqual(answers[query], right, queries.get(query).tolerance())) {
                differences.add("query " + queries.get(query).name() + ": the answer is " + text(answers[query])
                        + ", and that of JTS on the generated map is " + text(right) + "; first difference: "
                        + firstDifference(query));
            }
        }
        if (!differences.isEmpty()) {
            throw new IllegalStateException(String.join("; ", differences));
        }
    }

    private static boolean areEqual(double[] answer, double[] right, double tolerance) {
        boolean isEqual = MapRow.isEqual(answer[NUMBERS - 1], right[NUMBERS - 1], tolerance);
        return isEqual && Arrays.equals(answer, 0, NUMBERS - 1, right, 0, NUMBERS - 1);
    }

    /** Returns the numbers in the order of a statement. */
    private static String text(double[] numbers) {
        return (long) numbers[0] + " rows with keys " + (long) numbers[1] + " and " + (long) numbers[2] + " and values "
                + numbers[NUMBERS - 1] + " in all";
    }

    private String firstDifference(int query) throws SQLException {
        List<MapRow> found = new ArrayList<>();
        for (String rows : queries.get(query).rows()) {
            found.addAll(Sql.rows(
                    connection,
                    sql.translate(rows),
                    row -> new MapRow(row.getLong(1), row.getLong(2), row.getDouble(3))));
        }
        found.sort(MapRow.BY_KEYS);
        return MapRow.firstDifference(
                found, expected.get(query), queries.get(query).tolerance());
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement[] ofQuery : statements) {
            for (PreparedStatement statement : ofQuery) {
                statement.close();
            }
        }
    }
}

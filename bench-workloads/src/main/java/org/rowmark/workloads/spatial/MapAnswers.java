package org.rowmark.workloads.spatial;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rowmark.util.Sql;
import org.rowmark.workloads.data.QueryPass;

/** The answers of a pass over the queries that a database can answer, compared with those of JTS. */
public final class MapAnswers implements QueryPass.Answers {
    /** The count, the sums of both keys and the sum of the values. */
    private static final int NUMBERS = 4;

    private final MapSql sql;
    private final Connection connection;
    private final List<MapQuery> queries;
    private final ExpectedSums expected;
    private final double[][] answers;

    private MapAnswers(MapSql sql, Connection connection, List<MapQuery> queries, ExpectedSums expected) {
        this.sql = sql;
        this.connection = connection;
        this.queries = queries;
        this.expected = expected;
        this.answers = new double[queries.size()][NUMBERS];
    }

    /**
     * Prepares the queries that the database has functions for.
     *
     * @param run the run directory
     */
    public static QueryPass prepare(MapSql sql, List<MapQuery> queries, Path run, Connection connection)
            throws IOException, SQLException {
        MapAnswers answers = new MapAnswers(sql, connection, queries, ExpectedSums.of(sql.map(), run));
        return QueryPass.prepare(sql.statements(queries), answers, connection);
    }

    @Override
    public void begin() {
        for (double[] numbers : answers) {
            Arrays.fill(numbers, 0);
        }
    }

    @Override
    public void add(int query, ResultSet row) throws SQLException {
        double[] numbers = answers[query];
        for (int i = 0; i < NUMBERS; i++) {
            numbers[i] += row.getDouble(i + 1);
        }
    }

    /**
     * Compares the answers with those of the generated map.
     *
     * @throws IllegalStateException with both answers of the first query that differs, and its first object that does, and
     *     the names of the other ones
     */
    @Override
    public void check() throws SQLException {
        List<Integer> wrong = IntStream.range(0, answers.length)
                .filter(query -> !areEqual(
                        answers[query], sums(query), queries.get(query).tolerance()))
                .boxed()
                .toList();
        if (!wrong.isEmpty()) {
            int first = wrong.get(0);
            String others = wrong.stream()
                    .skip(1)
                    .map(query -> queries.get(query).name())
                    .collect(Collectors.joining(", "));
            throw new IllegalStateException("query " + queries.get(first).name() + ": the answer is "
                    + text(answers[first]) + ", and that of JTS on the generated map is " + text(sums(first))
                    + "; first difference: " + firstDifference(first) + (others.isEmpty() ? "" : "; also: " + others));
        }
    }

    private double[] sums(int query) {
        return expected.of(queries.get(query));
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
        List<MapRow> right = new ExpectedAnswers(sql.map()).of(queries.get(query));
        return MapRow.firstDifference(found, right, queries.get(query).tolerance());
    }
}

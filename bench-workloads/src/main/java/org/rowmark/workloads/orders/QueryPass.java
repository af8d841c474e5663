package org.rowmark.workloads.orders;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rowmark.db.Dialect;
import org.rowmark.fixture.ForkSignals;

/** One pass over all queries, which is what {@code order-queries} measures, with its times and answers. */
public final class QueryPass implements AutoCloseable {
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final List<OrderQuery> queries;
    private final List<List<Long>> expected;
    private final PreparedStatement[][] statements;
    private final long[][] answers;
    private final long[] ends;
    private long start;

    private QueryPass(List<OrderQuery> queries, List<List<Long>> expected, PreparedStatement[][] statements) {
        this.queries = queries;
        this.expected = expected;
        this.statements = statements;
        this.answers =
                expected.stream().map(numbers -> new long[numbers.size()]).toArray(long[][]::new);
        this.ends = new long[queries.size()];
    }

    /** Prepares all statements, and computes the answers that they must give. */
    public static QueryPass prepare(OrderData data, Dialect dialect, Connection connection) throws SQLException {
        List<OrderQuery> queries = OrderQuery.all(data, dialect);
        PreparedStatement[][] statements = new PreparedStatement[queries.size()][];
        for (int query = 0; query < statements.length; query++) {
            List<PreparedStatement> prepared = new ArrayList<>();
            for (String sql : queries.get(query).statements()) {
                prepared.add(connection.prepareStatement(sql));
            }
            statements[query] = prepared.toArray(PreparedStatement[]::new);
        }
        return new QueryPass(queries, new ExpectedAnswers(data).all(), statements);
    }

    /** Forgets the answers of the pass before. */
    public void begin() {
        for (long[] numbers : answers) {
            Arrays.fill(numbers, 0);
        }
    }

    /** Executes all queries and reads their answers; returns a checksum of them. */
    public long run() throws SQLException {
        long checksum = 0;
        start = System.nanoTime();
        for (int query = 0; query < statements.length; query++) {
            long[] numbers = answers[query];
            for (PreparedStatement statement : statements[query]) {
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    for (int i = 0; i < numbers.length; i++) {
                        numbers[i] += row.getLong(i + 1);
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

    /** @throws IllegalStateException with both answers, if a query gave another than the generated rows have */
    public void check() {
        for (int query = 0; query < answers.length; query++) {
            List<Long> answer = Arrays.stream(answers[query]).boxed().toList();
            if (!answer.equals(expected.get(query))) {
                throw new IllegalStateException("query " + queries.get(query).name() + ": the answer is " + answer
                        + ", and that of the generated rows is " + expected.get(query));
            }
        }
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

package org.rowmark.workloads.orders;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rowmark.db.Dialect;
import org.rowmark.workloads.data.QueryPass;

/** The answers of a pass, which is what {@code order-queries} measures. */
public final class OrderAnswers implements QueryPass.Answers {
    private final List<String> names;
    private final List<List<Long>> expected;
    private final long[][] answers;

    private OrderAnswers(List<String> names, List<List<Long>> expected) {
        this.names = names;
        this.expected = expected;
        this.answers =
                expected.stream().map(numbers -> new long[numbers.size()]).toArray(long[][]::new);
    }

    /** Prepares all queries, and computes the answers that they must give. */
    public static QueryPass prepare(OrderData data, Dialect dialect, Connection connection) throws SQLException {
        Map<String, List<String>> queries = new LinkedHashMap<>();
        OrderQuery.all(data, dialect).forEach(query -> queries.put(query.name(), query.statements()));
        OrderAnswers answers = new OrderAnswers(List.copyOf(queries.keySet()), new ExpectedAnswers(data).all());
        return QueryPass.prepare(queries, answers, connection);
    }

    @Override
    public void begin() {
        for (long[] numbers : answers) {
            Arrays.fill(numbers, 0);
        }
    }

    @Override
    public void add(int query, ResultSet row) throws SQLException {
        long[] numbers = answers[query];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] += row.getLong(i + 1);
        }
    }

    @Override
    public void check() {
        for (int query = 0; query < answers.length; query++) {
            List<Long> answer = Arrays.stream(answers[query]).boxed().toList();
            if (!answer.equals(expected.get(query))) {
                throw new IllegalStateException("query " + names.get(query) + ": the answer is " + answer
                        + ", and that of the generated rows is " + expected.get(query));
            }
        }
    }
}

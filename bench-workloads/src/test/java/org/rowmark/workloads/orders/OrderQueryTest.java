package org.rowmark.workloads.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.data.DataSet;
import org.rowmark.data.Tables;
import org.rowmark.util.Sql;
import org.rowmark.workloads.H2Runs;

/** The data, the queries on it and their answers, on H2. */
class OrderQueryTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(doubles = {0.000001, 0.0001, 0.001})
    void a_database_gives_the_answers_that_are_computed_without_one(double scale) throws Exception {
        OrderData data = new OrderData(scale);
        List<List<Long>> expected = new ExpectedAnswers(data).all();
        try (H2Runs runs = H2Runs.inThisJvm(directory);
                Connection connection = runs.connect()) {
            load(data, connection);

            List<OrderQuery> queries = OrderQuery.all(data, H2Runs.database().dialect());
            for (int i = 0; i < queries.size(); i++) {
                assertThat(answer(connection, queries.get(i), expected.get(i).size()))
                        .as(queries.get(i).name())
                        .isEqualTo(expected.get(i));
            }
        }
    }

    @Test
    void the_join_with_or_and_the_union_find_the_same_rows() throws Exception {
        OrderData data = new OrderData(0.001);
        try (H2Runs runs = H2Runs.inThisJvm(directory);
                Connection connection = runs.connect()) {
            load(data, connection);
            List<List<Long>> rows = new ArrayList<>();
            for (OrderQuery query : OrderQuery.all(data, H2Runs.database().dialect())) {
                if (query.name().startsWith("6-")) {
                    String sql = query.statements().get(0);
                    String inner = sql.substring(sql.indexOf('(', sql.indexOf("from ")) + 1, sql.lastIndexOf(')'));
                    rows.add(Sql.rows(connection, inner, row -> row.getLong(1)));
                }
            }

            assertThat(rows).hasSize(2);
            assertThat(rows.get(0)).hasSizeGreaterThan(100).containsExactlyInAnyOrderElementsOf(rows.get(1));
        }
    }

    @Test
    void every_query_finds_something_at_the_smallest_usual_scale() {
        assertThat(new ExpectedAnswers(new OrderData(0.001)).all())
                .hasSize(8)
                .allSatisfy(numbers -> assertThat(numbers)
                        .allSatisfy(number -> assertThat(number).isPositive()));
    }

    @Test
    void scale_one_has_the_published_size_and_rows_do_not_depend_on_the_run() {
        OrderData data = new OrderData(1);
        assertThat(List.of(data.customers(), data.products(), data.orders(), data.lines()))
                .containsExactly(500_000L, 100_000L, 7_500_000L, 30_000_000L);
        assertThat(IntStream.rangeClosed(1, 3).mapToObj(data::price)).containsExactly(17_072L, 15_005L, 77_682L);
    }

    private static void load(OrderData data, Connection connection) throws SQLException {
        Tables tables = new Tables(connection, H2Runs.database());
        for (DataSet table : data.dataSets(H2Runs.database().dialect())) {
            tables.load(table);
        }
    }

    private static List<Long> answer(Connection connection, OrderQuery query, int numbers) throws SQLException {
        long[] sums = new long[numbers];
        for (String sql : query.statements()) {
            try (var statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                assertThat(row.next()).isTrue();
                for (int i = 0; i < numbers; i++) {
                    sums[i] += row.getLong(i + 1);
                }
                assertThat(row.next()).isFalse();
                assertThat(row.getMetaData().getColumnCount()).isEqualTo(numbers);
            }
        }
        return IntStream.range(0, numbers).mapToObj(i -> sums[i]).toList();
    }
}

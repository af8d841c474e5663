package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.rowmark.db.Feature;
import org.rowmark.db.RowSource;
import org.rowmark.db.sql.Routine;

/** What a server does by itself, in its own language or on one of its threads: the result is right, and nothing is left behind. */
interface RoutineContract extends Contract {
    @Test
    default void has_a_loop_exactly_with_the_feature() {
        assertThat(dialect().cursorLoop("rowmark_looped", "looped", "id").isPresent())
                .isEqualTo(database().features().contains(Feature.PROCEDURAL_BLOCK));
    }

    @Test
    default void passes_all_rows_with_a_cursor_and_returns_the_last_key() throws SQLException {
        assumeThat(features()).contains(Feature.PROCEDURAL_BLOCK);
        onRows("looped", connection -> {
            Routine loop =
                    dialect().cursorLoop("rowmark_looped", "looped", "id").orElseThrow();
            for (int time = 0; time < 2; time++) { // the second fails if the first leaves something behind
                execute(connection, loop.before());
                assertThat(Contract.number(connection, loop.query())).isEqualTo(50);
                execute(connection, loop.after());
            }
        });
    }

    @Test
    default void returns_each_row_as_a_result_of_its_own() throws SQLException {
        assumeThat(features()).containsAnyOf(Feature.ROW_RESULTS, Feature.ROW_CURSORS);
        List<String> types = List.of(dialect().bigintType(), dialect().textType(20));
        onRows("one_by_one", connection -> {
            Routine rows = dialect()
                    .rowResults("rowmark_one_by_one", "one_by_one", List.of("id", "t"), types)
                    .orElseThrow();
            connection.setAutoCommit(false); // cursors end with their transaction
            execute(connection, rows.before());
            List<String> read = features().contains(Feature.ROW_RESULTS)
                    ? results(connection, rows.query())
                    : resultsOfCursors(connection, rows.query());
            execute(connection, rows.after());
            connection.commit();
            connection.setAutoCommit(true);
            assertThat(read)
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, 50)
                            .mapToObj(id -> "row " + id)
                            .toList());
        });
    }

    @Test
    default void has_a_cursor_loop_and_row_results_exactly_with_their_features() {
        Set<Feature> all = database().features();
        assertThat(dialect().cursorLoop("rowmark_name", "t", "id").isPresent())
                .isEqualTo(all.contains(Feature.PROCEDURAL_BLOCK));
        assertThat(dialect()
                        .rowResults("rowmark_name", "t", List.of("id"), List.of("bigint"))
                        .isPresent())
                .isEqualTo(all.contains(Feature.ROW_RESULTS) || all.contains(Feature.ROW_CURSORS));
    }

    @Test
    default void counts_the_rows_of_a_join_on_one_thread() throws SQLException {
        onRows("joined", connection -> {
            Routine count =
                    dialect().onOneThread("select count(*) from joined x cross join joined y where x.id <> y.id");
            execute(connection, count.before());
            assertThat(Contract.number(connection, count.query())).isEqualTo(50 * 49);
            execute(connection, count.after());
        });
    }

    /** Does something with a table of fifty rows. */
    private void onRows(String table, Work work) throws SQLException {
        String columns = "id " + dialect().bigintType() + " not null primary key, t "
                + dialect().textType(20);
        onTable(table, columns, connection -> {
            new RowSource(table, List.of("id", "t"), 50, key -> new Object[] {key, "row " + key})
                    .insertInBatches(connection, dialect());
            work.run(connection);
        });
    }

    private static void execute(Connection connection, List<String> statements) throws SQLException {
        for (String sql : statements) {
            Contract.execute(connection, sql);
        }
    }

    /** The second column of the first row of each result; nothing of results without rows. */
    private static List<String> results(Connection connection, String call) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            boolean isResult = statement.execute(call);
            while (isResult || statement.getUpdateCount() != -1) {
                if (isResult) {
                    add(statement.getResultSet(), texts);
                }
                isResult = statement.getMoreResults();
            }
        }
        return texts;
    }

    private static List<String> resultsOfCursors(Connection connection, String call) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet cursors = statement.executeQuery(call)) {
            while (cursors.next()) {
                add((ResultSet) cursors.getObject(1), texts);
            }
        }
        return texts;
    }

    private static void add(ResultSet result, List<String> texts) throws SQLException {
        try (ResultSet row = result) {
            if (row.next()) {
                texts.add(row.getString(2));
            }
        }
    }
}

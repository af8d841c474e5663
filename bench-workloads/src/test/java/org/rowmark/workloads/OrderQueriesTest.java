package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** The workload order-queries, which compares the answers of each pass with those of the generated rows. */
class OrderQueriesTest {
    @TempDir
    private Path temp;

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"h2-tcp", "hsqldb", "derby", "duckdb", "mysql-5.7", "mysql-8.0", "firebird"})
    void gives_the_answers_of_the_generated_rows_on_the_other_databases(String name) throws Exception {
        gives_the_answers_of_the_generated_rows_on_every_database(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2-mem", "sqlite", "mariadb", "postgresql"})
    void gives_the_answers_of_the_generated_rows_on_every_database(String name) throws Exception {
        Target target = Targets.builtIn().named(name);
        Database database = Databases.named(target.database());
        try (Server server = RequiredServers.start(target, workspace());
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp)) {
            assertThat(runs.run(OrderQueries.class, Map.of(), 1))
                    .singleElement()
                    .satisfies(result ->
                            assertThat(result.getPrimaryResult().getScoreUnit()).isEqualTo("s/op"));
            database.driver().release(server.endpoint());
        }
    }

    private Workspace workspace() throws IOException {
        assertThat(temp.toFile().setExecutable(true, false)).isTrue();
        return new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
    }

    @ParameterizedTest
    @CsvSource({
        "update rowmark_lines set quantity = quantity + 1 where id = 1, 1-scan",
        "update rowmark_orders set total = total + 1 where order_day between 700 and 1059, 2-range",
        "update rowmark_lines set discount = 7 where id = (select min(id) from rowmark_lines where discount = 6), 1-scan",
        "update rowmark_products set category = 0, 5-join-four",
        "update rowmark_orders set priority = 3 where id = (select min(id) from rowmark_orders where priority = 4),"
                + " 6-join-or",
        "update rowmark_orders set total = 1000000 where id = (select min(id) from rowmark_orders where order_day < 700"
                + " and total < 400000), 7-sort"
    })
    void an_answer_that_differs_fails_the_cell_with_both_answers(String change, String query) throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(temp)) {
            runs.run(OrderQueries.class, Map.of(), 1);
            assertThat(runs.execute(change)).isPositive();

            assertThatThrownBy(() -> runs.run(OrderQueries.class, Map.of(), 1))
                    .hasStackTraceContaining("query " + query + ": the answer is [")
                    .hasStackTraceContaining("], and that of the generated rows is [");
        }
    }
}

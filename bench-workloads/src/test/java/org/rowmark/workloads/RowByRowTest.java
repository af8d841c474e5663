package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.rowmark.data.Tables;
import org.rowmark.databases.sqlserver.SqlServerTest;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Sql;

/** The workloads of the study row-by-row on databases of different kinds; they check their work themselves. */
class RowByRowTest {
    private static final List<Cell> CELLS = List.of(
            new Cell(ServerLoop.class, Map.of("rows", "3000")),
            new Cell(ServerCursor.class, Map.of("rows", "300")),
            new Cell(ManyResultSets.class, Map.of("rows", "30")),
            transfer("server-cursor", "default"),
            transfer("server-cursor", "7"),
            transfer("streaming", "default"),
            transfer("buffered", "default"),
            loop("select", "single", 1),
            loop("select", "single", 20),
            loop("select", "set-based", 20),
            loop("insert", "single", 1),
            loop("insert", "single", 20),
            loop("insert", "batch", 20),
            loop("insert", "set-based", 20),
            loop("update", "single", 1),
            loop("update", "batch", 20),
            loop("update", "set-based", 20));

    @TempDir
    private Path temp;

    private static Cell transfer(String cursor, String fetchSize) {
        return new Cell(OneResultSet.class, Map.of("rows", "2000", "cursor", cursor, "fetchSize", fetchSize));
    }

    private static Cell loop(String operation, String form, int commit) {
        return new Cell(
                ClientLoop.class,
                Map.of("rows", "60", "operation", operation, "form", form, "commit", Integer.toString(commit)));
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"h2-tcp", "hsqldb", "derby", "sqlite", "mariadb-connector-j", "firebird"})
    void all_cells_pass_on_the_other_databases_too(String name) throws Exception {
        assertAllCells(Targets.builtIn().named(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2-mem", "postgresql", "mariadb"})
    void all_cells_that_a_server_can_run_pass_their_checks_and_leave_no_routine(String name) throws Exception {
        assertAllCells(Targets.builtIn().named(name));
    }

    @Tag("slow")
    @Test
    @EnabledIf(value = SqlServerTest.IS_TESTED, disabledReason = "skipped: " + SqlServerTest.MISSING)
    void they_pass_on_the_sql_server_that_the_build_is_given() throws Exception {
        SqlServerTest.alone(() -> assertAllCells(SqlServerTest.given()));
    }

    private void assertAllCells(Target target) throws Exception {
        Database database = Databases.named(target.database());
        try (Server server = RequiredServers.start(target, workspace())) {
            Set<Feature> features = Drivers.query(server.endpoint(), database::features);
            try (TargetRuns runs = new TargetRuns(target, server.endpoint(), temp, features)) {
                for (Cell cell : CELLS) {
                    if (cell.obstacle(database, features).isEmpty()) {
                        for (RunResult result : runs.run(cell.workload(), cell.parameters(), 1)) {
                            assertThat(result.getPrimaryResult().getScore())
                                    .as(cell.toString())
                                    .isPositive();
                        }
                    }
                }
                try (Connection connection = runs.connect()) {
                    new Tables(connection, database).dropAll();
                }
            }
            database.driver().release(server.endpoint());
        }
    }

    private Workspace workspace() throws IOException {
        assertThat(temp.toFile().setExecutable(true, false)).isTrue();
        return new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
    }

    @Test
    void what_cannot_be_is_skipped_with_its_reason() {
        Set<String> reasons = new TreeSet<>();
        for (Cell cell : List.of(
                CELLS.get(1),
                CELLS.get(2),
                transfer("server-cursor", "default"),
                transfer("streaming", "7"),
                transfer("streaming", "default"),
                loop("select", "batch", 20),
                loop("insert", "batch", 1),
                loop("update", "single", 7))) {
            cell.obstacle(H2Runs.database(), Set.of(Feature.SERVER_CURSOR)).ifPresent(reasons::add);
        }

        assertThat(reasons)
                .containsExactlyInAnyOrder(
                        "needs loops in a procedural language of its own",
                        "needs a routine that returns each row as a result of its own",
                        "fetchSize=default of cursor=server-cursor needs a driver that reads from a cursor with a fetch"
                                + " size of its own",
                        "fetchSize=7 needs cursor=server-cursor",
                        "cursor=streaming needs a driver that reads rows while the database still makes them",
                        "form=batch needs operation=insert or update: a batch has no results",
                        "form=batch needs commit=2 or more rows, which it does at once",
                        "rows=60 is no multiple of commit=7");
    }

    static Stream<Arguments> changes() {
        String equal = "update rowmark_join_2 set even = (select odd from rowmark_join_1000 where id = 3) where id = 1";
        return Stream.of(
                Arguments.of(
                        new Cell(ServerLoop.class, Map.of("rows", "2000")),
                        equal,
                        "rows of the join: expected 2000, found another"),
                Arguments.of(transfer("buffered", "default"), equal, "table rowmark_join_2: expected the 2 rows"),
                Arguments.of(
                        loop("select", "set-based", 20),
                        "update rowmark_client_source_60 set t = 'x' where id = 7",
                        "expected 60 rows as they were loaded"));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void a_changed_row_fails_the_run(Cell cell, String change, String problem) throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(temp)) {
            runs.run(cell.workload(), cell.parameters(), 1);
            assertThat(runs.execute(change)).isEqualTo(1);

            assertThatThrownBy(() -> runs.run(cell.workload(), cell.parameters(), 1))
                    .hasStackTraceContaining(problem);
        }
    }

    /** A column that rounds. */
    @Test
    void a_row_that_was_stored_with_another_value_fails_the_loop() throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(temp)) {
            runs.execute("create table rowmark_marker (table_name varchar(100) not null primary key, contents"
                    + " varchar(250) not null)");
            runs.execute("create table rowmark_client_copies (id bigint not null primary key, a integer, b real,"
                    + " t varchar(20))");
            runs.execute("insert into rowmark_marker values ('rowmark_client_copies', 'for writing')");

            assertThatThrownBy(() -> runs.run(
                            ClientLoop.class, loop("insert", "single", 1).parameters(), 1))
                    .hasStackTraceContaining("table rowmark_client_copies: expected ");
        }
    }

    @Test
    void a_routine_that_a_killed_fork_left_is_dropped_by_the_next_one() throws Exception {
        Target target = Targets.builtIn().named("hsqldb");
        Database database = Databases.named("hsqldb");
        try (Server server = RequiredServers.start(target, workspace());
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp, database.features())) {
            try (Connection connection = runs.connect()) {
                new Tables(connection, database)
                        .enterRoutine("rowmark_cursor_loop", "drop function rowmark_cursor_loop");
                Sql.execute(connection, "create function rowmark_cursor_loop() returns bigint return 7");
            }

            assertThat(runs.run(ServerCursor.class, Map.of("rows", "100"), 1)).hasSize(1);

            try (Connection connection = runs.connect()) {
                assertThatThrownBy(() -> Sql.number(connection, "values rowmark_cursor_loop()"))
                        .isInstanceOf(SQLException.class);
            }
        }
    }

    @Test
    void a_routine_of_others_fails_the_run_and_is_never_dropped() throws Exception {
        Target target = Targets.builtIn().named("hsqldb");
        Database database = Databases.named("hsqldb");
        try (Server server = RequiredServers.start(target, workspace());
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp, database.features())) {
            try (Connection connection = runs.connect()) {
                Sql.execute(connection, "create function rowmark_cursor_loop() returns bigint return 7");
            }

            for (int fork = 0; fork < 2; fork++) {
                assertThatThrownBy(() -> runs.run(ServerCursor.class, Map.of("rows", "100"), 1))
                        .hasStackTraceContaining("routine signature already exists");
            }

            try (Connection connection = runs.connect()) {
                assertThat(Sql.number(connection, "values rowmark_cursor_loop()"))
                        .isEqualTo(7);
            }
        }
    }
}

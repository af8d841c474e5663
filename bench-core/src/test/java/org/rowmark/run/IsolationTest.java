package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.databases.PrivateServer;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.run.output.RunListener;
import org.rowmark.targets.Isolation;
import org.rowmark.targets.Target;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

/** Isolation levels of real databases, and where they come from. */
class IsolationTest {
    @TempDir
    Path temp;

    /** Levels that are not in force when they have been set; all others are. */
    @ParameterizedTest
    @CsvSource({
        "h2-mem,",
        "hsqldb, read-uncommitted",
        "derby,",
        "sqlite, read-uncommitted read-committed repeatable-read",
        "duckdb, read-uncommitted read-committed serializable",
        "postgresql,",
        "mariadb,",
        "firebird, read-uncommitted"
    })
    void a_level_is_in_force_or_the_database_does_not_have_it(String name, String missing)
            throws IOException, SQLException {
        try (PrivateServer server = PrivateServer.start(name, Map.of(), temp);
                Connection connection = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN)) {
            for (Isolation level : Isolation.values()) {
                Optional<String> obstacle =
                        level.obstacle(connection, server.dialect().isolation());
                if (missing != null && List.of(missing.split(" ", -1)).contains(level.id())) {
                    assertThat(obstacle)
                            .hasValueSatisfying(reason -> assertThat(reason).contains("isolation level " + level.id()));
                } else {
                    assertThat(obstacle).as(level.id()).isEmpty();
                }
            }
        }
    }

    @Test
    void the_servers_own_answer_comes_before_that_of_a_driver_that_repeats_what_was_set()
            throws IOException, SQLException {
        try (PrivateServer server = PrivateServer.start("firebird", Map.of(), temp);
                Connection connection = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN)) {
            String query = server.dialect().isolation().orElseThrow();
            for (Isolation level :
                    List.of(Isolation.READ_COMMITTED, Isolation.REPEATABLE_READ, Isolation.SERIALIZABLE)) {
                level.set(connection);

                assertThat(Sql.text(connection, query).map(String::strip)).hasValue(level.id());
            }
            String other = query.replace("'serializable'", "'another'");
            assertThat(Isolation.of(connection, Optional.of(other))).isEqualTo("another");
            assertThat(Isolation.SERIALIZABLE.obstacle(connection, Optional.of(other)))
                    .hasValue("isolation level serializable was set and another is in force");
        }
    }

    @Test
    void the_drivers_answer_counts_where_the_server_has_none() throws IOException, SQLException {
        try (PrivateServer server = PrivateServer.start("h2-mem", Map.of(), temp);
                Connection connection = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN)) {
            Isolation.SERIALIZABLE.set(connection);

            for (String query : List.of("select level from no_such_table", "select null", "select 1 where 1 = 0")) {
                assertThat(Isolation.of(connection, Optional.of(query))).isEqualTo("serializable");
            }
        }
    }

    @Test
    void the_level_of_the_run_comes_first_then_that_of_the_target_then_that_of_the_study() throws IOException {
        Path study = Files.writeString(temp.resolve("s.yaml"), """
                question: Which level?
                workloads: { answers: {} }
                targets: [h2-mem, own]
                isolation: repeatable-read
                """);
        RunOptions options = RunOptions.NONE.with(RunOption.STUDY, study.toString());

        assertThat(levels(options)).containsExactly(Isolation.REPEATABLE_READ, Isolation.READ_UNCOMMITTED);
        assertThat(levels(options.withText(RunOption.ISOLATION, "serializable")))
                .containsExactly(Isolation.SERIALIZABLE, Isolation.SERIALIZABLE);
    }

    @Test
    void refuses_an_unknown_level_with_those_that_exist() {
        assertThatThrownBy(() -> RunOption.ISOLATION.parse("snapshot"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--isolation")
                .hasMessageContaining("valid: read-committed, read-uncommitted, repeatable-read, serializable");
    }

    @Test
    void the_environment_has_the_level_that_is_in_force() throws IOException {
        RunRecord record = run(options("h2-mem", "own", "duckdb"));

        assertThat(record.manifest().targets())
                .extracting(target -> target.environment().connection().get("isolation level"))
                .containsExactly("read-committed", "read-uncommitted", "repeatable-read");
    }

    @Test
    void cells_are_skipped_where_one_of_several_databases_does_not_have_the_level() throws IOException {
        RunRecord record = run(options("h2-mem", "sqlite").withText(RunOption.ISOLATION, "read-committed"));

        assertThat(record.outcomes())
                .extracting(CellOutcome::outcome, CellOutcome::reason)
                .containsExactlyInAnyOrder(
                        tuple(Outcome.OK, ""), tuple(Outcome.SKIPPED, "SQLite: no isolation level read-committed"));
    }

    @Test
    void a_run_of_one_database_that_does_not_have_the_level_does_not_begin() {
        RunOptions options = options("sqlite").withText(RunOption.ISOLATION, "read-committed");

        assertThatThrownBy(() -> run(options))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'sqlite': SQLite: no isolation level read-committed; choose another with"
                        + " --isolation, or isolation: of the target");
        assertThat(temp.resolve("out")).doesNotExist();
    }

    @Test
    void a_level_that_is_named_for_one_target_alone_is_refused_where_there_are_others() {
        assertThatThrownBy(() -> run(options("h2-mem", "impossible")))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'impossible': HSQLDB: isolation level read-uncommitted was set and"
                        + " read-committed is in force");
    }

    private Stream<Isolation> levels(RunOptions options) {
        return request(options).what().targets().stream().flatMap(target -> target.isolation().stream());
    }

    private static RunOptions options(String... targets) {
        return RunOptions.NONE.workloads(List.of("answers")).targets(List.of(targets));
    }

    private RunRequest request(RunOptions options) {
        Map<String, Supplier<Target>> more =
                Map.of("own", () -> level("h2-mem", "own"), "impossible", () -> level("hsqldb", "impossible"));
        return RunRequest.resolve(
                options.with(RunOption.ROUNDS, 1)
                        .with(RunOption.OUT, temp.resolve("out"))
                        .with(RunOption.DATA_DIR, temp.resolve("data")),
                Workloads.all(),
                Targets.builtIn().with(more));
    }

    private static Target level(String builtIn, String name) {
        return Targets.builtIn().named(builtIn).named(name).withIsolation(Isolation.READ_UNCOMMITTED);
    }

    private RunRecord run(RunOptions options) throws IOException {
        return BenchmarkRun.run(
                Plan.of(request(options)), RunListener.NONE, FakeForks.ofOneIteration((cell, time) -> 1));
    }
}

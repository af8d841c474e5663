package org.rowmark.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.File;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.commons.lang3.function.FailableFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.data.DataGenerator;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.db.sql.UserSql;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Latencies;
import org.rowmark.fixture.Session;
import org.rowmark.options.RunOption;
import org.rowmark.targets.Isolation;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workloads.Signals;

/** Files of a user's own as transactions that are chosen by weight, and their drawn parameters. */
class SqlMixTest {
    private static final String SETUP = "create table account (id integer not null primary key, n integer not null);"
            + " insert into account values (1, 0); insert into account values (2, 0);";

    private static final ThreadParams ALONE = new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1);

    @TempDir
    private Path temp;

    private SqlRun run;

    @BeforeEach
    void make() {
        run = new SqlRun(temp);
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite", "postgresql"})
    void files_are_executed_by_weight_as_transactions_with_drawn_values(String name) throws Exception {
        String write = "begin; update account set n = n + 1 where id = :id;"
                + " update account set n = n + 1 where id = :id; commit;";
        String undone = "begin; update account set n = -1000 where id = :id; rollback;";
        mix(
                name,
                run.file("read.sql", "select n from account where id = :id") + "@7",
                run.file("write.sql", write) + "@2",
                run.file("undone.sql", undone),
                (passes, running) -> {
                    passes.draw();
                    IntStream.range(0, 1000).forEach(i -> pass(passes));
                    long ofWrites = number(running, "select sum(n) from account");
                    assertThat(Signals.sum(Signals.of(passes::report), "statements"))
                            .isEqualTo(1000 + ofWrites / 2);
                    assertThat(ofWrites / 2.0).isCloseTo(200, within(40.0));
                    assertThat(number(running, "select min(n) from account")).isGreaterThan(100);
                });
    }

    @Test
    void a_transaction_that_fails_by_a_conflict_is_repeated_with_its_values_and_counted() throws Exception {
        String write = "begin; select n from account; update account set n = n + :add where id = 1; commit;";
        run.given("sql-param", "add=uniform(5,5)");
        Target target = Targets.builtIn().named("postgresql").withIsolation(Isolation.SERIALIZABLE);
        mix(target, run.file("write.sql", write), (passes, running) -> {
            try (Connection other = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
                passes.draw();
                other.setAutoCommit(false);
                Sql.execute(other, "set search_path to rowmark_sql", "update account set n = 100 where id = 1");
                CompletableFuture<Void> passing = CompletableFuture.runAsync(() -> pass(passes));
                awaitWait(running);
                other.commit();
                passing.get(1, TimeUnit.MINUTES);
            }
            assertThat(number(running, "select n from account where id = 1")).isEqualTo(105);
        });
    }

    private static void awaitWait(RunningTarget running) throws Exception {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (number(running, "select count(*) from pg_stat_activity where wait_event_type = 'Lock'") == 0) {
            assertThat(System.nanoTime()).as("no session waits for the row").isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /** What a test does with the passes of a thread. */
    private interface Check {
        void accept(SqlPasses passes, RunningTarget running) throws Exception;
    }

    private void mix(String name, String first, String second, String third, Check check) throws Exception {
        run.given("sql-param", "id=uniform(1,2)");
        mix(Targets.builtIn().named(name), String.join(File.pathSeparator, first, second, third), check);
    }

    private void mix(Target target, String files, Check check) throws Exception {
        run.given("sql", files);
        run.given("mix", "");
        run.given("sql-setup", run.file("setup.sql", SETUP));
        run.given("sql-teardown", run.file("teardown.sql", "drop table account"));
        try (Server server = run.start(target)) {
            RunningTarget running = run.running(target, server);
            run.prepare(running, "all");
            Db db = run.fork(running);
            SqlPasses.Files ready = SqlPasses.Files.ready(db, "all", true);
            set(running, "update account set n = 0");
            Session session = new Session();
            session.open(db, new Latencies());
            try (SqlPasses passes = ready.on(session, ALONE)) {
                check.accept(passes, running);
            }
            session.close();
            Databases.named(target.database()).driver().release(running.endpoint());
        }
    }

    private static void pass(SqlPasses passes) {
        try {
            passes.pass();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void set(RunningTarget running, String sql) throws SQLException {
        query(running, connection -> {
            Sql.execute(connection, sql);
            return null;
        });
    }

    private static long number(RunningTarget running, String sql) throws SQLException {
        return query(running, connection -> Sql.number(connection, sql));
    }

    private static <T> T query(RunningTarget running, FailableFunction<Connection, T, SQLException> use)
            throws SQLException {
        return Drivers.query(running.endpoint(), connection -> {
            Optional<UserSql.OwnSchema> schema = Databases.named(
                            running.target().database())
                    .dialect()
                    .userSql()
                    .schema();
            if (schema.isPresent()) {
                Sql.execute(connection, schema.get().use());
            }
            return use.apply(connection);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            select 1                                | --sql-param id: no file has :id; leave it out
            begin; select :id                       | a.sql, statement 1, line 1: begin without a commit or rollback after it
            select :id; commit                      | a.sql, statement 2, line 1: commit without a begin before it
            begin; select :id; begin                | a.sql, statement 3, line 1: begin in a transaction that has not ended
            select ?, :id                           | a.sql has 1 parameter (?); give values with --sql-params FILE
            """)
    void refuses_files_before_anything_is_started(String sql, String message) throws Exception {
        Map<String, String> options = Map.of("sql", run.file("a.sql", sql), "mix", "", "sql-param", "id=uniform(1,9)");
        SqlInput input = SqlInput.read(new WorkloadOptions(options));

        assertThatThrownBy(() ->
                        input.check(Databases.named("postgresql").dialect().userSql()))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    @Test
    void names_are_replaced_outside_of_texts_and_comments_only() {
        String sql = "select :id, ':id', a::id, /* :id */ ?, :other, :id -- :id";
        SqlValues values =
                new SqlValues(SqlParameters.parse("p.csv", "x\n1\n"), RunOption.SQL_PARAM.parse("id=text(3)"));

        BoundStatement bound = values.bind(StatementSplitter.split("a.sql", sql, Set.of()), Set.of())
                .get(0);

        assertThat(bound.statement().text()).isEqualTo("select ?, ':id', a::id, /* :id */ ?, :other, ? -- :id");
        assertThat(bound.places()).containsExactly(1, 0, 1);
    }

    @Test
    void values_are_those_of_their_distributions_and_the_same_in_every_run() {
        SqlValues values = new SqlValues(
                SqlParameters.NONE,
                RunOption.SQL_PARAM.parse(String.join(
                        File.pathSeparator,
                        "u=uniform(-5,5)",
                        "z=zipfian(1,1000000,0.5)",
                        "s=sequential(7,9)",
                        "t=text(20)",
                        "d=date(2020-01-30,2020-02-01)")));
        SqlValues.Rows rows = values.rows(new DataGenerator(1), 0, 1);
        List<List<Object>> drawn = IntStream.range(0, 1000).mapToObj(rows::of).toList();

        assertThat(drawn)
                .isEqualTo(IntStream.range(0, 1000)
                        .mapToObj(values.rows(new DataGenerator(1), 0, 1)::of)
                        .toList());
        assertThat(drawn)
                .extracting(row -> (Long) row.get(0))
                .contains(-5L, 0L, 5L)
                .allMatch(n -> n >= -5 && n <= 5);
        assertThat(drawn).extracting(row -> (Long) row.get(1)).allMatch(n -> n >= 1 && n <= 1_000_000);
        assertThat(drawn.subList(0, 4)).extracting(row -> (Long) row.get(2)).containsExactly(7L, 8L, 9L, 7L);
        assertThat(drawn)
                .extracting(row -> (String) row.get(3))
                .doesNotHaveDuplicates()
                .allMatch(text -> text.length() == 20);
        assertThat(drawn)
                .extracting(row -> row.get(4).toString())
                .containsOnly("2020-01-30", "2020-01-31", "2020-02-01");
    }
}

package org.rowmark.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.fixture.Db;
import org.rowmark.result.SqlScript;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.WorkloadPreparation.ProgressListener;

/** Files on databases of different kinds: the same script, the same checksums, their plans and their own schemas. */
class SqlWorkTest {
    private static final String SETUP =
            "create table orders (id integer not null primary key, customer integer not null,"
                    + " amount decimal(10,2) not null, ratio double precision, note varchar(40), code char(5), placed date);\n"
                    + "insert into orders values (1, 1, 10.50, 0.1, 'a;b', 'x', '2026-01-31');\n"
                    + "insert into orders values (2, 1, 20.00, 1e10, 'it''s', 'xy', '2026-02-28');\n"
                    + "insert into orders values (3, 2, 5.25, null, null, 'xyz', '2026-03-31');\n";

    private static final String QUERY = "select customer, sum(amount), count(*), max(ratio) from orders"
            + " where amount > ? group by customer order by customer;\n"
            + "select id, note, code, placed from orders where customer = ?";

    /** The same rows in another order. */
    private static final String OTHER = "select o.customer, sum(o.amount), count(*), max(o.ratio) from orders o"
            + " where o.amount > ? group by o.customer;\n"
            + "select id, note, code, placed from orders where customer = ? order by id desc";

    private static final ProgressListener SILENT = new ProgressListener() {
        @Override
        public void step(String text) {
            // not read
        }

        @Override
        public void made(String text) {
            // not read
        }
    };

    @TempDir
    private Path temp;

    private final Map<String, String> options = new HashMap<>();
    private final SqlPreparation preparation = new SqlPreparation();

    @ParameterizedTest
    @CsvSource({
        "h2-mem, true, false",
        "h2-tcp, true, false",
        "hsqldb, true, true",
        "derby, false, true",
        "sqlite, true, true",
        "duckdb, true, false",
        "postgresql, true, true",
        "mariadb, true, true",
        "mariadb-connector-j, true, true",
        "firebird, true, true"
    })
    void reads_the_same_rows_on_every_database(String name, boolean hasPlan, boolean isReadOnlyEnforced)
            throws Exception {
        Target target = Targets.builtIn().named(name);
        given("sql", file("a.sql", QUERY) + File.pathSeparator + file("b.sql", OTHER));
        given("sql-setup", file("setup.sql", SETUP));
        given("sql-teardown", file("teardown.sql", "drop table orders"));
        given("sql-params", file("p.csv", "least,customer\n1,1\n10.5,2\n"));
        given("same-result", "");
        try (Server server = RequiredServers.start(target, workspace())) {
            RunningTarget running = running(target, server);
            Db db = Db.outsideFork(running, 1, options);
            prepare(running, "a.sql");

            for (String file : List.of("a.sql", "b.sql")) {
                SqlWork.ready(db, file);
                assertThat(SqlScript.plans(temp.resolve("run"), file, name)).hasSize(1);
            }

            Answer answer = SqlFolder.of(running).reference().orElseThrow();
            assertThat(answer.problem()).isEmpty();
            assertThat(answer.text()).isEqualTo("3 rows, checksum a72bccb0a612eac6; 3 rows, checksum de3a535d83fe48d9");
            String plan = SqlScript.plans(temp.resolve("run"), "a.sql", name).get(0);
            assertThat(plan.contains("no plan:")).as(plan).isNotEqualTo(hasPlan);
            assertThat(isReadOnly(running)).isEqualTo(isReadOnlyEnforced);
            assertThat(preparation.hasEnd(target)).isTrue();
            preparation.end(running);
            assertThat(hasOrders(running)).isFalse();
        }
    }

    private static boolean isReadOnly(RunningTarget running) throws IOException, SQLException {
        SqlWork work = SqlWork.of(running, "a.sql", false);
        try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
            work.connect(connection);
            Sql.execute(connection, "delete from orders where id = 1");
            return false;
        } catch (SQLException e) {
            return true;
        }
    }

    private static boolean hasOrders(RunningTarget running) throws SQLException {
        try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
            String schema = Databases.named(running.target().database())
                    .dialect()
                    .userSql()
                    .schema()
                    .map(own -> own.name() + ".")
                    .orElse("");
            Sql.execute(connection, "select 1 from " + schema + "orders");
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    @Test
    void names_both_answers_where_rows_differ() throws Exception {
        try (Server server = h2()) {
            RunningTarget running = running(server);
            given("sql", file("a.sql", "values (1), (2)") + File.pathSeparator + file("b.sql", "values (1), (3)"));
            given("same-result", "");
            prepare(running, "a.sql");

            assertThatThrownBy(() -> SqlWork.ready(Db.outsideFork(running, 1, options), "b.sql"))
                    .hasMessageMatching("b\\.sql on h2-tcp returned 2 rows, checksum [0-9a-f]{16};"
                            + " a\\.sql on h2-tcp: 2 rows, checksum [0-9a-f]{16}");
        }
    }

    @Test
    void the_order_of_rows_counts_where_both_chose_one() throws Exception {
        try (Server server = h2()) {
            RunningTarget running = running(server);
            String rows = "select x from (values (1), (2)) t(x) order by x";
            given(
                    "sql",
                    String.join(
                            File.pathSeparator,
                            file("a.sql", rows),
                            file("b.sql", rows + " desc"),
                            file("c.sql", "values (2), (1)")));
            given("same-result", "");
            prepare(running, "a.sql");
            Db db = Db.outsideFork(running, 1, options);

            SqlWork.ready(db, "a.sql");
            SqlWork.ready(db, "c.sql");
            assertThatThrownBy(() -> SqlWork.ready(db, "b.sql"))
                    .hasMessageEndingWith("; a.sql on h2-tcp: the same rows in another order");
        }
    }

    @Test
    void a_failing_statement_is_named_with_its_line_and_the_message() throws Exception {
        try (Server server = h2()) {
            RunningTarget running = running(server);
            given("sql", file("a.sql", "select 1;\nselect 2\nfrom nowhere"));
            given("same-result", "");
            prepare(running, "a.sql");

            assertThatThrownBy(() -> SqlWork.ready(Db.outsideFork(running, 1, options), "a.sql"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("a.sql, statement 2, line 2: Table \"NOWHERE\" not found");
            assertThat(SqlFolder.of(running).reference().orElseThrow().problem())
                    .startsWith("a.sql, statement 2, line 2: Table \"NOWHERE\" not found");
        }
    }

    @Test
    void a_failing_setup_script_is_named_before_anything_is_measured() throws Exception {
        try (Server server = h2()) {
            RunningTarget running = running(server);
            given("sql", file("a.sql", "select 1"));
            given("sql-setup", file("setup.sql", "create table t (a integer);\ninsert into t values ('x')"));

            assertThatThrownBy(() -> prepare(running, "a.sql"))
                    .hasMessageStartingWith("setup.sql, statement 2, line 2: Data conversion error");
        }
    }

    @Test
    void a_schema_of_that_name_that_others_made_is_left_alone() throws Exception {
        try (Server server = h2()) {
            RunningTarget running = running(server);
            given("sql", file("a.sql", "select 1"));
            given("sql-setup", file("setup.sql", "create table t (a integer)"));
            try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
                Sql.execute(connection, "create schema rowmark_sql", "create table rowmark_sql.theirs (a integer)");

                assertThatThrownBy(() -> prepare(running, "a.sql"))
                        .isInstanceOf(UsageException.class)
                        .hasMessageStartingWith("the schema of Rowmark's own, rowmark_sql, cannot be created: ");
                preparation.end(running);
                Sql.execute(connection, "select a from rowmark_sql.theirs");
            }
        }
    }

    @Test
    void files_that_write_begin_with_the_rows_of_the_setup_script() throws Exception {
        try (Server server = h2()) {
            RunningTarget running = running(server);
            given("sql", file("a.sql", "insert into t select count(*) from t; select count(*) from t"));
            given("sql-setup", file("setup.sql", "create table t (a integer)"));
            given("sql-writes", "");
            given("same-result", "");
            prepare(running, "a.sql");

            for (int fork = 1; fork <= 3; fork++) {
                SqlWork.ready(Db.outsideFork(running, 1, options), "a.sql");
            }

            assertThat(SqlFolder.of(running).reference().orElseThrow().results())
                    .hasSize(1);
        }
    }

    @Test
    void a_changed_plan_is_kept_beside_the_first_and_estimates_make_none() throws Exception {
        try (Server server = h2()) {
            RunningTarget running = running(server);
            given("sql", file("a.sql", "select * from t1 where a = 100"));
            try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
                Sql.execute(connection, "create table t1 (a integer)");
                prepare(running, "a.sql");
                SqlWork.ready(Db.outsideFork(running, 1, options), "a.sql");
                Sql.execute(connection, "insert into t1 values (1), (2), (3)", "analyze");
                SqlWork.ready(Db.outsideFork(running, 1, options), "a.sql");
                assertThat(SqlScript.plans(temp.resolve("run"), "a.sql", "h2-tcp"))
                        .hasSize(1);

                Sql.execute(connection, "create index t1_a on t1 (a)");
                SqlWork.ready(Db.outsideFork(running, 1, options), "a.sql");
            }

            assertThat(SqlScript.plans(temp.resolve("run"), "a.sql", "h2-tcp"))
                    .hasSize(2)
                    .last()
                    .asString()
                    .contains("T1_A");
        }
    }

    @Test
    void a_private_server_needs_no_end_without_a_teardown_script() throws Exception {
        Target target = Targets.builtIn().named("h2");
        try (Server server = RequiredServers.start(target, workspace())) {
            RunningTarget running = running(target, server);
            given("sql", file("a.sql", "select * from t"));
            given("sql-setup", file("setup.sql", "create table t (a integer)"));
            prepare(running, "a.sql");

            assertThat(preparation.hasEnd(target)).isFalse();
        }
    }

    @Test
    void a_database_without_schemas_that_is_not_private_is_skipped() throws Exception {
        Target target = Target.builtIn(
                        "mine", "sqlite", Targets.builtIn().named("sqlite").server())
                .withUrl("jdbc:sqlite:" + temp.resolve("mine.db"));
        try (Server server = RequiredServers.start(target, workspace())) {
            RunningTarget running = running(target, server);
            given("sql", file("a.sql", "select 1"));
            given("sql-setup", file("setup.sql", "create table t (a integer)"));

            assertThat(prepare(running, "a.sql").orElseThrow()).startsWith("--sql-setup needs a schema");
        }
    }

    private Server h2() throws IOException {
        return RequiredServers.start(Targets.builtIn().named("h2-tcp"), workspace());
    }

    private RunningTarget running(Server server) {
        return running(Targets.builtIn().named("h2-tcp"), server);
    }

    private RunningTarget running(Target target, Server server) {
        return new RunningTarget(
                target,
                server.endpoint(),
                new Workspace(temp.resolve("work/data"), temp.resolve("server.log")),
                temp.resolve("run/programs.log"));
    }

    private Workspace workspace() throws IOException {
        assertThat(temp.toFile().setExecutable(true, false)).isTrue();
        Path work = Files.createDirectories(temp.resolve("work"));
        assertThat(work.toFile().setExecutable(true, false)).isTrue();
        return new Workspace(Files.createDirectories(work.resolve("data")), temp.resolve("server.log"));
    }

    /** Sets an option of the run, for the orchestrating process and for the fork. */
    private void given(String key, String value) {
        options.put(key, value);
    }

    private Optional<String> prepare(RunningTarget running, String file) throws IOException, SQLException {
        WorkloadOptions all = new WorkloadOptions(options);
        preparation.begin(all, List.of(running.target()), running.target().name());
        return preparation.prepare(running, Map.of("file", file), all, SILENT);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(temp.resolve(name), text).toString();
    }
}

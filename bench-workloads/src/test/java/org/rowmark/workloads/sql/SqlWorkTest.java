package org.rowmark.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.fixture.Db;
import org.rowmark.options.DrawnParameters;
import org.rowmark.result.SqlScript;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.util.Sql;

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

    @TempDir
    private Path temp;

    private SqlRun run;

    @BeforeEach
    void make() {
        run = new SqlRun(temp);
    }

    @ParameterizedTest
    @CsvSource({"h2-mem, true, false", "sqlite, true, true", "postgresql, true, true", "mariadb, true, true"})
    void reads_the_same_rows_on_every_database(String name, boolean hasPlan, boolean isReadOnlyEnforced)
            throws Exception {
        Target target = Targets.builtIn().named(name);
        run.given("sql", run.file("a.sql", QUERY) + File.pathSeparator + run.file("b.sql", OTHER));
        run.given("sql-setup", run.file("setup.sql", SETUP));
        run.given("sql-teardown", run.file("teardown.sql", "drop table orders"));
        run.given("sql-params", run.file("p.csv", "least,customer\n1,1\n10.5,2\n"));
        run.given("same-result", "");
        try (Server server = run.start(target)) {
            RunningTarget running = run.running(target, server);
            Db db = run.fork(running);
            run.prepare(running, "a.sql");

            for (String file : List.of("a.sql", "b.sql")) {
                SqlWork.ready(db, List.of(file), true);
                assertThat(SqlScript.plans(temp.resolve("run"), file, name)).hasSize(1);
            }

            Answer answer = SqlFolder.of(running).reference().orElseThrow();
            assertThat(answer.problem()).isEmpty();
            assertThat(answer.text()).isEqualTo("3 rows, checksum a72bccb0a612eac6; 3 rows, checksum de3a535d83fe48d9");
            String plan = SqlScript.plans(temp.resolve("run"), "a.sql", name).get(0);
            assertThat(plan.contains("no plan:")).as(plan).isNotEqualTo(hasPlan);
            assertThat(isReadOnly(running)).isEqualTo(isReadOnlyEnforced);
            assertThat(run.preparation().hasEnd(target)).isTrue();
            run.preparation().end(running);
            assertThat(hasOrders(running)).isFalse();
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({
        "h2-tcp, true, false",
        "hsqldb, true, true",
        "derby, false, true",
        "duckdb, true, false",
        "mariadb-connector-j, true, true",
        "firebird, true, true"
    })
    void reads_the_same_rows_on_the_other_databases(String name, boolean hasPlan, boolean isReadOnlyEnforced)
            throws Exception {
        reads_the_same_rows_on_every_database(name, hasPlan, isReadOnlyEnforced);
    }

    private static boolean isReadOnly(RunningTarget running) throws IOException, SQLException {
        try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
            SqlWork.of(running, connection, "a.sql", new SqlWork.Use(false, true, false, DrawnParameters.NONE))
                    .connect(connection);
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
        try (Server server = run.h2()) {
            RunningTarget running = run.running(server);
            run.given(
                    "sql",
                    run.file("a.sql", "values (1), (2)") + File.pathSeparator + run.file("b.sql", "values (1), (3)"));
            run.given("same-result", "");
            run.prepare(running, "a.sql");

            assertThatThrownBy(() -> SqlWork.ready(run.fork(running), List.of("b.sql"), true))
                    .hasMessageMatching("b\\.sql on h2-tcp returned 2 rows, checksum [0-9a-f]{16};"
                            + " a\\.sql on h2-tcp: 2 rows, checksum [0-9a-f]{16}");
        }
    }

    @Test
    void the_order_of_rows_counts_where_both_chose_one() throws Exception {
        try (Server server = run.h2()) {
            RunningTarget running = run.running(server);
            String rows = "select x from (values (1), (2)) t(x) order by x";
            run.given(
                    "sql",
                    String.join(
                            File.pathSeparator,
                            run.file("a.sql", rows),
                            run.file("b.sql", rows + " desc"),
                            run.file("c.sql", "values (2), (1)")));
            run.given("same-result", "");
            run.prepare(running, "a.sql");
            Db db = run.fork(running);

            SqlWork.ready(db, List.of("a.sql"), true);
            SqlWork.ready(db, List.of("c.sql"), true);
            assertThatThrownBy(() -> SqlWork.ready(db, List.of("b.sql"), true))
                    .hasMessageEndingWith("; a.sql on h2-tcp: the same rows in another order");
        }
    }

    @Test
    void a_failing_statement_is_named_with_its_line_and_the_message() throws Exception {
        try (Server server = run.h2()) {
            RunningTarget running = run.running(server);
            run.given("sql", run.file("a.sql", "select 1;\nselect 2\nfrom nowhere"));
            run.given("same-result", "");
            run.prepare(running, "a.sql");

            assertThatThrownBy(() -> SqlWork.ready(run.fork(running), List.of("a.sql"), true))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("a.sql, statement 2, line 2: ")
                    .hasMessageContaining("\"NOWHERE\""); // the database's message is in the user's language
            assertThat(SqlFolder.of(running).reference().orElseThrow().problem())
                    .startsWith("a.sql, statement 2, line 2: ")
                    .contains("\"NOWHERE\"");
        }
    }

    @Test
    void files_that_write_begin_with_the_rows_of_the_setup_script() throws Exception {
        try (Server server = run.h2()) {
            RunningTarget running = run.running(server);
            run.given("sql", run.file("a.sql", "insert into t select count(*) from t; select count(*) from t"));
            run.given("sql-setup", run.file("setup.sql", "create table t (a integer)"));
            run.given("sql-writes", "");
            run.given("same-result", "");
            run.prepare(running, "a.sql");

            for (int fork = 1; fork <= 3; fork++) {
                SqlWork.ready(run.fork(running), List.of("a.sql"), true);
            }

            assertThat(SqlFolder.of(running).reference().orElseThrow().results())
                    .hasSize(1);
        }
    }

    @Test
    void a_changed_plan_is_kept_beside_the_first_and_estimates_make_none() throws Exception {
        try (Server server = run.h2()) {
            RunningTarget running = run.running(server);
            run.given("sql", run.file("a.sql", "select * from t1 where a = 100"));
            try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
                Sql.execute(connection, "create table t1 (a integer)");
                run.prepare(running, "a.sql");
                SqlWork.ready(run.fork(running), List.of("a.sql"), true);
                Sql.execute(connection, "insert into t1 values (1), (2), (3)", "analyze");
                SqlWork.ready(run.fork(running), List.of("a.sql"), true);
                assertThat(SqlScript.plans(temp.resolve("run"), "a.sql", "h2-tcp"))
                        .hasSize(1);

                Sql.execute(connection, "create index t1_a on t1 (a)");
                SqlWork.ready(run.fork(running), List.of("a.sql"), true);
            }

            assertThat(SqlScript.plans(temp.resolve("run"), "a.sql", "h2-tcp"))
                    .hasSize(2)
                    .last()
                    .asString()
                    .contains("T1_A");
        }
    }
}

package org.rowmark.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.util.Secret;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/** What is made ready before files are measured, and what is left alone. */
class SqlPreparationTest {
    @TempDir
    private Path temp;

    private SqlRun run;

    @BeforeEach
    void make() {
        run = new SqlRun(temp);
    }

    @Test
    void a_failing_setup_script_is_named_before_anything_is_measured() throws Exception {
        try (Server server = run.h2()) {
            RunningTarget running = run.running(server);
            run.given("sql", run.file("a.sql", "select 1"));
            run.given("sql-setup", run.file("setup.sql", "create table t (a integer);\ninsert into t values ('x')"));

            assertThatThrownBy(() -> run.prepare(running, "a.sql"))
                    .hasMessageStartingWith("setup.sql, statement 2, line 2: ")
                    .hasMessageContaining("'x'"); // the database's message is in the user's language
        }
    }

    @Test
    void a_setup_script_passes_on_a_server_that_wants_keys() throws Exception {
        Target target = Targets.builtIn()
                .named("mariadb")
                .withSettings(Map.of(
                        "innodb_force_primary_key", "ON", "sql_safe_updates", "ON", "sql_mode", "ANSI,TRADITIONAL"));
        try (Server server = run.start(target)) {
            RunningTarget running = run.running(target, server);
            run.given("sql", run.file("a.sql", "select * from n"));
            run.given("sql-setup", run.file("setup.sql", "create table n (a integer primary key)"));

            run.prepare(running, "a.sql");
            SqlWork.ready(run.fork(running), List.of("a.sql"), true);
            run.preparation().end(running);
            assertThat(schemas(server.endpoint())).isZero();
        }
    }

    @Test
    void files_are_read_as_the_settings_of_a_server_want_it() throws Exception {
        Target target = Targets.builtIn().named("mariadb").withSettings(Map.of("sql_mode", "NO_BACKSLASH_ESCAPES"));
        try (Server server = run.start(target)) {
            RunningTarget running = run.running(target, server);
            run.given("sql", run.file("a.sql", "select 'c:\\' as p; select 'x; drop /* y' as q;"));
            run.given(
                    "sql-setup",
                    run.file(
                            "setup.sql",
                            "create table n (v varchar(20)); insert into n values ('\\'); insert into n values ('a;');"
                                    + "/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='' */;\n"
                                    + "insert into n values ('it\\'s; /* fine');\n"
                                    + "/*!40101 SET SQL_MODE=@OLD_SQL_MODE */;\n"
                                    + "insert into n values ('c:\\'); insert into n values ('x; /* y');"));

            run.prepare(running, "a.sql");
            assertThat(text(server.endpoint(), "select group_concat(v order by v separator '|') from rowmark_sql.n"))
                    .isEqualTo("a;|c:\\|it's; /* fine|x; /* y|\\");
        }
    }

    @Test
    void a_setup_script_that_changes_the_settings_of_a_server_is_read_by_its_own() throws Exception {
        Target target =
                Targets.builtIn().named("postgresql").withSettings(Map.of("standard_conforming_strings", "off"));
        try (Server server = run.start(target)) {
            RunningTarget running = run.running(target, server);
            run.given("sql", run.file("a.sql", "select * from t"));
            run.given("sql-setup", run.file("setup.sql", """
                            create table t (p text); insert into t values ('it\\'s; fine');
                            SET standard_conforming_strings = on;
                            insert into t values ('c:\\'); insert into t values ('x; /* y');"""));

            run.prepare(running, "a.sql");
            assertThat(text(running.endpoint(), "select string_agg(p, '|' order by p) from rowmark_sql.t"))
                    .isEqualTo("c:\\|it's; fine|x; /* y");
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource("mariadb, create table t (a integer); lock tables t write; insert into t values (1); select nosuch")
    void a_failed_setup_script_that_locks_tables_leaves_nothing(String name, String script) throws Exception {
        a_failed_setup_script_leaves_nothing(name, script);
    }

    @ParameterizedTest
    @CsvSource("postgresql, create table t (a integer); begin; insert into t values (1); select nosuch")
    void a_failed_setup_script_leaves_nothing(String name, String script) throws Exception {
        Target target = Targets.builtIn().named(name);
        try (Server server = run.start(target)) {
            RunningTarget running = run.running(target, server);
            run.given("sql", run.file("a.sql", "select * from t"));
            run.given("sql-setup", run.file("setup.sql", script));

            assertThatThrownBy(() -> run.prepare(running, "a.sql"))
                    .hasMessageStartingWith("setup.sql, statement 4, line 1: ")
                    .hasMessageContaining("nosuch");
            assertThat(schemas(server.endpoint())).isZero();
        }
    }

    private static String text(Endpoint endpoint, String query) throws SQLException {
        return Drivers.query(endpoint, one -> Sql.text(one, query)).orElseThrow();
    }

    @Test
    void a_schema_that_could_not_be_marked_is_dropped() throws Exception {
        Target target = Targets.builtIn().named("mariadb");
        try (Server server = run.start(target)) {
            Drivers.query(server.endpoint(), one -> {
                Sql.execute(
                        one,
                        "create user maker@'%' identified by 'maker-1'",
                        "grant create, drop on rowmark_sql.* to maker@'%'",
                        "grant select on rowmark.* to maker@'%'");
                return null;
            });
            Endpoint maker = server.endpoint().as("maker", Secret.of("maker-1"));
            RunningTarget running = run.running(target, Server.unmanaged(maker));
            run.given("sql", run.file("a.sql", "select * from t"));
            run.given("sql-setup", run.file("setup.sql", "create table t (a integer)"));

            assertThatThrownBy(() -> run.prepare(running, "a.sql")).hasMessageContaining("INSERT command denied");
            assertThat(schemas(server.endpoint())).isZero();
        }
    }

    private static long schemas(Endpoint endpoint) throws SQLException {
        return Drivers.query(
                endpoint,
                one -> Sql.number(
                        one, "select count(*) from information_schema.schemata where schema_name = 'rowmark_sql'"));
    }

    @Test
    void a_schema_of_that_name_that_others_made_is_left_alone() throws Exception {
        try (Server server = run.h2()) {
            RunningTarget running = run.running(server);
            run.given("sql", run.file("a.sql", "select 1"));
            run.given("sql-setup", run.file("setup.sql", "create table t (a integer)"));
            try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
                Sql.execute(connection, "create schema rowmark_sql", "create table rowmark_sql.theirs (a integer)");

                assertThatThrownBy(() -> run.prepare(running, "a.sql"))
                        .isInstanceOf(UsageException.class)
                        .hasMessageStartingWith("the schema of Rowmark's own, rowmark_sql, cannot be created: ");
                run.preparation().end(running);
                Sql.execute(connection, "select a from rowmark_sql.theirs");
            }
        }
    }

    @Test
    void a_private_server_needs_no_end_without_a_teardown_script() throws Exception {
        Target target = Targets.builtIn().named("h2");
        try (Server server = run.start(target)) {
            RunningTarget running = run.running(target, server);
            run.given("sql", run.file("a.sql", "select * from t"));
            run.given("sql-setup", run.file("setup.sql", "create table t (a integer)"));
            run.prepare(running, "a.sql");

            assertThat(run.preparation().hasEnd(target)).isFalse();
        }
    }

    @Test
    void a_database_without_schemas_that_is_not_private_is_skipped() throws Exception {
        Target target = Target.builtIn(
                        "mine", "sqlite", Targets.builtIn().named("sqlite").server())
                .withUrl("jdbc:sqlite:" + temp.resolve("mine.db"));
        try (Server server = run.start(target)) {
            RunningTarget running = run.running(target, server);
            run.given("sql", run.file("a.sql", "select 1"));
            run.given("sql-setup", run.file("setup.sql", "create table t (a integer)"));

            assertThat(run.prepare(running, "a.sql").orElseThrow()).startsWith("--sql-setup needs a schema");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sql-writes", "mix"})
    void a_database_without_schemas_needs_a_teardown_script_where_forks_begin_with_new_tables(String option)
            throws Exception {
        Target target = Targets.builtIn().named("sqlite");
        try (Server server = run.start(target)) {
            RunningTarget running = run.running(target, server);
            run.given("sql", run.file("a.sql", "select a from t"));
            run.given("sql-setup", run.file("setup.sql", "create table t (a integer)"));
            run.given(option, "");

            assertThat(run.prepare(running, "a.sql").orElseThrow())
                    .startsWith("--sql-setup with --" + option + " needs --sql-teardown, as");
        }
    }
}

package org.rowmark.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.fixture.Db;
import org.rowmark.options.DrawnParameters;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.util.Sql;

/** The execution of a file's statements, and the reading of their rows. */
class ScriptRunTest {
    private static final String VALUES =
            " 7, cast(null as decimal(3)), cast(7.5 as decimal(9, 2)), cast('abc' as char(5)),"
                    + " 7.5e0, cast('2026-01-31' as date)";

    @TempDir
    private Path temp;

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 0"})
    void statements_without_parameters_are_prepared_as_those_with_parameters_unless_sent_as_text(
            boolean preparesAll, int prepared) throws Exception {
        assertThat(prepared("postgresql", "select 7 as seven", preparesAll)).isEqualTo("" + prepared);
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"mariadb, false, 0", "mariadb-connector-j, true, 1"})
    void statements_without_parameters_are_prepared_so_through_the_other_driver(
            String name, boolean preparesAll, int prepared) throws Exception {
        statements_without_parameters_are_prepared_on_servers_whose_drivers_send_texts(name, preparesAll, prepared);
    }

    @ParameterizedTest
    @CsvSource("mariadb, true, 1")
    void statements_without_parameters_are_prepared_on_servers_whose_drivers_send_texts(
            String name, boolean preparesAll, int prepared) throws Exception {
        assertThat(prepared(name, "select 7 as seven", preparesAll)).isEqualTo("" + prepared);
    }

    /** Returns how many statements a session has prepared on its server after two executions of a file. */
    private String prepared(String name, String sql, boolean preparesAll) throws Exception {
        Target target = Targets.builtIn().named(name);
        SqlRun run = new SqlRun(temp);
        run.given("sql", run.file("a.sql", sql));
        String count = name.equals("postgresql")
                ? "select count(*) from pg_prepared_statements where statement like 'select 7%'"
                : "select variable_value from information_schema.session_status where variable_name ="
                        + " 'COM_STMT_PREPARE'";
        try (Server server = run.start(target)) {
            RunningTarget running = run.running(target, server);
            run.prepare(running, "a.sql");
            Db db = run.fork(running);
            if (preparesAll) {
                db.prepareOnServer();
            }
            SqlWork work = SqlWork.ready(db, List.of("a.sql"), preparesAll).get(0);
            try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
                work.connect(connection);
                try (ScriptRun script = work.on(connection)) {
                    script.run(List.of());
                    script.run(List.of());
                    return Sql.text(connection, count).orElseThrow();
                }
            }
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            hsqldb              | values (%s)
            derby               | values (%s)
            duckdb              | select %s
            mariadb             | select %s
            mariadb-connector-j | select %s
            """)
    void values_of_all_types_are_read_on_the_other_databases(String name, String query) throws Exception {
        values_of_all_types_are_read_and_tables_may_be_made_and_dropped_in_each_pass(name, query);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            h2         | select %s
            sqlite     | select %s
            postgresql | select %s
            """)
    void values_of_all_types_are_read_and_tables_may_be_made_and_dropped_in_each_pass(String name, String query)
            throws Exception {
        Target target = Targets.builtIn().named(name);
        SqlRun run = new SqlRun(temp);
        run.given(
                "sql",
                run.file(
                        "a.sql",
                        String.format(query, VALUES)
                                + ";\ncreate table made (a integer);\ninsert into made values (1);\nselect a from made;\n"
                                + "delete from made;\ndrop table made"));
        run.given("sql-writes", "");
        try (Server server = run.start(target)) {
            RunningTarget running = run.running(target, server);
            run.prepare(running, "a.sql");
            Db db = run.fork(running);
            db.prepareOnServer();
            try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
                SqlWork work = SqlWork.of(
                        running, connection, "a.sql", new SqlWork.Use(true, true, false, DrawnParameters.NONE));
                try (ScriptRun script = work.on(connection)) {
                    long first = script.run(List.of());

                    assertThat(first).isNotZero();
                    assertThat(script.run(List.of())).isEqualTo(first);
                }
            } finally {
                Databases.named(target.database()).driver().release(running.endpoint());
            }
        }
    }
}

package org.rowmark.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.Databases;
import org.rowmark.db.Dialect;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.PlannedCell;
import org.rowmark.util.UsageException;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.Workloads;

/** What is refused before anything is started, and the cells that are planned. */
class SqlInputTest {
    private static final Dialect DIALECT = Databases.named("h2").dialect();

    @TempDir
    private Path temp;

    @Test
    void refuses_a_statement_that_is_no_query_unless_writes_are_allowed() throws IOException {
        String file = file("a.sql", "select 1;\n\ndelete from t");

        assertThatThrownBy(() -> check(Map.of("sql", file)))
                .isInstanceOf(UsageException.class)
                .hasMessage("a.sql, statement 2, line 3: DELETE is not of a query; --sql-writes allows it");
        assertThat(check(Map.of("sql", file, "sql-writes", "")).scripts()).hasSize(1);
    }

    @Test
    void refuses_files_without_statements_and_files_that_are_not_there() throws IOException {
        String empty = file("empty.sql", "-- nothing");

        assertThatThrownBy(() -> check(Map.of("sql", empty))).hasMessage("empty.sql has no statement");
        assertThatThrownBy(() -> check(Map.of("sql", empty, "sql-setup", "none.sql")))
                .hasMessage("--sql-setup none.sql: there is no such file");
        Files.write(temp.resolve("latin.sql"), new byte[] {'\'', (byte) 0xE4, '\''});
        assertThatThrownBy(() -> check(Map.of("sql", temp.resolve("latin.sql").toString())))
                .hasMessageEndingWith("latin.sql cannot be read: it is not encoded in UTF-8");
    }

    @Test
    void reads_files_with_the_byte_order_mark_of_editors_on_windows() throws IOException {
        String file = file("a.sql", "\uFEFFselect * from t where id = ?;\r\n");
        String values = file("values.csv", "\uFEFFid,v\r\n1,a\r\n2,b\r\n");

        SqlInput input = check(Map.of("sql", file, "sql-params", values, "sql-setup", file));

        assertThat(input.scripts().get(0).statements(DIALECT.userSql().rules()))
                .extracting(SqlStatement::text)
                .containsExactly("select * from t where id = ?");
        assertThat(input.parameters().orElseThrow().text()).startsWith("id,v");
        Files.writeString(temp.resolve("wide.csv"), "\uFEFFid\n1\n", StandardCharsets.UTF_16LE);
        assertThatThrownBy(() -> check(Map.of(
                        "sql", file, "sql-params", temp.resolve("wide.csv").toString())))
                .hasMessageEndingWith("wide.csv cannot be read: it is not encoded in UTF-8, but in UTF-16");
    }

    @Test
    void refuses_a_setup_script_before_anything_is_started() throws IOException {
        String file = file("a.sql", "select 1");
        String setup = file("setup.sql", "create table t (a int);\n/* /* */");

        assertThatThrownBy(() -> check(Map.of("sql", file, "sql-setup", setup)))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("setup.sql, line 2: the comment that begins here has no end");
    }

    @Test
    void counts_the_parameters_of_all_statements_of_a_file() throws IOException {
        String file = file("a.sql", "select ?; select ?");
        String one = file("one.csv", "a\n1\n");

        assertThatThrownBy(() -> check(Map.of("sql", file, "sql-params", one)))
                .hasMessage("one.csv, line 2: 1 column, but a.sql has 2 parameters (?)");
    }

    @Test
    void files_are_the_workload_and_its_parameter() throws IOException {
        RunOptions options = RunOptions.NONE
                .targets(List.of("h2", "sqlite"))
                .withText(RunOption.SQL, file("a.sql", "select 1"))
                .withText(RunOption.SQL, file("b.sql", "select 1"));

        RunRequest request = RunRequest.resolve(options, Workloads.all(), Targets.builtIn());

        assertThat(Plan.of(request).cells())
                .extracting(PlannedCell::label)
                .containsExactly(
                        "sql file=a.sql on h2",
                        "sql file=a.sql on sqlite",
                        "sql file=b.sql on h2",
                        "sql file=b.sql on sqlite");
        assertThat(request.output().reporting().view().orElseThrow().column()).isEqualTo("file");
        assertThat(request.output().reporting().view().orElseThrow().baseline()).isEqualTo("a.sql");
        assertThat(request.what().question()).isEqualTo("How do a.sql, b.sql compare on h2, sqlite?");
        assertThat(request.output().command()).contains("sql --target h2 --target sqlite", "a.sql --sql ");
    }

    @Test
    void files_of_the_same_name_are_called_by_the_directories_that_differ() {
        for (Path from : List.of(Path.of(""), temp, Path.of("sub"))) {
            RunOptions options = RunOptions.NONE
                    .withText(RunOption.SQL, from.resolve("old/q.sql").toString())
                    .withText(RunOption.SQL, from.resolve("new/q.sql").toString());

            assertThat(options.get(RunOption.SQL).orElseThrow().byName())
                    .containsExactly(
                            entry("old_q.sql", from.resolve("old/q.sql")),
                            entry("new_q.sql", from.resolve("new/q.sql")));
        }
    }

    @Test
    void the_workload_needs_a_file_and_the_options_need_the_workload() {
        assertThatThrownBy(() -> resolve(RunOptions.NONE.workloads(List.of("sql"))))
                .hasMessage("sql: give the file to run with --sql FILE");
        assertThatThrownBy(
                        () -> resolve(RunOptions.NONE.workloads(List.of("ping")).with(RunOption.SQL_WRITES, true)))
                .hasMessage("--sql-writes: none of this run's workloads runs SQL files (ping); leave it out");
        assertThatThrownBy(() ->
                        resolve(RunOptions.NONE.withText(RunOption.SQL, "a.sql").parameter("file=b.sql")))
                .hasMessage("-p file=…: name files with --sql");
        assertThatThrownBy(() -> resolve(
                        RunOptions.NONE.withText(RunOption.SQL, "a.sql").withText(RunOption.SQL_TEARDOWN, "b.sql")))
                .hasMessage("--sql-teardown b.sql: goes with --sql-setup");
        assertThatThrownBy(() -> resolve(RunOptions.NONE
                        .withText(RunOption.SQL, "a.sql")
                        .with(RunOption.SQL_WRITES, true)
                        .with(RunOption.SAME_RESULT, true)))
                .hasMessage("--same-result --sql-writes: goes with --sql-setup");
    }

    private static RunRequest resolve(RunOptions options) {
        return RunRequest.resolve(options.targets(List.of("h2")), Workloads.all(), Targets.builtIn());
    }

    private static SqlInput check(Map<String, String> options) {
        SqlInput input = SqlInput.read(new WorkloadOptions(options));
        input.check(DIALECT.userSql());
        return input;
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(temp.resolve(name), text).toString();
    }
}

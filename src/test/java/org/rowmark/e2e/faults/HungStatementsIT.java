package org.rowmark.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.sqlserver.SqlServerTest;
import org.rowmark.e2e.PasswordServer;
import org.rowmark.result.RunRecord;
import org.rowmark.targets.Target;
import org.rowmark.util.Sql;

/**
 * Measured statements that hang in servers by URL, which outlive the forks and their connections. The tests mostly wait for
 * the limit: they run at the same time.
 */
@Tag("slow")
@EnabledOnOs(OS.LINUX)
@Execution(ExecutionMode.CONCURRENT)
class HungStatementsIT {
    private static final String PASSWORD = "hung-statements";

    @TempDir
    private static Path classes;

    @TempDir
    Path temp;

    private FaultyRun run;

    @BeforeAll
    static void compileWorkload() throws IOException {
        FaultyWorkload.compile(classes);
    }

    @BeforeEach
    void makeDirectories() throws IOException {
        run = FaultyRun.in(temp).andClasses(classes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wait", "own-wait"})
    void a_statement_that_hangs_in_its_server_fails_its_cell_at_the_limit_and_is_cancelled(String fault)
            throws Exception {
        try (PasswordServer server = PasswordServer.start("postgresql", temp, PASSWORD)) {
            firstHangs(server.targetsFile(targets(), PASSWORD), fault);

            try (Connection connection = server.connect()) {
                assertThat(Sql.rows(
                                connection,
                                "select query from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()",
                                row -> row.getString(1)))
                        .isEmpty();
            }
        }
    }

    /** Some servers that speak T-SQL do not answer a cancel in the middle of a statement. */
    @Test
    @EnabledIf(value = SqlServerTest.IS_TESTED, disabledReason = "skipped: " + SqlServerTest.MISSING)
    void a_server_that_may_never_answer_a_cancel_fails_the_cell_and_the_run_goes_on() throws Exception {
        Target given = SqlServerTest.given();
        Files.writeString(
                targets(),
                "targets: { theirs: { database: sqlserver, url: '" + given.url().orElseThrow() + "'"
                        + given.user()
                                .map(user -> ", user: " + user + ", password: '${env:" + SqlServerTest.PASSWORD + "}'")
                                .orElse("")
                        + " } }");

        firstHangs(targets(), "wait");
    }

    private Path targets() {
        return temp.resolve("targets.yaml");
    }

    /** The cell fails with the place where it hung; that on H2 has its results. */
    private void firstHangs(Path targets, String fault) throws Exception {
        Process process = run.start(
                "run",
                "faulty",
                "-p",
                "fault=" + fault,
                "--targets-file",
                targets.toString(),
                "--target",
                "theirs",
                "--target",
                "h2-mem",
                "--timeout",
                "20s");

        RunRecord record = run.firstFails(process);

        assertThat(record.summaries().get(1).reason())
                .startsWith("killed after 20 s, hung in ")
                .contains(", called by Faulty.query:")
                .endsWith("; give it more time with --timeout");
        assertThat(run.out("log.txt"))
                .content()
                .contains("killed where it hung:")
                .containsPattern("at .*Faulty\\.query\\(");
    }
}

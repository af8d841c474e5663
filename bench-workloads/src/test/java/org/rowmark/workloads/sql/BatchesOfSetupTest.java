package org.rowmark.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import org.apache.commons.lang3.function.FailableBiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.databases.sqlserver.SqlServerTest;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.util.Sql;

/** Setup scripts whose batches are statements with several results. */
@EnabledIf(value = SqlServerTest.IS_TESTED, disabledReason = "skipped: " + SqlServerTest.MISSING)
class BatchesOfSetupTest {
    @TempDir
    private Path temp;

    @Test
    void an_error_behind_the_first_result_of_a_batch_is_named() throws Exception {
        String setup = """
                create table t (a int primary key);
                GO
                insert into t values (1); select a from t;
                insert into t values (1);
                GO
                """;
        given(
                setup,
                (run, running) -> assertThatThrownBy(() -> run.prepare(running, "a.sql"))
                        .hasMessageStartingWith("setup.sql, statement 2, line 3: "));
    }

    @Test
    void a_database_is_made_and_dropped() throws Exception {
        given("create table t (a int)\nGO\ninsert into t values (1)", (run, running) -> {
            run.prepare(running, "a.sql");
            assertThat(number(running, "select a from rowmark_sql.dbo.t")).isOne();
            run.preparation().end(running);
        });
    }

    private void given(String setup, FailableBiConsumer<SqlRun, RunningTarget, Exception> test) throws Exception {
        Target target = SqlServerTest.given();
        SqlServerTest.alone(() -> {
            SqlRun run = new SqlRun(temp);
            try (Server server = run.start(target)) {
                RunningTarget running = run.running(target, server);
                run.given("sql", run.file("a.sql", "select 1"));
                run.given("sql-setup", run.file("setup.sql", setup));
                run.given("sql-teardown", run.file("teardown.sql", "delete from t"));

                test.accept(run, running);

                assertThat(number(running, "select count(*) from sys.databases where name = 'rowmark_sql'"))
                        .isZero();
            }
        });
    }

    private static long number(RunningTarget running, String query) throws SQLException {
        return Drivers.query(running.endpoint(), one -> Sql.number(one, query));
    }
}

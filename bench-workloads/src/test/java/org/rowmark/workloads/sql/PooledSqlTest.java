package org.rowmark.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.databases.postgresql.PgBouncer;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/** What stays in the sessions of a server for the other clients of a pooler: nothing. */
class PooledSqlTest {
    private final Target target = Targets.builtIn().named("postgresql");

    @TempDir
    private Path temp;

    private SqlRun run;

    @BeforeEach
    void make() {
        run = new SqlRun(temp);
    }

    @Test
    void other_clients_write_and_have_their_own_settings_after_queries() throws Exception {
        run.given("sql", run.file("a.sql", "select count(*) from t"));
        pooled(pooler -> {
            RunningTarget running = run.running(target, Server.unmanaged(pooler.endpoint()));
            try (Connection application = Drivers.connect(pooler.endpoint(), ConnectionMode.PLAIN)) {
                Sql.execute(application, "create table t (a integer)");
                run.prepare(running, "a.sql");
                SqlWork work =
                        SqlWork.ready(run.fork(running), List.of("a.sql"), true).get(0);
                try (Connection measured = Drivers.connect(pooler.endpoint(), ConnectionMode.PLAIN)) {
                    work.connect(measured);
                    ScriptRun script = work.on(measured);
                    script.run(List.of());
                    assertUntouched(application); // also while the run goes on
                    script.run(List.of());
                    script.close();
                }
                assertUntouched(application);
            }
        });
    }

    @Test
    void a_query_that_would_change_something_is_refused_by_the_server() throws Exception {
        run.given("sql", run.file("a.sql", "select nextval('s')"));
        pooled(pooler -> {
            RunningTarget running = run.running(target, Server.unmanaged(pooler.endpoint()));
            Drivers.query(pooler.endpoint(), one -> {
                Sql.execute(one, "create sequence s");
                return null;
            });
            run.prepare(running, "a.sql");

            assertThatThrownBy(() -> SqlWork.ready(run.fork(running), List.of("a.sql"), true))
                    .hasMessageContaining("cannot execute nextval() in a read-only transaction");
        });
    }

    @Test
    void a_setup_script_is_refused_and_nothing_is_made() throws Exception {
        run.given("sql", run.file("a.sql", "select * from u"));
        run.given("sql-setup", run.file("setup.sql", "create table u (a integer)"));
        pooled(pooler -> {
            RunningTarget running = run.running(target, Server.unmanaged(pooler.endpoint()));

            assertThatThrownBy(() -> run.prepare(running, "a.sql"))
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith("--sql-setup needs a session of its own, and a pooler between gives");
            try (Connection application = Drivers.connect(pooler.endpoint(), ConnectionMode.PLAIN)) {
                assertThat(Sql.number(application, "select count(*) from pg_namespace where nspname like 'rowmark%'"))
                        .isZero();
                assertThat(Sql.text(application, "show search_path")).hasValue("\"$user\", public");
            }
        });
    }

    private static void assertUntouched(Connection application) throws SQLException {
        Sql.execute(application, "insert into t values (1)");
        assertThat(Sql.text(application, "show default_transaction_read_only")).hasValue("off");
        assertThat(Sql.text(application, "show transaction_isolation")).hasValue("read committed");
        assertThat(Sql.text(application, "show search_path")).hasValue("\"$user\", public");
    }

    private void pooled(Pooled test) throws Exception {
        try (Server server = run.start(target)) {
            Path directory = Files.createDirectory(temp.resolve("pooler"));
            try (PgBouncer pooler = PgBouncer.start(server.endpoint(), directory)) {
                test.accept(pooler);
            }
        }
    }

    /** The part of a test that has a pooler. */
    private interface Pooled {
        void accept(PgBouncer pooler) throws Exception;
    }
}

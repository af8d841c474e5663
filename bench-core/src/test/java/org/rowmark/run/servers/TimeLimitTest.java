package org.rowmark.run.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.databases.PrivateServer;
import org.rowmark.db.Drivers;
import org.rowmark.db.Targets;
import org.rowmark.db.TimeLimit;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Await;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/** Calls to servers that do not answer within the limit. */
class TimeLimitTest {
    private static final TimeLimit LIMIT = new TimeLimit(Duration.ofSeconds(2), "; give it more time");

    @TempDir
    Path temp;

    @Test
    void a_statement_that_hangs_ends_with_its_place_its_connection_is_cut_and_the_next_one_is_answered()
            throws Exception {
        try (PrivateServer server = PrivateServer.start("postgresql", Map.of(), temp)) {
            AtomicReference<Connection> hung = new AtomicReference<>();

            Throwable exceeded =
                    catchThrowable(() -> LIMIT.within(() -> Drivers.query(server.endpoint(), connection -> {
                        hung.set(connection);
                        return Sql.text(connection, "select pg_sleep(600)");
                    })));

            assertHung(exceeded, TimeLimit.Exceeded.class)
                    .startsWith("it did not end")
                    .contains(", called by Sql.");
            assertThat(((TimeLimit.Exceeded) exceeded).report()).containsPattern("\tat .*Sql\\.text\\(");
            assertThat(hung.get().isClosed()).isTrue();
            assertThat(Await.until(() -> sleeping(server) == 0, Duration.ofSeconds(20), Duration.ofMillis(20)))
                    .isTrue();
        }
    }

    /** Returns how many sessions sleep: one that was cut ends a moment later. */
    private static long sleeping(PrivateServer server) throws Exception {
        return LIMIT.<Long>within(() -> Drivers.query(
                server.endpoint(),
                connection -> Sql.number(
                        connection,
                        "select count(*) from pg_stat_activity where query like '%pg_sleep%'"
                                + " and pid <> pg_backend_pid()")));
    }

    @Test
    void a_target_whose_server_never_answers_is_refused_and_the_next_one_is_checked() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Target target = Target.external(
                    "silent", "postgresql", "jdbc:postgresql://127.0.0.1:" + silent.getLocalPort() + "/bench");

            assertHung(catchThrowable(() -> check(target, LIMIT)), UsageException.class)
                    .startsWith("target 'silent' cannot be used: it did not end")
                    .contains(", called by Drivers.");
        }
        assertThat(check(Targets.builtIn().named("h2"), TimeLimit.OF_SERVERS)
                        .facts()
                        .name())
                .isEqualTo("h2");
    }

    private CheckedTarget check(Target target, TimeLimit limit) throws Exception {
        Workspace workspace =
                new Workspace(Files.createDirectory(temp.resolve(target.name())), temp.resolve("server.log"));
        try (ReadyServer ready = new ReadyServer()) {
            return new TargetCheck(ready, connected -> TargetEnvironment.UNKNOWN, limit)
                    .of(target, workspace, CheckedTarget.NOTHING);
        }
    }

    private static AbstractStringAssert<?> assertHung(Throwable thrown, Class<? extends Throwable> type) {
        return assertThat(thrown)
                .isInstanceOf(type)
                .message()
                .contains("did not end within 2 s, and hung in ")
                .endsWith("; give it more time")
                .hasLineCount(1);
    }
}

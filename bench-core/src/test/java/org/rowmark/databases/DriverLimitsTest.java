package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Drivers;
import org.rowmark.db.WatchedConnections;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.util.Await;
import org.rowmark.util.Secret;

/** The limits by which drivers give up a server by themselves. */
@Tag("slow")
class DriverLimitsTest {
    private static final Duration LIMIT = Duration.ofSeconds(1);

    /** A driver is to be a few seconds behind; some have 30 seconds to connect. */
    private static final Duration LONGEST = Duration.ofSeconds(40);

    @TempDir
    Path temp;

    @ParameterizedTest
    @EnabledOnOs(OS.LINUX)
    @ValueSource(strings = {"postgresql", "mariadb", "mariadb-connector-j", "firebird"})
    void a_statement_on_a_server_that_is_stopped_ends(String target) throws IOException {
        try (PrivateServer server = PrivateServer.start(target, Map.of(), temp)) {
            assertGivenUp(server.endpoint(), connection -> {
                Contract.number(connection, server.dialect().ping());
                stop(server);
                Contract.number(connection, server.dialect().ping());
            });
        }
    }

    @ParameterizedTest
    @CsvSource({
        "postgresql, jdbc:postgresql://127.0.0.1:%d/bench",
        "mariadb, jdbc:mariadb://127.0.0.1:%d/bench",
        "mysql, jdbc:mysql://127.0.0.1:%d/bench",
        "firebird, jdbc:firebirdsql://127.0.0.1:%d/bench",
        "sqlserver, jdbc:sqlserver://127.0.0.1:%d;encrypt=false"
    })
    void connecting_to_a_server_that_never_answers_ends(String database, String url) throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Target target = Target.external("silent", database, url.formatted(silent.getLocalPort()))
                    .withUser("bench", Secret.of("bench"));
            assertGivenUp(
                    DriverJars.endpoint(target, target.url().orElseThrow()),
                    connection -> assertThat(connection).isNull());
        }
    }

    /** The work, on a connection with limits, ends with an exception of its driver. */
    private static void assertGivenUp(Endpoint endpoint, Contract.Work work) {
        CompletableFuture<Void> ending = CompletableFuture.runAsync(() -> {
            try {
                new WatchedConnections(LIMIT).during(() -> {
                    try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
                        work.run(connection);
                    }
                    return null;
                });
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
        assertThat(ending)
                .failsWithin(LONGEST)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(SQLException.class);
    }

    /** Stops all processes of a server; it is resumed when it is closed. */
    private static void stop(PrivateServer server) {
        ProcessHandle first =
                ProcessHandle.of(server.server().pid().orElseThrow()).orElseThrow();
        List<String> pids = Stream.concat(Stream.of(first), first.descendants())
                .map(process -> Long.toString(process.pid()))
                .toList();
        List<String> command = new ArrayList<>(List.of("kill", "-STOP"));
        command.addAll(pids);
        try {
            assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
            assertThat(Await.until(() -> areStopped(pids), LONGEST, Duration.ofMillis(1)))
                    .isTrue();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns whether all threads are: until the first one of a process notices the signal, the others go on. */
    private static boolean areStopped(List<String> pids) throws IOException {
        for (String pid : pids) {
            try (Stream<Path> threads = Files.list(Path.of("/proc", pid, "task"))) {
                for (Path thread : threads.toList()) {
                    String state = Files.readString(thread.resolve("stat")).replaceFirst("(?s).*\\) ", "");
                    if (!state.startsWith("T")) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}

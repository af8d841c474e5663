package org.rowmark.e2e.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.databases.CommittedUpdates;
import org.rowmark.db.ForwardedPort;
import org.rowmark.e2e.Cli;
import org.rowmark.e2e.PasswordServer;
import org.rowmark.process.ServerProcess;
import org.rowmark.result.RunRecord;
import org.rowmark.result.clients.ClientRecord;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.util.Await;
import org.rowmark.util.SocketAddresses;

/** A short run by several clients that update rows of a private PostgreSQL, which counts for itself what they committed. */
final class ClientsRun implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(60);
    static final Duration POLL = Duration.ofMillis(50);
    private static final String PASSWORD = "secret";

    private final Path temp;
    private final Path directory;
    private final PasswordServer server;
    private final Map<String, String> environment = new HashMap<>(Map.of("PASSWORD", PASSWORD));
    private Optional<ForwardedPort> port = Optional.empty();

    private ClientsRun(Path temp, Path directory, PasswordServer server) {
        this.temp = temp;
        this.directory = directory;
        this.server = server;
    }

    /** Starts the server; nothing is run yet. */
    static ClientsRun in(Path temp) throws IOException, SQLException {
        Path directory = Files.createDirectory(temp.resolve("work"));
        temp.toFile().setExecutable(true, false);
        PasswordServer server = PasswordServer.start("postgresql", temp, PASSWORD);
        server.targetsFile(directory.resolve("targets.yaml"), "${env:PASSWORD}");
        try (Connection connection = server.connect()) {
            CommittedUpdates.begin(connection);
        }
        return new ClientsRun(temp, directory, server);
    }

    /** Makes the server reachable from other machines at an address of this one. */
    void forward(String address) throws IOException {
        port = Optional.of(new ForwardedPort(new InetSocketAddress(address, 0), server.port()));
        Path targets = directory.resolve("targets.yaml");
        Files.writeString(
                targets,
                Files.readString(targets)
                        .replace(
                                "127.0.0.1:" + server.port(),
                                SocketAddresses.text(port.get().address())));
    }

    /** Lets the run find the {@code ssh} of a directory first. */
    void findSshIn(Path programs) {
        environment.put("PATH", programs + ":" + System.getenv("PATH"));
    }

    /** Returns the jar in a directory of its own. */
    Cli cli(String name) throws IOException {
        return Cli.in(Files.createDirectories(temp.resolve(name)))
                .andCache(temp.resolve("cache"))
                .with(environment);
    }

    /** Starts the run, with the options of a short one that it does not have. */
    Process start(String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of("run", "update-single", "-p", "commit=every"));
        words.addAll(List.of("--targets-file", "targets.yaml", "--target", "theirs", "--out", "out"));
        words.addAll(List.of("--warmups", "1", "--warmup-time", "100ms", "--iterations", "2"));
        words.addAll(List.of("--overlap", "1%")); // what is tested is not how steady this machine is
        List<String> given = List.of(options);
        if (!given.contains("--rounds")) {
            words.addAll(List.of("--rounds", "1", "--time", "500ms"));
        }
        words.addAll(given);
        return cli("work").start(words.toArray(String[]::new));
    }

    Cli.Result finish(Process run) throws IOException, InterruptedException {
        return cli("work").finish(run);
    }

    RunRecord record() throws IOException {
        return RunDirectory.read(file("out"));
    }

    ClientRecord clients() throws IOException {
        return ClientRecord.read(file("out"));
    }

    /** Returns a file of the directory in which it runs. */
    Path file(String name) {
        return directory.resolve(name);
    }

    /** Returns how many rows the server has seen updated and committed. */
    long committed() throws SQLException {
        try (Connection connection = server.connect()) {
            return CommittedUpdates.count(connection);
        }
    }

    /** Something that is waited for. */
    @FunctionalInterface
    interface Condition {
        boolean holds() throws IOException;
    }

    /** Waits while it runs. */
    static void await(Process run, Condition condition) throws Exception {
        assertThat(Await.until(() -> !run.isAlive() || condition.holds(), LIMIT, POLL))
                .isTrue();
        assertThat(run.isAlive()).isTrue();
    }

    static String freeAddress(String host) throws IOException {
        return host + ":" + ServerProcess.freePort();
    }

    @Override
    public void close() throws IOException {
        server.close();
        if (port.isPresent()) {
            port.get().close();
        }
    }
}

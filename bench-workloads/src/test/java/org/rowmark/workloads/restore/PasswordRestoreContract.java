package org.rowmark.workloads.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Secret;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;

/** Backups and restores on a server that wants a password: it works, and no file, no list of processes shows it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class PasswordRestoreContract {
    /** Hard to hand on: it means something to shells, option files and password files. */
    public static final String PASSWORD = "in:the\\mine; $(id)'\"`#&|canary";

    private static final String SOURCE = "rowmark_canary";
    private static final String RESTORED = "rowmark_restored";

    private final Target target;
    private final Restorer restorer;
    private Path directory;
    private Server server;
    private RunningTarget running;

    protected PasswordRestoreContract(Target target) {
        this.target = target;
        restorer = Restorer.of(target.database()).orElseThrow();
    }

    /**
     * Has the server want {@link #PASSWORD}.
     *
     * @return the endpoint of the user who has it
     */
    protected abstract Endpoint lock(Endpoint open, Workspace workspace) throws IOException, SQLException;

    @BeforeAll
    protected void start(@TempDir Path place) throws IOException, SQLException {
        directory = place;
        assertThat(directory.toFile().setExecutable(true, false)).isTrue();
        Workspace workspace =
                new Workspace(Files.createDirectories(directory.resolve("data")), directory.resolve("server.log"));
        server = RequiredServers.start(target, workspace);
        Endpoint locked = lock(server.endpoint(), workspace);
        running = new RunningTarget(target, locked, workspace, directory.resolve("programs.log"));
        restorer.create(running, SOURCE);
        try (Connection connection = Drivers.connect(restorer.endpoint(running, SOURCE), ConnectionMode.PLAIN);
                Statement statement = connection.createStatement()) {
            statement.execute("create table birds (id integer primary key, song varchar(20))");
            statement.execute("insert into birds values (1, 'tweet'), (2, 'chirp')");
        }
    }

    @AfterAll
    protected void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    protected Stream<RestoreMethod> methods() {
        return restorer.methods().stream();
    }

    /** Whether the restored database opens with the password; if not, it is only backed up. */
    protected boolean opens(RestoreMethod method) {
        return true;
    }

    @Test
    protected void the_server_does_want_it() {
        Endpoint wrong = running.endpoint().as(running.endpoint().user().orElseThrow(), Secret.of("not-the-canary"));

        assertThatThrownBy(() -> Drivers.connect(wrong, ConnectionMode.PLAIN).close())
                .isInstanceOf(SQLException.class);
    }

    @Test
    protected void nothing_is_dropped_whose_name_is_not_rowmarks() {
        assertThatThrownBy(() -> restorer.drop(running, "shop"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("rowmark_");
    }

    @ParameterizedTest
    @MethodSource("methods")
    protected void restores_without_showing_the_password(RestoreMethod method) throws Exception {
        Optional<String> missing = method.missing(running);
        assumeTrue(missing.isEmpty(), () -> "needs " + missing.orElseThrow());
        Path backup = directory.resolve(method.name());
        List<String> shown = new ArrayList<>();
        AtomicBoolean isDone = new AtomicBoolean();
        Thread watch = new Thread(() -> watch(isDone, shown), "watch");
        watch.start();
        try {
            method.backUp(running, SOURCE, backup);
            if (opens(method)) {
                restore(method, backup);
            }
        } finally {
            isDone.set(true);
            watch.join();
        }

        assertThat(shown).isEmpty();
        // The log holds all command lines, secrets masked: a mask would show that there is one.
        assertThat(Files.readAllLines(running.output()))
                .filteredOn(line -> line.startsWith("# "))
                .isNotEmpty()
                .noneMatch(line -> line.contains(Secrets.scrub(PASSWORD)));
        assertThat(filesThatHoldIt()).isEmpty();
    }

    private void restore(RestoreMethod method, Path backup) throws IOException, SQLException {
        method.prepare(
                        running,
                        new RestoreJob(backup, RESTORED, true, OptionalInt.empty(), OptionalInt.empty(), 1, line -> {}))
                .run();
        try (Connection connection = Drivers.connect(restorer.endpoint(running, RESTORED), ConnectionMode.PLAIN)) {
            assertThat(ServerInfoQueries.value(connection, "select count(*) from birds"))
                    .isEqualTo("2");
        }
        restorer.drop(running, RESTORED);
    }

    private static void watch(AtomicBoolean isDone, List<String> shown) {
        while (!isDone.get()) {
            ProcessHandle.allProcesses()
                    .map(process -> process.info().commandLine().orElse(""))
                    .filter(line -> line.contains("canary") && line.contains("$(id)"))
                    .forEach(shown::add);
        }
    }

    private List<Path> filesThatHoldIt() throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains("#&|canary")) {
                    found.add(file);
                }
            }
        }
        return found;
    }
}

package org.rowmark.workloads.restore.firebird;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.db.Databases;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.workloads.restore.Backup;
import org.rowmark.workloads.restore.BackupCache;
import org.rowmark.workloads.restore.Inventory;
import org.rowmark.workloads.restore.RestoreContract;
import org.rowmark.workloads.restore.RestoreMethod;
import org.rowmark.workloads.restore.Restorer;

/** A server that somebody else started, whose files Rowmark handles through it only. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FirebirdExternalRestoreTest {
    private static final String RESTORED = RestoreContract.RESTORED;

    private final Restorer restorer = RestoreContract.restorer("firebird");
    private Server server;
    private RunningTarget running;
    private Path file;
    private BackupCache backups;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        Workspace theirs =
                new Workspace(Files.createDirectories(directory.resolve("theirs")), directory.resolve("server.log"));
        server = RequiredServers.start(DatabaseContract.builtIn("firebird"), theirs);
        String url = server.endpoint().url().replaceFirst("/rowmark$", "/" + theirs.data() + "/data/rowmark.fdb");
        Target target = Target.external("ours", "firebird", url)
                .withUser(
                        server.endpoint().user().orElseThrow(),
                        server.endpoint().password().orElseThrow());
        Workspace ours = new Workspace(Files.createDirectories(directory.resolve("ours")), directory.resolve("log"));
        running = new RunningTarget(
                target,
                Databases.named("firebird").launcher().start(target, ours).endpoint(),
                ours,
                directory.resolve("output"));
        file = theirs.data().resolve("data").resolve(RESTORED + ".fdb");
        backups = new BackupCache(Files.createDirectories(directory.resolve("backups")), progress -> {});
    }

    @AfterAll
    void stop() throws IOException, SQLException {
        if (server != null) {
            backups.removeSource(running, restorer);
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gbak-tcp", "gbak-service", "api-service", "api-streaming"})
    void restores_finds_weighs_and_drops_through_the_server(String name) throws IOException, SQLException {
        RestoreMethod method = method(name);
        assertThat(method.missing(running)).isEmpty();
        Backup backup = backups.of(running, restorer, method, 0.0005);
        assertThat(restorer.exists(running, RESTORED)).isFalse();

        method.prepare(running, RestoreContract.job(backup.path())).run();

        assertThat(restorer.exists(running, RESTORED)).isTrue();
        assertThat(restorer.size(running, RESTORED)).isBetween(Files.size(file) / 2, Files.size(file));
        Inventory restored = Inventory.of(restorer.endpoint(running, RESTORED), restorer);
        backup.original().orElseThrow().inventory().requireSame(restored, true);
        restorer.drop(running, RESTORED);
        assertThat(file).doesNotExist();
        assertThat(restorer.exists(running, RESTORED)).isFalse();
    }

    @Test
    void dropping_what_is_not_there_does_nothing() throws SQLException, IOException {
        restorer.drop(running, "rowmark_never_made");

        assertThat(restorer.exists(running, "rowmark_never_made")).isFalse();
    }

    /** A restore that broke off leaves a database in a state of its own. */
    @Test
    void drops_a_database_that_is_half_restored() throws IOException, SQLException {
        Backup backup = backups.of(running, restorer, method("gbak-service"), 0.0005);
        byte[] whole = Files.readAllBytes(backup.path());
        Path half = Files.write(running.directory("half.fbk"), Arrays.copyOf(whole, whole.length / 2));

        Throwable failure = catchThrowable(() -> method("gbak-service")
                .prepare(running, RestoreContract.job(half))
                .run());

        assertThat(failure).hasMessageContaining("before it was complete");
        assertThat(file).exists();
        restorer.drop(running, RESTORED);
        assertThat(file).doesNotExist();
    }

    @Test
    void the_engine_of_another_process_is_not_for_files_of_a_server() throws IOException, SQLException {
        assertThat(method("gbak-local").missing(running))
                .hasValue("the server's files, which are its own; a target with server: local has them");
    }

    private RestoreMethod method(String name) {
        return restorer.method(name).orElseThrow();
    }
}

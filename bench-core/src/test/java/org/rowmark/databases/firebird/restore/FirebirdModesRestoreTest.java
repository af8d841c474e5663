package org.rowmark.databases.firebird.restore;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.RestoreContract;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.Restorer;
import org.rowmark.restore.Backup;
import org.rowmark.restore.BackupCache;
import org.rowmark.restore.Inventory;
import org.rowmark.restore.Restorers;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** The modes of a server other than Super, in which all else is tested: a page cache, or a process, per connection. */
class FirebirdModesRestoreTest {
    private final Restorer restorer = Restorers.of("firebird").orElseThrow();

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"SuperClassic", "Classic"})
    void restores_in_every_mode_of_the_server(String mode) throws Exception {
        Target target = DatabaseContract.builtIn("firebird").withSettings(Map.of("ServerMode", mode));
        Path data = Files.createDirectories(directory.resolve("data"));
        Workspace workspace = new Workspace(data, directory.resolve("server.log"));
        try (Server server = RequiredServers.start(target, workspace)) {
            RunningTarget running =
                    new RunningTarget(target, server.endpoint(), workspace, directory.resolve("programs.log"));
            Path cache = Files.createDirectories(directory.resolve("backups"));
            BackupCache backups = new BackupCache(cache, progress -> {});
            for (String name : List.of("gbak-service", "gbak-local", "api-streaming")) {
                RestoreMethod method = Restorers.method("firebird", name).orElseThrow();
                Backup backup = backups.of(running, restorer, method, 0.0005);

                method.prepare(running, job(backup)).run();

                Inventory restored = Inventory.of(restorer.endpoint(running, RestoreContract.RESTORED), restorer);
                backup.original().orElseThrow().inventory().requireSame(restored, true);
                restorer.drop(running, RestoreContract.RESTORED);
                assertThat(restorer.exists(running, RestoreContract.RESTORED)).isFalse();
            }
        }
    }

    private static RestoreJob job(Backup backup) {
        return new RestoreJob(
                backup.path(),
                RestoreContract.RESTORED,
                true,
                OptionalInt.empty(),
                OptionalInt.empty(),
                1,
                progress -> {});
    }
}

package org.rowmark.workloads.restore.firebird;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.DatabaseContract;
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

/** The modes of a server other than Super, in which all else is tested: a page cache, or a process, per connection. */
@Tag("slow")
class FirebirdModesRestoreTest {
    private final Restorer restorer = RestoreContract.restorer("firebird");

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
                RestoreMethod method = restorer.method(name).orElseThrow();
                Backup backup = backups.of(running, restorer, method, 0.0005);

                method.prepare(running, RestoreContract.job(backup.path())).run();

                Inventory restored = Inventory.of(restorer.endpoint(running, RestoreContract.RESTORED), restorer);
                backup.original().orElseThrow().inventory().requireSame(restored, true);
                restorer.drop(running, RestoreContract.RESTORED);
                assertThat(restorer.exists(running, RestoreContract.RESTORED)).isFalse();
            }
        }
    }
}

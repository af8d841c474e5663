package org.rowmark.workloads.restore.firebird;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
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
import org.rowmark.workloads.restore.ExplainedRestore;
import org.rowmark.workloads.restore.RestoreContract;
import org.rowmark.workloads.restore.RestoreMethod;
import org.rowmark.workloads.restore.Restorer;

/** A disk that fills up in the middle of a restore. It is one in memory, which only root may mount. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FirebirdDiskFullTest {
    private static final int MEGABYTE = 1024 * 1024;
    private static final int DISK = 48;

    private final Restorer restorer = RestoreContract.restorer("firebird");
    private Path disk;
    private Server server;
    private RunningTarget running;
    private Backup backup;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        disk = Files.createDirectory(directory.resolve("disk"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=" + DISK + "m", "tmpfs", disk.toString()),
                "needs to be allowed to mount a disk in memory");
        Workspace workspace = new Workspace(Files.createDirectory(disk.resolve("data")), directory.resolve("log"));
        Target target = DatabaseContract.builtIn("firebird");
        server = RequiredServers.start(target, workspace);
        running = new RunningTarget(target, server.endpoint(), workspace, directory.resolve("output"));
        BackupCache backups = new BackupCache(Files.createDirectory(directory.resolve("backups")), progress -> {});
        backup = backups.of(running, restorer, restorer.method("gbak-service").orElseThrow(), 0.0005);
        backups.removeSource(running, restorer);
        fillUpTo(3 * MEGABYTE);
    }

    @AfterAll
    void stop() throws Exception {
        if (server != null) {
            server.close();
        }
        run("umount", disk.toString());
    }

    @AfterEach
    void drop() throws IOException, SQLException {
        restorer.drop(running, RestoreContract.RESTORED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gbak-tcp", "gbak-local", "gbak-service", "api-service", "api-streaming"})
    void a_restore_that_finds_the_disk_full_reports_that_and_leaves_nothing(String name) throws Exception {
        RestoreMethod method = restorer.method(name).orElseThrow();
        long before = free();

        assertThatThrownBy(() -> ExplainedRestore.prepare(restorer, method, running, RestoreContract.job(backup.path()))
                        .run())
                .isInstanceOf(IOException.class)
                .satisfies(failure -> assertThat(failure.getMessage())
                        .startsWith("the disk is full: ")
                        .contains("--data-dir")
                        .doesNotContain("\n"));

        restorer.drop(running, RestoreContract.RESTORED);
        assertThat(restorer.exists(running, RestoreContract.RESTORED)).isFalse();
        assertThat(free()).isCloseTo(before, within((long) MEGABYTE));
    }

    private void fillUpTo(long left) throws IOException {
        try (RandomAccessFile filler =
                new RandomAccessFile(disk.resolve("filler").toFile(), "rw")) {
            byte[] block = new byte[MEGABYTE / 4];
            while (free() > left) {
                filler.write(block);
            }
        }
    }

    private long free() throws IOException {
        return Files.getFileStore(disk).getUsableSpace();
    }

    private static boolean run(String... words) throws Exception {
        return new ProcessBuilder(List.of(words)).start().waitFor() == 0;
    }
}

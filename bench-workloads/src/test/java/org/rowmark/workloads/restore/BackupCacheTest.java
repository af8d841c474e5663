package org.rowmark.workloads.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.Databases;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** Backups in the cache, of H2 in files. */
class BackupCacheTest {
    private static final double SMALLEST = 1e-6;

    private final Restorer restorer = RestoreContract.restorer("h2");

    @TempDir
    Path directory;

    private BackupCache backups;

    @BeforeEach
    void makeCache() throws IOException {
        backups = new BackupCache(Files.createDirectory(directory.resolve("cache")), progress -> {});
    }

    @Test
    void a_backup_that_fails_leaves_neither_files_nor_the_database_that_was_built() throws Exception {
        RunningTarget running = running("mine");
        RestoreMethod full = new Noting() {
            @Override
            public void backUp(RunningTarget where, String source, Path backup) throws IOException {
                Files.writeString(backup, "half");
                throw new IOException("the disk is full");
            }
        };

        assertThatThrownBy(() -> backups.of(running, restorer, full, SMALLEST)).hasMessage("the disk is full");

        assertThat(restorer.exists(running, SampleDatabase.NAME)).isFalse();
        assertThat(directory.resolve("cache")).isEmptyDirectory();
    }

    /** Two servers of the same version, for example on Linux and on Windows. */
    @Test
    void what_a_server_keeps_itself_is_of_one_target() throws Exception {
        RestoreMethod method = new Noting();
        RunningTarget one = running("on-linux");
        RunningTarget other = running("on-windows");

        Backup ofOne = backups.of(one, restorer, method, SMALLEST);
        Backup ofOther = backups.of(other, restorer, method, SMALLEST);

        assertThat(ofOne.path()).hasContent("on-linux");
        assertThat(ofOther.path()).hasContent("on-windows");
        assertThat(backups.existing(one, method, SMALLEST)).isEqualTo(ofOne);
    }

    @Test
    void a_backup_that_another_run_has_made_meanwhile_is_used() throws Exception {
        Path cache = directory.resolve("cache");
        RunningTarget running = running("mine");
        RestoreMethod slower = new Noting() {
            @Override
            public void backUp(RunningTarget where, String source, Path backup) throws IOException, SQLException {
                super.backUp(where, source, backup);
                new BackupCache(cache, progress -> {}).of(where, restorer, new Noting(), SMALLEST);
            }
        };

        Backup backup = backups.of(running, restorer, slower, SMALLEST);

        assertThat(backup.path()).hasContent("mine");
        assertThat(cache.toFile().list()).hasSize(1);
    }

    private RunningTarget running(String name) throws IOException {
        Target target = Target.builtIn(name, "h2", ServerKind.EMBEDDED);
        Path log = directory.resolve(name + ".log");
        Workspace workspace = new Workspace(Files.createDirectory(directory.resolve(name)), log);
        return new RunningTarget(
                target,
                Databases.named("h2").launcher().start(target, workspace).endpoint(),
                workspace,
                log);
    }

    /** Backs up the target's name, which no other target has. */
    private static class Noting implements RestoreMethod {
        @Override
        public String name() {
            return "noting";
        }

        @Override
        public String meaning() {
            return "makes a note of the target";
        }

        @Override
        public String format() {
            return "note";
        }

        @Override
        public boolean keepsOnServer() {
            return true;
        }

        @Override
        public boolean isThere(RunningTarget running, Path backup) {
            try {
                return Files.readString(backup).equals(running.target().name());
            } catch (IOException e) {
                return false;
            }
        }

        @Override
        public void backUp(RunningTarget running, String source, Path backup) throws IOException, SQLException {
            Files.writeString(backup, running.target().name());
        }

        @Override
        public PreparedRestore prepare(RunningTarget running, RestoreJob job) {
            throw new UnsupportedOperationException();
        }
    }
}

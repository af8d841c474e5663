package org.rowmark.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.DriverJars;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

class DiskSpaceTest {
    private static final Inventory EMPTY = new Inventory(Map.of(), 0, 0, 0, 0);

    @TempDir
    private Path directory;

    @Test
    void says_what_is_needed_and_what_is_left() {
        assertThat(DiskSpace.shortage("a restored database", Path.of("data"), 5_850_000_000L, 1_200_000_000L))
                .contains("a restored database takes about 5850 MB, and data has 1200 MB left");
        assertThat(DiskSpace.shortage("a restored database", Path.of("data"), 10, 10))
                .isEmpty();
    }

    @Test
    void refuses_a_restore_that_no_disk_takes_and_says_what_to_do() {
        RunningTarget site = site(Target.builtIn("firebird", "firebird", ServerKind.LOCAL));

        assertThatThrownBy(() -> DiskSpace.requireForRestore(site, backupOf(1L << 60)))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'firebird': a restored database takes about ")
                .hasMessageEndingWith("; name another directory with --data-dir, or a smaller --scale");
        assertThatCode(() -> DiskSpace.requireForRestore(site, backupOf(1000))).doesNotThrowAnyException();
    }

    @Test
    void asks_the_disk_that_the_url_names(@TempDir Path theirs) {
        String url = "jdbc:sqlite:" + theirs.resolve("mine.db");
        Target target = Target.builtIn("mine", "sqlite", ServerKind.EMBEDDED).withUrl(url);
        RunningTarget site = new RunningTarget(
                target, DriverJars.endpoint(target, url), new Workspace(directory, directory), directory);

        assertThatThrownBy(() -> DiskSpace.requireForRestore(site, backupOf(1L << 60)))
                .hasMessageContaining(" MB, and " + theirs + " has ")
                .hasMessageEndingWith("; name another directory with url:, or a smaller --scale");
    }

    @Test
    void does_not_ask_where_a_container_keeps_its_data() {
        RunningTarget site = site(Target.builtIn("boxed", "postgresql", ServerKind.CONTAINER));

        assertThatCode(() -> DiskSpace.requireForRestore(site, backupOf(1L << 60)))
                .doesNotThrowAnyException();
    }

    @Test
    void asks_no_more_for_a_backup_of_unknown_contents_than_it_takes_at_least() throws IOException {
        RunningTarget site = site(Target.builtIn("firebird", "firebird", ServerKind.LOCAL));
        long free = Files.getFileStore(directory).getUsableSpace();

        assertThatCode(() -> DiskSpace.requireForRestore(site, new Backup(directory, free / 4, Optional.empty())))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> DiskSpace.requireForRestore(site, new Backup(directory, free, Optional.empty())))
                .isInstanceOf(UsageException.class);
    }

    @Test
    void does_not_judge_the_disk_of_somebody_else() {
        RunningTarget site = site(Target.external("far", "firebird", "jdbc:firebirdsql://far/x.fdb"));

        assertThatCode(() -> DiskSpace.requireForRestore(site, backupOf(1L << 60)))
                .doesNotThrowAnyException();
    }

    private RunningTarget site(Target target) {
        Endpoint endpoint = DriverJars.endpoint(target, "jdbc:firebirdsql://far/x.fdb");
        return new RunningTarget(target, endpoint, new Workspace(directory, directory), directory);
    }

    private static Backup backupOf(long databaseBytes) {
        return new Backup(Path.of("b.fbk"), 100, Optional.of(new Backup.Original(databaseBytes, 0, EMPTY)));
    }
}

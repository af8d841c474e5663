package org.rowmark.workloads.restore;

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
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;
import org.rowmark.workloads.restore.Inventory.Contents;

class BackupTest {
    @TempDir
    private Path directory;

    @Test
    void describes_generated_data_by_its_rows_and_a_checksum_over_all() {
        Inventory inventory =
                new Inventory(Map.of("ORDERS", new Contents(10, 77), "LINES", new Contents(40, 4)), 1, 0, 0, 0);

        assertThat(new Backup(Path.of("b.fbk"), 100, Optional.of(new Backup.Original(1, 0, inventory))).fingerprint())
                .isEqualTo("2 tables, 50 rows, checksum 51");
    }

    @Test
    void describes_a_backup_that_nobody_has_read_by_its_name_and_size() {
        assertThat(new Backup(Path.of("/home/me/b.fbk"), 100, Optional.empty()).fingerprint())
                .isEqualTo("b.fbk, 100 bytes");
    }

    @Test
    void requires_half_as_much_again_as_its_original_took() throws IOException {
        long free = Files.getFileStore(directory).getUsableSpace();

        assertThatCode(() -> madeFrom(free / 2).requireDiskSpace(running())).doesNotThrowAnyException();
        assertThatThrownBy(() -> madeFrom(free * 3 / 4).requireDiskSpace(running()))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'firebird': a restored database takes about ");
    }

    @Test
    void requires_the_least_that_unknown_contents_can_take() throws IOException {
        long free = Files.getFileStore(directory).getUsableSpace();

        assertThatCode(() -> new Backup(directory, free / 4, Optional.empty()).requireDiskSpace(running()))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> new Backup(directory, free, Optional.empty()).requireDiskSpace(running()))
                .isInstanceOf(UsageException.class);
    }

    @Test
    void reads_every_byte_of_its_files_and_none_that_are_elsewhere() throws IOException {
        Path file = Files.writeString(directory.resolve("b.sql"), "12345");
        Path data = Files.createDirectories(directory.resolve("copy/data"));
        Files.writeString(data.resolve("a"), "12");
        Files.writeString(directory.resolve("copy/b"), "345");

        assertThat(new Backup(file, 5, Optional.empty()).read()).isEqualTo(5);
        assertThat(new Backup(directory.resolve("copy"), 5, Optional.empty()).read())
                .isEqualTo(5);
        assertThat(new Backup(directory.resolve("on-the-server.bak"), 5, Optional.empty()).read())
                .isZero();
    }

    private static Backup madeFrom(long databaseBytes) {
        Inventory empty = new Inventory(Map.of(), 0, 0, 0, 0);
        return new Backup(Path.of("b.fbk"), 100, Optional.of(new Backup.Original(databaseBytes, 0, empty)));
    }

    private RunningTarget running() {
        Target target = Target.builtIn("firebird", "firebird", ServerKind.LOCAL);
        return new RunningTarget(
                target,
                DriverJars.endpoint(target, "jdbc:firebirdsql://far/x.fdb"),
                new Workspace(directory, directory),
                directory);
    }
}

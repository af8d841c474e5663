package org.rowmark.restore;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.restore.Inventory.Contents;

class BackupTest {
    @Test
    void generated_data_is_told_by_its_rows_and_a_checksum_over_all() {
        Inventory inventory =
                new Inventory(Map.of("ORDERS", new Contents(10, 77), "LINES", new Contents(40, 4)), 1, 0, 0, 0);

        assertThat(new Backup(Path.of("b.fbk"), 100, Optional.of(new Backup.Original(1, 0, inventory))).fingerprint())
                .isEqualTo("2 tables, 50 rows, checksum 51");
    }

    @Test
    void a_backup_that_nobody_has_read_is_told_by_its_name_and_size() {
        assertThat(new Backup(Path.of("/home/me/b.fbk"), 100, Optional.empty()).fingerprint())
                .isEqualTo("b.fbk, 100 bytes");
    }
}

package org.rowmark.workloads.restore;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.workloads.restore.Inventory.Contents;

/** Restores of a backup whose contents are unknown. */
class FirstRestoreTest {
    private static final Inventory FULL = inventory(Map.of("ORDERS", new Contents(10, 77)), 3);
    private static final Inventory WITHOUT_INDEXES = inventory(Map.of("ORDERS", new Contents(10, 77)), 0);

    @TempDir
    Path directory;

    @Test
    void all_later_restores_must_bring_the_same_with_and_without_indexes() {
        assertThatCode(() -> {
                    requireSame(FULL, true);
                    requireSame(WITHOUT_INDEXES, false);
                    requireSame(FULL, true);
                    requireSame(WITHOUT_INDEXES, false);
                })
                .doesNotThrowAnyException();

        assertThatThrownBy(() -> requireSame(inventory(Map.of("ORDERS", new Contents(9, 5)), 3), true))
                .hasMessageContaining("table ORDERS has 9 rows, in the original 10");
    }

    @Test
    void a_database_without_a_table_is_none_that_came_back() {
        assertThatThrownBy(() -> requireSame(inventory(Map.of(), 0), true))
                .hasMessageStartingWith("nothing was restored: the database has no table");
    }

    private void requireSame(Inventory restored, boolean withIndexes) throws IOException {
        Inventory.requireSameAsFirst(directory, restored, withIndexes);
    }

    private static Inventory inventory(Map<String, Contents> tables, int indexes) {
        return new Inventory(tables, indexes, 0, 0, 0);
    }
}

package org.rowmark.workloads.restore;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.workloads.restore.Inventory.Contents;

class ReferenceInventoryTest {
    private static final Inventory FULL = inventory(Map.of("ORDERS", new Contents(10, 77)), 3);
    private static final Inventory WITHOUT_INDEXES = inventory(Map.of("ORDERS", new Contents(10, 77)), 0);

    @TempDir
    Path directory;

    private ReferenceInventory first;

    @BeforeEach
    void begin() {
        first = new ReferenceInventory(directory);
    }

    @Test
    void all_later_restores_must_bring_the_same_with_and_without_indexes() {
        assertThatCode(() -> {
                    first.requireSame(FULL, true);
                    first.requireSame(WITHOUT_INDEXES, false);
                    first.requireSame(FULL, true);
                    first.requireSame(WITHOUT_INDEXES, false);
                })
                .doesNotThrowAnyException();

        assertThatThrownBy(() -> first.requireSame(inventory(Map.of("ORDERS", new Contents(9, 5)), 3), true))
                .hasMessageContaining("table ORDERS has 9 rows, in the original 10");
    }

    @Test
    void a_database_without_a_table_is_none_that_came_back() {
        assertThatThrownBy(() -> first.requireSame(inventory(Map.of(), 0), true))
                .hasMessageStartingWith("nothing was restored: the database has no table");
    }

    private static Inventory inventory(Map<String, Contents> tables, int indexes) {
        return new Inventory(tables, indexes, 0, 0, 0);
    }
}

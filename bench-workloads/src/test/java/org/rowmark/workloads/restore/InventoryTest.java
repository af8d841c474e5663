package org.rowmark.workloads.restore;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rowmark.workloads.restore.Inventory.Contents;

class InventoryTest {
    private static final Map<String, Contents> TABLES =
            Map.of("ORDERS", new Contents(10, 77), "LINES", new Contents(40, -3));
    private static final Inventory ORIGINAL = new Inventory(TABLES, 12, 0, 4, 0);

    @Test
    void a_faithful_copy_is_the_same() {
        assertThatCode(() -> ORIGINAL.requireSame(new Inventory(TABLES, 12, 0, 4, 0), true))
                .doesNotThrowAnyException();
    }

    @Test
    void names_the_table_that_is_missing() {
        requireDifferent(
                new Inventory(Map.of("ORDERS", new Contents(10, 77)), 12, 0, 4, 0), true, "table LINES is missing");
    }

    @Test
    void names_the_table_that_is_too_much() {
        Map<String, Contents> more =
                Map.of("ORDERS", new Contents(10, 77), "LINES", new Contents(40, -3), "X", new Contents(0, 0));
        requireDifferent(new Inventory(more, 12, 0, 4, 0), true, "table X is not in the original");
    }

    @Test
    void reports_both_numbers_of_rows() {
        requireDifferent(
                new Inventory(Map.of("ORDERS", new Contents(9, 77), "LINES", new Contents(40, -3)), 12, 0, 4, 0),
                true,
                "table ORDERS has 9 rows, in the original 10");
    }

    @Test
    void notices_a_value_and_counts_what_else_differs() {
        requireDifferent(
                new Inventory(Map.of("ORDERS", new Contents(10, 78), "LINES", new Contents(40, -3)), 11, 1, 3, 2),
                true,
                "table ORDERS has other contents (and 3 more differences)");
    }

    @Test
    void notices_an_index_that_is_switched_off() {
        requireDifferent(
                new Inventory(TABLES, 11, 1, 4, 0),
                true,
                "11 indexes are active and 1 are not, in the original 12 and 0");
    }

    @Test
    void without_indexes_none_but_those_that_cannot_be_left_out_may_be_active() {
        assertThatCode(() -> ORIGINAL.requireSame(new Inventory(TABLES, 0, 12, 4, 0), false))
                .doesNotThrowAnyException();
        assertThatCode(() -> ORIGINAL.requireSame(new Inventory(TABLES, 7, 0, 0, 0), false))
                .doesNotThrowAnyException();
        requireDifferent(
                new Inventory(TABLES, 12, 0, 4, 0), false, "12 indexes are active, and the restore was to leave");
    }

    @Test
    void notices_a_foreign_key_that_is_broken_or_gone() {
        requireDifferent(new Inventory(TABLES, 12, 0, 4, 5), true, "5 rows break a foreign key");
        requireDifferent(new Inventory(TABLES, 12, 0, 3, 0), true, "3 foreign keys, in the original 4");
    }

    private static void requireDifferent(Inventory restored, boolean withIndexes, String words) {
        assertThatThrownBy(() -> ORIGINAL.requireSame(restored, withIndexes))
                .hasMessageStartingWith("the restored database is not what was backed up: ")
                .hasMessageContaining(words);
    }
}

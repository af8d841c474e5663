package org.rowmark.workloads.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.data.DataSet;
import org.rowmark.db.Databases;

/** The tables of data of several sizes. */
class SizesTest {
    private static final List<Sizes> ALL = List.of(
            new Sizes(1, 100_000, 3_000),
            new Sizes(999_999, 100_000, 3_000),
            new Sizes(1, 1_000, 3_000),
            new Sizes(1, 100_000, 300),
            new Sizes(300, 100_000, 1),
            new Sizes(999_999, 99_999_999, 99_999));

    @Test
    void each_size_has_tables_of_its_own() {
        assertThat(ALL).extracting(Sizes::tablePrefix).doesNotHaveDuplicates();
    }

    @Test
    void tables_of_as_many_items_and_customers_as_in_tpc_c_are_named_by_their_warehouses() {
        assertThat(new Sizes(4, 100_000, 3_000).tablePrefix()).isEqualTo("rowmark_oltp_4_");
    }

    @Test
    void names_of_tables_and_indexes_have_at_most_30_characters() {
        for (Sizes sizes : ALL) {
            assertThat(new OltpTables(Databases.named("h2").dialect(), sizes, 1).dataSets())
                    .hasSize(9)
                    .extracting(DataSet::table)
                    .allSatisfy(table -> assertThat(table.indexes().isEmpty() ? table.name() : table.name() + "_i")
                            .hasSizeLessThanOrEqualTo(30));
        }
    }
}

package org.rowmark.workloads.restore;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneRules;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.rowmark.db.Dialect;
import org.rowmark.workloads.restore.SampleTable.Index.Kind;

class SampleSchemaTest {
    private static final Dialect STANDARD = new Dialect() {};
    private static final double SCALE = 0.0002;

    private final List<SampleTable> tables = new SampleSchema(STANDARD, SCALE).all();
    private final Map<String, SampleTable> byName =
            tables.stream().collect(Collectors.toMap(SampleTable::name, Function.identity()));

    @Test
    void the_same_scale_gives_the_same_rows() {
        List<SampleTable> again = new SampleSchema(STANDARD, SCALE).all();

        for (int i = 0; i < tables.size(); i++) {
            assertThat(again.get(i).rows()).isEqualTo(tables.get(i).rows());
            for (long key : new long[] {1, 2, tables.get(i).rows()}) {
                assertThat(again.get(i).row().values(key))
                        .isEqualTo(tables.get(i).row().values(key));
            }
        }
    }

    /** Drivers send times by way of the zone of the JVM, in which clocks that are put forward skip an hour. */
    @Test
    void every_time_exists_in_all_time_zones() {
        List<LocalDateTime> times = tables.stream()
                .flatMap(table -> LongStream.rangeClosed(1, table.rows())
                        .mapToObj(key -> table.row().values(key)))
                .flatMap(Arrays::stream)
                .filter(LocalDateTime.class::isInstance)
                .map(LocalDateTime.class::cast)
                .distinct()
                .toList();

        assertThat(times).hasSizeGreaterThan(1_000);
        for (String id : ZoneId.getAvailableZoneIds()) {
            ZoneRules rules = ZoneId.of(id).getRules();
            assertThat(times)
                    .as(id)
                    .noneMatch(time -> rules.getValidOffsets(time).isEmpty());
        }
    }

    @Test
    void there_are_indexes_of_all_kinds() {
        List<SampleTable.Index> indexes =
                tables.stream().flatMap(table -> table.indexes().stream()).toList();

        assertThat(indexes).hasSizeGreaterThanOrEqualTo(9);
        assertThat(indexes).extracting(SampleTable.Index::kind).contains(Kind.UNIQUE, Kind.DESCENDING, Kind.PLAIN);
        assertThat(indexes).anyMatch(index -> index.columns().contains(","));
        assertThat(tables).flatExtracting(SampleTable::references).hasSize(4);
    }

    @Test
    void every_reference_finds_its_row() {
        for (SampleTable table : tables) {
            for (SampleTable.Reference reference : table.references()) {
                int column = table.columns().stream()
                        .map(SampleTable.Column::name)
                        .toList()
                        .indexOf(reference.column());
                assertThat(LongStream.rangeClosed(1, table.rows())
                                .map(key -> ((Integer) table.row().values(key)[column]).longValue()))
                        .as(reference.name())
                        .allMatch(key -> key >= 1
                                && key <= byName.get(reference.parent()).rows());
            }
        }
    }

    @Test
    void columns_of_unique_indexes_have_no_value_twice() {
        for (SampleTable table : tables) {
            for (SampleTable.Index index : table.indexes()) {
                if (index.kind() == Kind.UNIQUE) {
                    int column = table.columns().stream()
                            .map(SampleTable.Column::name)
                            .toList()
                            .indexOf(index.columns());
                    Set<Object> values = new HashSet<>();
                    assertThat(LongStream.rangeClosed(1, table.rows())
                                    .allMatch(key -> values.add(table.row().values(key)[column])))
                            .as(index.name())
                            .isTrue();
                }
            }
        }
    }

    @Test
    void most_remarks_are_null() {
        SampleTable inspections = byName.get("inspections");
        long values = 0;
        long nulls = 0;
        for (long key = 1; key <= inspections.rows(); key++) {
            for (int i = 3; i < inspections.columns().size(); i++) {
                values++;
                nulls += inspections.row().values(key)[i] == null ? 1 : 0;
            }
        }

        assertThat((double) nulls / values).isBetween(0.85, 0.95);
    }

    @Test
    void grows_with_the_scale() {
        List<SampleTable> larger = new SampleSchema(STANDARD, SCALE * 10).all();

        for (int i = 0; i < tables.size(); i++) {
            assertThat(larger.get(i).rows()).isGreaterThan(tables.get(i).rows());
        }
    }
}

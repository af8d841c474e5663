package org.rowmark.report.cells;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FurtherMetricTest {
    @ParameterizedTest
    @CsvSource({
        "MB, ops/s, ops/s, MB/s",
        "rows, ops/ms, ops/ms, rows/ms",
        "rows, us/op, us/op, us/rows",
        "gc.alloc.rate, MB/sec, ops/s, gc.alloc.rate (MB/sec)",
        "gc.alloc.rate.norm, B/op, ops/s, gc.alloc.rate.norm (B/op)",
        "lock_waits, 1/op, ops/s, lock_waits (1/op)",
        "conflicts, #, ops/s, conflicts/op",
        "pass, s/pass, s/query, s/pass",
    })
    void counters_of_operations_give_their_name_to_the_unit(String name, String unit, String primary, String shown) {
        assertThat(FurtherMetric.of(name, unit).shown(primary)).isEqualTo(shown);
    }
}

package org.rowmark.workloads.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rowmark.db.Targets;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;
import org.rowmark.workloads.Oltp;

/** What the caveat of oltp names. */
class UnevenTerminalsTest {
    private static final Workload OLTP = Workloads.all().of(Oltp.class);
    private static final String ALWAYS = "TPC-C-like mix, not a TPC result";

    @Test
    void threads_that_are_no_multiple_of_the_warehouses_and_those_that_share_a_district_are_named() {
        assertThat(caveat(Map.of("warehouses", "2"), 20)).isEqualTo(ALWAYS);
        assertThat(caveat(Map.of("warehouses", "2"), 3))
                .isEqualTo(ALWAYS + "; threads=3 is no multiple of warehouses=2, so some warehouses have more terminals"
                        + " than others");
        assertThat(caveat(Map.of("warehouses", "2"), 22))
                .isEqualTo(ALWAYS + "; threads=22 are more than the 20 districts, so some terminals share one");
    }

    @Test
    void threads_of_all_clients_count() {
        assertThat(caveat(Map.of("warehouses", "2", "clients", "2"), 1)).isEqualTo(ALWAYS);
        assertThat(caveat(Map.of("warehouses", "1", "clients", "3"), 4))
                .endsWith("; threads=12 are more than the 10 districts, so some terminals share one");
    }

    private static String caveat(Map<String, String> values, int threads) {
        return OLTP.caveat(Targets.builtIn().named("postgresql"), values, threads);
    }
}

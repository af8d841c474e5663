package org.rowmark.run.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.rowmark.db.Counter;

/** What the process that measures used. */
class ClientUsageTest {
    private static final Map<Long, Long> UNKNOWN = Map.of();
    private static final long SECOND = 1_000_000_000;

    @Test
    void takes_differences_of_two_moments() {
        ClientUsage before = new ClientUsage(0, 5_000_000, 10, 1, Map.of(1L, 100L, 2L, 50L));
        ClientUsage after = new ClientUsage(SECOND, 12_500_000, 14, 3, Map.of(1L, 130L, 3L, 7L));

        assertThat(values(after.since(before)))
                .isEqualTo(Map.of(
                        "client.cpu-time", 7.5,
                        "client.gc-time", 4.0,
                        "client.gc-count", 2.0,
                        "client.allocated-bytes", 37.0));
    }

    @Test
    void leaves_out_what_a_JVM_does_not_tell() {
        ClientUsage before = new ClientUsage(0, -1, 0, 0, UNKNOWN);
        ClientUsage after = new ClientUsage(SECOND, -1, 0, 0, UNKNOWN);

        assertThat(values(after.since(before))).containsOnlyKeys("client.gc-time", "client.gc-count");
        assertThat(after.loadSince(before, 1, 2)).isEmpty();
    }

    @Test
    void is_loaded_by_its_share_of_the_cores_that_its_threads_can_have() {
        assertThat(load(SECOND / 2, 1, 8)).isEqualTo(50);
        assertThat(load(SECOND, 4, 2)).isEqualTo(50);
        assertThat(load(SECOND, 2, 8)).isEqualTo(50);
        assertThat(load(2 * SECOND, 1, 8)).as("with threads of the JVM's own").isEqualTo(100);
    }

    @Test
    void counts_what_this_thread_allocates_and_works() {
        ClientUsage before = ClientUsage.now();
        long bytes = 0;
        for (int i = 0; i < 1000; i++) {
            bytes += new byte[10_000].length;
        }
        Map<String, Double> used = values(ClientUsage.now().since(before));

        assertThat(used.get("client.allocated-bytes")).isGreaterThanOrEqualTo((double) bytes);
        assertThat(used.get("client.cpu-time")).isNotNegative();
    }

    private static double load(long cpuNanos, int threads, int cores) {
        List<Counter> load = new ClientUsage(SECOND, cpuNanos, 0, 0, UNKNOWN)
                .loadSince(new ClientUsage(0, 0, 0, 0, UNKNOWN), threads, cores);
        assertThat(load).extracting(Counter::metric).containsExactly("client.cpu-load");
        assertThat(load).extracting(Counter::unit).containsExactly("%");
        assertThat(load.get(0).isLevel()).isTrue();
        return load.get(0).value();
    }

    private static Map<String, Double> values(List<Counter> counters) {
        return counters.stream().collect(Collectors.toMap(Counter::metric, Counter::value));
    }
}

package org.rowmark.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.environment.HostFacts.JvmFacts;

class JvmFactsTest {
    @Test
    void reports_flags_only_if_there_are_some() {
        assertThat(JvmFacts.of(List.of()))
                .containsKeys("jvm", "time zone", "locale")
                .doesNotContainKey("jvm flags");
        assertThat(JvmFacts.of(List.of("-Xmx1g", "-XX:+UseParallelGC")))
                .containsEntry("jvm flags", "-Xmx1g -XX:+UseParallelGC")
                .containsEntry("collector", "Parallel");
    }

    @Test
    void the_last_flag_decides_on_the_collector_and_else_what_this_jvm_has() {
        List<String> g1 = List.of("G1 Young Generation", "G1 Concurrent GC", "G1 Old Generation");

        assertThat(collector(List.of("-XX:+UseSerialGC", "-XX:+UseZGC", "-Xmx1g"), g1))
                .contains("Z");
        assertThat(collector(List.of(), g1)).contains("G1");
        assertThat(collector(List.of(), List.of("Copy", "MarkSweepCompact"))).contains("Serial");
        assertThat(collector(List.of(), List.of("one", "other"))).contains("one, other");
    }

    @Test
    void nobody_knows_the_collector_of_forks_that_do_without_the_flag_of_this_jvm() {
        List<String> serial = List.of("-XX:+UseSerialGC");

        assertThat(JvmFacts.collector(List.of("-Xmx1g"), serial, List.of("Copy", "MarkSweepCompact")))
                .isEmpty();
        assertThat(JvmFacts.collector(serial, serial, List.of("Copy", "MarkSweepCompact")))
                .contains("Serial");
    }

    /** Where this JVM has no flag that chooses one. */
    private static Optional<String> collector(List<String> flags, List<String> beans) {
        return JvmFacts.collector(flags, List.of("-Xmx2g"), beans);
    }
}

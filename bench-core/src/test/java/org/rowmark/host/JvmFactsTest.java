package org.rowmark.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JvmFactsTest {
    @Test
    void tells_flags_only_if_there_are_some() {
        assertThat(JvmFacts.of(List.of()))
                .containsKeys("jvm", "collector", "time zone", "locale")
                .doesNotContainKey("jvm flags");
        assertThat(JvmFacts.of(List.of("-Xmx1g", "-XX:+UseParallelGC")))
                .containsEntry("jvm flags", "-Xmx1g -XX:+UseParallelGC")
                .containsEntry("collector", "Parallel");
    }

    @Test
    void the_last_flag_decides_on_the_collector_and_else_what_this_jvm_has() {
        List<String> g1 = List.of("G1 Young Generation", "G1 Concurrent GC", "G1 Old Generation");

        assertThat(JvmFacts.collector(List.of("-XX:+UseSerialGC", "-XX:+UseZGC", "-Xmx1g"), g1))
                .isEqualTo("Z");
        assertThat(JvmFacts.collector(List.of(), g1)).isEqualTo("G1");
        assertThat(JvmFacts.collector(List.of(), List.of("Copy", "MarkSweepCompact")))
                .isEqualTo("Serial");
        assertThat(JvmFacts.collector(List.of(), List.of("one", "other"))).isEqualTo("one, other");
    }
}

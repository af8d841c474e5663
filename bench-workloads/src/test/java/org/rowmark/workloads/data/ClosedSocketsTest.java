package org.rowmark.workloads.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalInt;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClosedSocketsTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @Test
    void reads_what_linux_reports() {
        String statistics = """
                sockets: used 25
                TCP: inuse 1 orphan 0 tw 48 alloc 4 mem 0
                UDP: inuse 0 mem 0
                """;

        assertThat(ClosedSockets.timeWait(statistics)).hasValue(48);
        assertThat(ClosedSockets.timeWait("sockets: used 25\n")).isEmpty();
    }

    @Test
    void waits_until_enough_ports_are_free() throws InterruptedException {
        Queue<Integer> kept = new ArrayDeque<>(List.of(14_000, ClosedSockets.MOST_BEFORE + 1, 7_000, 1));

        new ClosedSockets(() -> OptionalInt.of(kept.remove()), LONG).await();

        assertThat(kept).containsExactly(1);
    }

    @Test
    void does_not_wait_longer_than_the_limit() {
        ClosedSockets never = new ClosedSockets(() -> OptionalInt.of(20_000), Duration.ofMillis(1));

        assertTimeoutPreemptively(Duration.ofSeconds(10), never::await);
    }

    @Test
    void does_not_wait_where_the_system_reports_nothing() throws InterruptedException {
        ClosedSockets unknown = new ClosedSockets(OptionalInt::empty, LONG);

        unknown.await();

        assertThatCode(unknown::check).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, ClosedSockets.MOST_AFTER})
    void accepts_an_iteration_that_left_ports_for_others(int kept) {
        assertThatCode(() -> new ClosedSockets(() -> OptionalInt.of(kept), LONG).check())
                .doesNotThrowAnyException();
    }

    @Test
    void fails_an_iteration_that_used_up_the_ports() {
        assertThatThrownBy(() -> new ClosedSockets(() -> OptionalInt.of(14_001), LONG).check())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("14001 closed connections still keep their ports, more than 14000: finding a free one was"
                        + " measured; give a shorter --time or fewer --threads");
    }
}

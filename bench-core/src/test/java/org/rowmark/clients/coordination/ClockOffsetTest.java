package org.rowmark.clients.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {
    @Test
    void the_other_clock_is_read_in_the_middle_of_a_round_trip() {
        Instant start = Instant.ofEpochMilli(10_000);

        ClockOffset offset = ClockOffset.of(start, Duration.ofMillis(8).toNanos(), 12_000);

        assertThat(offset.offset()).isEqualTo(Duration.ofNanos(1_996_500_000));
        assertThat(offset.error()).isEqualTo(Duration.ofNanos(4_500_000));
        assertThat(offset.correct(start)).isEqualTo(Instant.ofEpochMilli(10_000).plusNanos(1_996_500_000));
    }
}

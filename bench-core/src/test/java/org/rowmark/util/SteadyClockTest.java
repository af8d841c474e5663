package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.db.ChildJvm;

class SteadyClockTest {
    @Test
    void a_fork_that_is_handed_the_clock_reads_the_same_time() throws Exception {
        long ahead = Duration.ofDays(1).toNanos();
        Instant before = SteadyClock.now();

        Instant read = Instant.parse(
                ChildJvm.run(Now.class, List.of("-D" + SteadyClock.PROPERTY + "=" + (SteadyClock.origin() + ahead))));

        assertThat(read.minusNanos(ahead)).isBetween(before, SteadyClock.now());
    }

    @Test
    void goes_on_behind_what_was_recorded_by_a_clock_that_was_ahead() throws Exception {
        Instant recorded = Instant.now().plus(Duration.ofHours(2));

        Instant read = Instant.parse(ChildJvm.run(Now.class, List.of(), recorded));

        assertThat(read).isBetween(recorded, recorded.plus(Duration.ofHours(1)));
    }

    @Test
    void is_not_put_back_to_what_was_recorded() throws Exception {
        Instant before = SteadyClock.now();

        Instant read = Instant.parse(ChildJvm.run(Now.class, List.of(), before.minus(Duration.ofHours(2))));

        assertThat(read).isAfter(before);
    }

    static final class Now {
        private Now() {}

        public static void main(String[] recorded) {
            for (String time : recorded) {
                SteadyClock.passes(Instant.parse(time));
            }
            System.out.println(SteadyClock.now());
        }
    }
}

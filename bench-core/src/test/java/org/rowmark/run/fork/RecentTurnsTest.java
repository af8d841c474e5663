package org.rowmark.run.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.rowmark.result.Sample;
import org.rowmark.run.output.RunListener.Recent;
import org.rowmark.util.LatencyHistogram;

class RecentTurnsTest {
    private static final Instant START = Instant.parse("2026-11-27T12:00:00Z");

    private final RecentTurns turns = new RecentTurns(Duration.ofSeconds(1));

    @Test
    void rates_are_of_the_time_of_the_turns_and_not_of_that_between_them() {
        assertThat(turns.add(turn(0, 50, 2), times(100))).isEmpty();
        assertThat(turns.add(turn(500, 50, 0), times(100))).isEmpty();

        assertThat(turns.add(turn(800, 70, 1), times(150))).isEmpty();
        assertThat(turns.add(turn(1000, 30, 0), times(200))).contains(new Recent(500, 200, 3));
        assertThat(turns.add(turn(2000, 10, 0), times(100))).contains(new Recent(100, 100, 0));
    }

    private static Histogram times(long nanos) {
        Histogram times = LatencyHistogram.empty();
        times.recordValue(nanos);
        return times;
    }

    /** A turn of 100 ms. */
    private static Sample turn(long atMillis, long operations, int retries) {
        Instant start = START.plusMillis(atMillis);
        return new Sample(
                1,
                0,
                false,
                1,
                start,
                start.plusMillis(100),
                "thrpt",
                10 * operations,
                "ops/s",
                operations,
                retries == 0 ? Map.of() : Map.of("retries", new Sample.Metric(retries, "#")),
                "",
                operations,
                Map.of());
    }
}

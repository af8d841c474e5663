package org.rowmark.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkMeasurementTest {
    /** The bounds are wide: other tests keep the processors busy. */
    @Test
    void a_link_is_measured_in_a_few_seconds() throws IOException {
        long begin = System.nanoTime();

        LinkFacts.Measured measured = LinkMeasurement.of(LinkSpec.parse("a test", "rtt=4ms,bandwidth=20m"));

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(30));
        assertThat(measured.addedP50Nanos()).isBetween(3_900_000L, 50_000_000L);
        assertThat(measured.bitsPerSecond().orElseThrow()).isBetween(5e6, 60e6); // without the link, over 1e9
    }

    /** A packet takes three seconds, and a message a quarter of one in each direction. */
    @Test
    void the_bandwidth_of_a_link_that_is_too_slow_for_it_is_not_measured() throws IOException {
        LinkFacts.Measured measured = LinkMeasurement.of(LinkSpec.parse("a test", "rtt=0,bandwidth=4k"));

        assertThat(measured.addedP50Nanos()).isBetween(200_000_000L, 1_000_000_000L);
        assertThat(measured.bitsPerSecond()).isEmpty();
        assertThat(measured.missed()).doesNotContain("bandwidth");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rtt=0                | 29000   | 9e9    | ",
                "rtt=0                | 31000   | 7e9    | round trip, bandwidth",
                "rtt=0                | 29000   | 7e9    | bandwidth",
                "rtt=100us            | 109000  | 1e9    | ",
                "rtt=100us            | 111000  | 1e9    | round trip",
                "rtt=100us            | 89000   | 1e9    | round trip",
                "rtt=10ms             | 10400000 | 1e9   | ",
                "rtt=10ms             | 10600000 | 1e9   | round trip",
                "bandwidth=100m       | 15000   | 98e6   | ",
                "bandwidth=100m       | 15000   | 96e6   | bandwidth",
                "bandwidth=100m       | 15000   | 104e6  | bandwidth",
                "bandwidth=10m        | 110000  | 10e6   | ", // a message takes 51 us in each direction
                "bandwidth=10m        | 5000    | 10e6   | round trip"
            })
    void a_relay_misses_a_goal_beyond_its_tolerance(String link, long added, double bits, String missed) {

        assertThat(String.join(
                        ", ", LinkMeasurement.missed(LinkSpec.parse("a test", link), added, OptionalDouble.of(bits))))
                .isEqualTo(missed == null ? "" : missed);
    }
}

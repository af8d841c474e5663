package org.rowmark.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Drivers;
import org.rowmark.environment.EnvironmentCollector.ConnectionLatency;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.Durations;

/** On a clock that only what is timed moves on. */
class ConnectionLatencyTest {
    private long now;
    private int tries;

    @Test
    void is_the_median_of_what_comes_after_the_warm_up() throws SQLException {
        Iterator<Integer> lasts = List.of(900, 900, 5, 1, 4, 70, 3).iterator();

        assertThat(new ConnectionLatency(() -> now).median(2, 5, () -> now += lasts.next()))
                .isEqualTo(4);
    }

    @Test
    void a_slow_way_is_tried_less_often() throws SQLException {
        long median = new ConnectionLatency(() -> now).median(50, 200, () -> {
            tries++;
            now += 150_000_000;
        });

        assertThat(median).isEqualTo(150_000_000);
        assertThat(tries).isEqualTo(4);
    }

    @Test
    void is_not_known_of_what_fails() throws SQLException {
        Endpoint endpoint =
                DriverJars.endpoint(Target.builtIn("h2-mem", "h2", ServerKind.EMBEDDED), "jdbc:h2:mem:link-times");
        Endpoint wrong = endpoint.at("jdbc:h2:mem:link-times;IFEXISTS=TRUE;NO_SUCH_SETTING=1");
        ConnectionLatency times = new ConnectionLatency(System::nanoTime);

        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
            assertThat(times.roundTrip(connection, "select 1").orElseThrow()).matches("[0-9.]+ (ns|µs|ms|s)");
            assertThat(times.connect(endpoint).orElseThrow()).matches("[0-9.]+ (ns|µs|ms|s)");
            assertThat(times.roundTrip(connection, "select nothing from nowhere"))
                    .isEmpty();
            assertThat(times.connect(wrong)).isEmpty();
        }
        assertThatThrownBy(() -> times.median(0, 1, () -> {
                    throw new SQLException("no");
                }))
                .isInstanceOf(SQLException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 ns",
        "850, 850 ns",
        "999, 1 µs",
        "1000, 1 µs",
        "3849, 3.8 µs",
        "38123, 38 µs",
        "123456, 120 µs",
        "1234567, 1.2 ms",
        "999999, 1 ms",
        "1500000000, 1.5 s",
        "125000000000, 130 s"
    })
    void is_written_with_two_digits_that_count(long nanos, String words) {
        assertThat(Durations.brief(nanos)).isEqualTo(words);
    }
}

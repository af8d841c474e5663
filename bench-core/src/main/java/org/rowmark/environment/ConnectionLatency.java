package org.rowmark.environment;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.util.Durations;

/**
 * What the way to a server takes: medians of a few tries, for orientation. On a slow way there are fewer tries, so that
 * no target takes a second for them.
 *
 * @param nanoTime tells the time, as {@link System#nanoTime} does
 */
record ConnectionLatency(LongSupplier nanoTime) {
    private static final int WARMUPS = 50;
    private static final int ROUND_TRIPS = 200;
    private static final int CONNECTS = 10;
    private static final Duration BUDGET = Duration.ofMillis(400);

    /** What is timed. */
    @FunctionalInterface
    interface Try {
        void once() throws SQLException;
    }

    /** Of the cheapest query on an open connection, in words; empty if it fails. */
    Optional<String> roundTrip(Connection connection, String ping) {
        try (PreparedStatement statement = connection.prepareStatement(ping)) {
            return Optional.of(Durations.brief(median(WARMUPS, ROUND_TRIPS, () -> {
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                }
            })));
        } catch (SQLException | RuntimeException | LinkageError e) {
            return Optional.empty();
        }
    }

    /** Of opening a connection while another one is open, in words; empty if that fails. */
    Optional<String> connect(Endpoint endpoint) {
        try {
            return Optional.of(Durations.brief(median(
                    1,
                    CONNECTS,
                    () -> Drivers.connect(endpoint, ConnectionMode.PLAIN).close())));
        } catch (SQLException | RuntimeException | LinkageError e) {
            return Optional.empty();
        }
    }

    /** Nanoseconds; of at least one try, and of no more than fit into the budget together with what warms up. */
    long median(int warmups, int tries, Try what) throws SQLException {
        long end = nanoTime.getAsLong() + BUDGET.toNanos();
        for (int i = 0; i < warmups && nanoTime.getAsLong() - end < 0; i++) {
            what.once();
        }
        long[] times = new long[tries];
        int done = 0;
        long before = nanoTime.getAsLong();
        do {
            what.once();
            long after = nanoTime.getAsLong();
            times[done++] = after - before;
            before = after;
        } while (done < tries && before - end < 0);
        LongStream sorted = Arrays.stream(times, 0, done).sorted();
        return sorted.skip(done / 2).findFirst().orElseThrow();
    }
}

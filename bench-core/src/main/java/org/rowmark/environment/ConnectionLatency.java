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
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.commons.lang3.function.FailableSupplier;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.util.Durations;

/** The latency of a connection: medians of a few measurements, of fewer on a slow connection. */
record ConnectionLatency(LongSupplier nanoTime) {
    private static final int WARMUPS = 50;
    private static final int ROUND_TRIPS = 200;
    private static final int CONNECTS = 10;
    private static final Duration BUDGET = Duration.ofMillis(400);

    /** Measures the cheapest query on an open connection, in words; empty if it fails. */
    Optional<String> roundTrip(Connection connection, String ping) {
        return words(() -> {
            try (PreparedStatement statement = connection.prepareStatement(ping)) {
                return median(WARMUPS, ROUND_TRIPS, () -> {
                    try (ResultSet row = statement.executeQuery()) {
                        row.next();
                    }
                });
            }
        });
    }

    /** Measures the opening of a connection while another one is open, in words; empty if it fails. */
    Optional<String> connect(Endpoint endpoint) {
        return words(() -> median(
                1,
                CONNECTS,
                () -> Drivers.connect(endpoint, ConnectionMode.PLAIN).close()));
    }

    private static Optional<String> words(FailableSupplier<Long, SQLException> nanos) {
        try {
            return Optional.of(Durations.brief(nanos.get()));
        } catch (SQLException | RuntimeException | LinkageError e) {
            return Optional.empty();
        }
    }

    /** Returns the median nanoseconds of at least one execution, and of no more than fit into the budget. */
    long median(int warmups, int tries, FailableRunnable<SQLException> operation) throws SQLException {
        long end = nanoTime.getAsLong() + BUDGET.toNanos();
        for (int i = 0; i < warmups && nanoTime.getAsLong() - end < 0; i++) {
            operation.run();
        }
        long[] times = new long[tries];
        int done = 0;
        long before = nanoTime.getAsLong();
        do {
            operation.run();
            long after = nanoTime.getAsLong();
            times[done++] = after - before;
            before = after;
        } while (done < tries && before - end < 0);
        LongStream sorted = Arrays.stream(times, 0, done).sorted();
        return sorted.skip(done / 2).findFirst().orElseThrow();
    }
}

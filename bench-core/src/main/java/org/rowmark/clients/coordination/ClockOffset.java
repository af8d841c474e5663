package org.rowmark.clients.coordination;

import java.time.Duration;
import java.time.Instant;
import org.apache.commons.lang3.function.FailableLongSupplier;
import org.rowmark.util.SteadyClock;

/**
 * The difference of two clocks by round trips: of the shortest, the other clock is taken to have been read in the
 * middle, which is wrong by half of its time at most, to either side. The offset is added to a time of this clock.
 */
public record ClockOffset(Duration offset, Duration error) {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Estimates it by trips that return the other clock's time in milliseconds since the epoch. */
    static <E extends Exception> ClockOffset estimate(int trips, FailableLongSupplier<E> otherMillis) throws E {
        ClockOffset best = null;
        for (int i = 0; i < trips; i++) {
            Instant start = SteadyClock.now();
            long began = System.nanoTime();
            long millis = otherMillis.getAsLong();
            ClockOffset found = of(start, System.nanoTime() - began, millis);
            best = best == null || found.error.compareTo(best.error) < 0 ? found : best;
        }
        return best;
    }

    /** Returns what one round trip shows; the other clock is cut off to milliseconds. */
    static ClockOffset of(Instant start, long nanos, long otherMillis) {
        Instant other = Instant.ofEpochMilli(otherMillis).plusNanos(NANOS_PER_MILLI / 2);
        return new ClockOffset(
                Duration.between(start.plusNanos(nanos / 2), other), Duration.ofNanos(nanos / 2 + NANOS_PER_MILLI / 2));
    }

    /** Returns the offset of a clock that is ahead of the other one. */
    public ClockOffset plus(Duration ahead) {
        return new ClockOffset(offset.plus(ahead), error);
    }

    public Instant correct(Instant time) {
        return time.plus(offset);
    }
}

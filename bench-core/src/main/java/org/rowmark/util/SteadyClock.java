package org.rowmark.util;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The time of a run: the wall clock as first read, and {@link System#nanoTime} since, whatever the clock is set to. */
public final class SteadyClock {
    /** The property that hands {@link #origin} to a fork, whose nanoseconds HotSpot counts from the same moment. */
    public static final String PROPERTY = "rowmark.clock";

    @SuppressWarnings("TimeInStaticInitializer") // that is what it is for
    private static final AtomicLong ORIGIN = new AtomicLong(
            Long.getLong(PROPERTY, ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now()) - System.nanoTime()));

    private SteadyClock() {}

    public static Instant now() {
        return Instant.ofEpochSecond(0, ORIGIN.get() + System.nanoTime());
    }

    /** Returns by how much it is ahead of the wall clock: what that has been set back by. */
    public static Duration ahead() {
        return Duration.between(Instant.now(), now());
    }

    /** Returns the nanoseconds from the epoch to the moment at which {@link System#nanoTime} was 0. */
    public static long origin() {
        return ORIGIN.get();
    }

    /** Puts the clock forward where it is behind a time of the same run, before which the wall clock was set back. */
    public static void passes(Instant recorded) {
        ORIGIN.accumulateAndGet(ChronoUnit.NANOS.between(Instant.EPOCH, recorded) - System.nanoTime(), Math::max);
    }
}

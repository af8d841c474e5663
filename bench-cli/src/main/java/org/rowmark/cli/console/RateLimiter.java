package org.rowmark.cli.console;

import java.time.Duration;

/** A limit for how often something is shown. */
final class RateLimiter {
    private final long nanos;
    private long next = System.nanoTime();

    /** @param interval the shortest time between two displays */
    RateLimiter(Duration interval) {
        nanos = interval.toNanos();
    }

    /** Returns whether the interval has passed since the last display; if so, this is one. */
    boolean isDue() {
        if (System.nanoTime() - next < 0) {
            return false;
        }
        restart();
        return true;
    }

    /** Begins a new interval. */
    void restart() {
        next = System.nanoTime() + nanos;
    }
}

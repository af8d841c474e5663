package org.rowmark.cli;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Lets through what comes often once in a while only. */
final class Seldom {
    private final long least;
    private final LongSupplier nanoTime;
    private boolean any;
    private long last;

    /** @param nanoTime tells the time, as {@link System#nanoTime} does */
    Seldom(Duration least, LongSupplier nanoTime) {
        this.least = least.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Whether the last time that it was true is long enough ago. */
    boolean isDue() {
        long now = nanoTime.getAsLong();
        if (any && now - last < least) {
            return false;
        }
        any = true;
        last = now;
        return true;
    }

    /** As if it had been true just now. */
    void postpone() {
        any = true;
        last = nanoTime.getAsLong();
    }
}

package org.rowmark.cli.console;

import java.time.Duration;

/** Lets through what comes often once in a while only. */
final class Seldom {
    private final long least;
    private boolean any;
    private long last;

    Seldom(Duration least) {
        this.least = least.toNanos();
    }

    /** Whether the last time that it was true is long enough ago. */
    boolean isDue() {
        long now = System.nanoTime();
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
        last = System.nanoTime();
    }
}

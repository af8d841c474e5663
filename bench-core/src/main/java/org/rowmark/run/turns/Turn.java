package org.rowmark.run.turns;

import java.time.Duration;
import java.time.Instant;
import org.rowmark.util.SteadyClock;

/** One turn of a fork, by the clock of the orchestrating process. */
public final class Turn {
    private final Instant start = SteadyClock.now();
    private Instant end;

    Turn() {}

    public Instant start() {
        return start;
    }

    /** Returns when it ended: the first call ends it, and no other turn starts before. */
    public synchronized Instant end() {
        if (end == null) {
            end = SteadyClock.now();
        }
        return end;
    }

    /** Returns how long it took; ends it as {@link #end} does. */
    Duration length() {
        return Duration.between(start, end());
    }
}

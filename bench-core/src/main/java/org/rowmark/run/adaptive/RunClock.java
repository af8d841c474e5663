package org.rowmark.run.adaptive;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The time that a run has taken: {@link System#nanoTime}, and the time of what is kept of a run that is continued. */
public final class RunClock implements LongSupplier {
    private long kept;

    /** Adds the time that something kept had taken. */
    public void add(Duration time) {
        kept += time.toNanos();
    }

    @Override
    public long getAsLong() {
        return System.nanoTime() + kept;
    }
}

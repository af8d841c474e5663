package org.rowmark.run;

import java.time.Duration;
import org.rowmark.db.UsageException;

/**
 * What each fork does.
 *
 * @param warmups warm-up iterations, 0 or more
 * @param warmupTime length of each
 * @param iterations measured iterations, 1 or more
 * @param time length of each
 */
public record Timing(int warmups, Duration warmupTime, int iterations, Duration time) {
    /** Used where nothing is said. */
    public static final Timing DEFAULT = new Timing(2, Duration.ofSeconds(1), 3, Duration.ofSeconds(1));

    public Timing {
        atLeast("--warmups", warmups, 0);
        atLeast("--iterations", iterations, 1);
        positive("--warmup-time", warmupTime);
        positive("--time", time);
    }

    /** The time that a fork spends in iterations. */
    public Duration perFork() {
        return warmupTime.multipliedBy(warmups).plus(time.multipliedBy(iterations));
    }

    static void atLeast(String option, long value, long least) {
        if (value < least) {
            throw new UsageException(option + " " + value + ": give a whole number of at least " + least);
        }
    }

    private static void positive(String option, Duration value) {
        if (value.toMillis() < 1) {
            throw new UsageException(
                    option + " " + value.toMillis() + "ms: give at least 1ms, for example 500ms or 1s");
        }
    }
}

package org.rowmark.util;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.function.FailableBooleanSupplier;

/** Waiting for a condition that has to be polled. */
public final class Await {
    private Await() {}

    /** Polls until the condition holds, at least once; false if the limit passed or the thread was interrupted. */
    public static <E extends Exception> boolean until(
            FailableBooleanSupplier<E> condition, Duration limit, Duration between) throws E {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            try {
                TimeUnit.NANOSECONDS.sleep(between.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
            if (System.nanoTime() > deadline) {
                return condition.getAsBoolean();
            }
        }
        return true;
    }
}

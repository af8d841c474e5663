package org.rowmark.run.fork;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The limit of the time that a fork takes, without the time in which it waits for its turn. */
final class ForkLimit {
    private final long limitNanos;
    private final LongSupplier waitedNanos;
    private final Runnable kill;
    private final long start = System.nanoTime();
    private boolean hasEnded;
    private boolean isReached;

    private ForkLimit(Duration limit, LongSupplier waitedNanos, Runnable kill) {
        this.limitNanos = limit.toNanos();
        this.waitedNanos = waitedNanos;
        this.kill = kill;
    }

    /**
     * Begins to count.
     *
     * @param waitedNanos how long the fork has waited until now
     * @param kill called once at the limit; {@link #isReached} and {@link #end} wait for it
     */
    static ForkLimit start(Duration limit, LongSupplier waitedNanos, Runnable kill) {
        ForkLimit started = new ForkLimit(limit, waitedNanos, kill);
        Thread thread = new Thread(started::watch, "rowmark-limit");
        thread.setDaemon(true);
        thread.start();
        return started;
    }

    private synchronized void watch() {
        try {
            while (!hasEnded && !isReached) {
                long left = limitNanos - (System.nanoTime() - start - waitedNanos.getAsLong());
                if (left > 0) {
                    wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
                } else {
                    isReached = true;
                    kill.run();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized boolean isReached() {
        return isReached;
    }

    synchronized void end() {
        hasEnded = true;
        notifyAll();
    }
}

package org.rowmark.run.fork;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The limit of the time that a fork takes, without the time in which it waits for its turn. */
final class ForkLimit {
    private static final ScheduledThreadPoolExecutor CLOCK = clock();

    private final long limitNanos;
    private final LongSupplier waitedNanos;
    private final Runnable kill;
    private final long start = System.nanoTime();
    private Future<?> next = CompletableFuture.completedFuture(null);
    private boolean hasEnded;
    private boolean isReached;

    private ForkLimit(Duration limit, LongSupplier waitedNanos, Runnable kill) {
        this.limitNanos = limit.toNanos();
        this.waitedNanos = waitedNanos;
        this.kill = kill;
    }

    /** Returns a clock that forgets forks that have ended: a run has thousands of them within the limit of one. */
    private static ScheduledThreadPoolExecutor clock() {
        ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "rowmark-limits");
            thread.setDaemon(true);
            return thread;
        });
        clock.setRemoveOnCancelPolicy(true);
        return clock;
    }

    /**
     * Begins to count.
     *
     * @param waitedNanos how long the fork has waited until now
     * @param kill called once at the limit; {@link #isReached} and {@link #end} wait for it
     */
    static ForkLimit start(Duration limit, LongSupplier waitedNanos, Runnable kill) {
        ForkLimit started = new ForkLimit(limit, waitedNanos, kill);
        started.look();
        return started;
    }

    private synchronized void look() {
        if (hasEnded) {
            return;
        }
        long left = limitNanos - (System.nanoTime() - start - waitedNanos.getAsLong());
        if (left > 0) {
            next = CLOCK.schedule(this::look, left, TimeUnit.NANOSECONDS);
        } else {
            next = CompletableFuture.runAsync(this::reach);
        }
    }

    private synchronized void reach() {
        if (!hasEnded) {
            isReached = true;
            kill.run();
        }
    }

    synchronized boolean isReached() {
        return isReached;
    }

    synchronized void end() {
        hasEnded = true;
        next.cancel(false);
    }
}

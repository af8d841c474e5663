package org.rowmark.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.function.FailableRunnable;

/**
 * The connections that a piece of work has opened, which are cut if it takes too long. They have the timeouts of their
 * driver, if it has some.
 */
public final class WatchedConnections {
    /** The time for drivers to cut connections: some wait for the server even then. */
    private static final Duration CUTTING = Duration.ofSeconds(3);

    private static final InheritableThreadLocal<WatchedConnections> CURRENT = new InheritableThreadLocal<>();

    private record Opened(Connection connection, DriverAdapter driver) {}

    private final Duration limit;
    private final List<Opened> opened = new ArrayList<>();

    /** @param limit of the work */
    public WatchedConnections(Duration limit) {
        this.limit = limit;
    }

    /** Does work in this thread: its connections, and those of threads that it starts, are watched. */
    public <T> T during(Callable<T> work) throws Exception {
        WatchedConnections before = CURRENT.get();
        CURRENT.set(this);
        try {
            return work.call();
        } finally {
            CURRENT.set(before);
        }
    }

    /** Returns the limit of what this thread does, if it is watched. */
    static Optional<Duration> limit() {
        return Optional.ofNullable(CURRENT.get()).map(watched -> watched.limit);
    }

    /** Adds a connection of this thread, if it is watched. */
    public static void add(Connection connection, DriverAdapter driver) {
        WatchedConnections current = CURRENT.get();
        if (current != null) {
            current.watch(new Opened(connection, driver));
        }
    }

    private synchronized void watch(Opened connection) {
        opened.add(connection);
    }

    /** Cuts all connections that are still open; returns whether there were any. */
    public boolean cut() {
        List<Opened> all;
        synchronized (this) {
            all = opened.stream().filter(WatchedConnections::isOpen).toList();
        }
        inTime(all.stream()
                .<FailableRunnable<SQLException>>map(hung -> () -> hung.driver.abort(hung.connection))
                .toList());
        return !all.isEmpty();
    }

    private static boolean isOpen(Opened hung) {
        try {
            return !hung.connection.isClosed();
        } catch (SQLException | RuntimeException e) {
            return true;
        }
    }

    /** Tries to do all, at the same time and for a few seconds. */
    public static void inTime(List<FailableRunnable<SQLException>> calls) {
        long deadline = System.nanoTime() + CUTTING.toNanos();
        List<Thread> threads = new ArrayList<>();
        for (FailableRunnable<SQLException> call : calls) {
            Thread thread = new Thread(() -> tryTo(call), "rowmark-cut");
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        try {
            for (Thread thread : threads) {
                TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline - System.nanoTime()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void tryTo(FailableRunnable<SQLException> call) {
        try {
            call.run();
        } catch (SQLException | RuntimeException | LinkageError e) {
            // it is as cut as its driver can do it
        }
    }
}

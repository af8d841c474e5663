package org.rowmark.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.apache.commons.lang3.function.Failable;
import org.apache.commons.lang3.function.FailableRunnable;

/** The connections that a piece of work has opened, with their drivers' timeouts, which are cut if it takes too long. */
public final class WatchedConnections {
    /** The time for drivers to cut connections: some wait for the server even then. */
    private static final Duration CUTTING = Duration.ofSeconds(3);

    private static final InheritableThreadLocal<WatchedConnections> CURRENT = new InheritableThreadLocal<>();

    private record Opened(Connection connection, DriverAdapter driver) {
        private boolean isOpen() {
            try {
                return !connection.isClosed();
            } catch (SQLException | RuntimeException e) {
                return true;
            }
        }
    }

    private final Duration limit;
    private final List<Opened> opened = new CopyOnWriteArrayList<>();

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

    static Optional<Duration> limit() {
        return Optional.ofNullable(CURRENT.get()).map(watched -> watched.limit);
    }

    public static void add(Connection connection, DriverAdapter driver) {
        WatchedConnections current = CURRENT.get();
        if (current != null) {
            current.opened.add(new Opened(connection, driver));
        }
    }

    public boolean cut() {
        List<Opened> all = opened.stream().filter(Opened::isOpen).toList();
        inTime(all.stream()
                .<FailableRunnable<SQLException>>map(hung -> () -> hung.driver.abort(hung.connection))
                .toList());
        return !all.isEmpty();
    }

    /** Tries to do all, at the same time and for a few seconds: what fails is as cut as its driver can do it. */
    public static void inTime(List<FailableRunnable<SQLException>> calls) {
        ExecutorService threads = Executors.newCachedThreadPool(BasicThreadFactory.builder()
                .namingPattern("rowmark-cut")
                .daemon(true)
                .build());
        try {
            threads.invokeAll(
                    calls.stream()
                            .map(call -> Executors.callable(Failable.asRunnable(call)))
                            .toList(),
                    CUTTING.toMillis(),
                    TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            threads.shutdownNow();
        }
    }
}

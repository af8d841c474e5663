package org.rowmark.workloads.pagefill;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.rowmark.fork.ForkSignals;

/**
 * The progress of a fill, reported once a second by a thread of its own, so that the measured loop does no more work.
 */
public final class ProgressReporter implements AutoCloseable {
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(ProgressReporter::daemon);
    private final ScheduledFuture<?> reports;

    private ProgressReporter(PageFillRun filling) {
        reports = clock.scheduleAtFixedRate(
                () -> ForkSignals.progress(words(filling.done(), filling.statements())), 1, 1, TimeUnit.SECONDS);
    }

    public static ProgressReporter of(PageFillRun filling) {
        return new ProgressReporter(filling);
    }

    static String words(long done, long statements) {
        return done == statements
                ? "all " + statements + " statements are done, checkpoint"
                : 100 * done / statements + " % of " + statements + " statements";
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "rowmark-page-fill-progress");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        reports.cancel(false);
        clock.shutdown();
    }
}

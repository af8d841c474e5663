package org.rowmark.workloads.pagefill;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.rowmark.fork.ForkSignals;

/**
 * The progress of a fill, reported once a second by a thread of its own, so that the measured loop does no more work.
 */
public final class ProgressReporter implements AutoCloseable {
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(BasicThreadFactory.builder()
                    .namingPattern("rowmark-page-fill-progress")
                    .daemon(true)
                    .build());
    private final ScheduledFuture<?> reports;

    public ProgressReporter(PageFillRun filling) {
        reports = clock.scheduleAtFixedRate(
                () -> ForkSignals.progress(words(filling.done(), filling.statements())), 1, 1, TimeUnit.SECONDS);
    }

    static String words(long done, long statements) {
        return done == statements
                ? "all " + statements + " statements are done, checkpoint"
                : 100 * done / statements + " % of " + statements + " statements";
    }

    @Override
    public void close() {
        reports.cancel(false);
        clock.shutdown();
    }
}

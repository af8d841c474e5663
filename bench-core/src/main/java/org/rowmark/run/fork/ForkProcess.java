package org.rowmark.run.fork;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.options.Options;
import org.rowmark.fork.HangReport;
import org.rowmark.process.ChildProcesses;
import org.rowmark.process.ShutdownActions;
import org.rowmark.turns.fork.TurnsOfFork;
import org.rowmark.util.Durations;

/** One call of JMH's runner and one JVM, killed by its pid at its limit. */
public final class ForkProcess {
    /** The time of a fork at its limit to report where it hangs, and to cancel what it does on its server. */
    private static final Duration REPORTING = Duration.ofSeconds(5);

    private final Duration limit;
    private final Options options;
    private final Path endpointFile;
    private final Optional<TurnsOfFork> turns;
    private volatile Runnable kill = () -> {};

    /** @param turns that it takes, if it does */
    ForkProcess(Duration limit, Options options, Path endpointFile, Optional<TurnsOfFork> turns) {
        this.limit = limit;
        this.options = options;
        this.endpointFile = endpointFile;
        this.turns = turns;
    }

    public static ForkProcess ofClient(ForkPlan plan, Path endpointFile, Path gate) {
        Options options = plan.options(endpointFile, Optional.empty(), 1, Optional.of(gate), Optional.empty());
        return new ForkProcess(plan.limit(), options, endpointFile, Optional.empty());
    }

    /**
     * Measures to the end of the fork.
     *
     * @param lines takes what the fork prints, in the thread that delivers the results
     * @throws Fork.Failed if it took longer than the limit and was killed
     */
    public BenchmarkResult measure(OutputFormat output, Consumer<String> lines) throws RunnerException, Fork.Failed {
        ChildProcesses forks = ChildProcesses.fromNow(); // JMH does not hand out the pid of its fork
        Predicate<ProcessHandle> isOurs =
                child -> turns.isEmpty() || turns.get().isOf(child);
        kill = () -> forks.kill(isOurs);
        ShutdownActions.Undo undo = ShutdownActions.register(ShutdownActions.Stage.PROCESSES, kill::run);
        ForkLimit timer =
                ForkLimit.start(limit, () -> turns.map(TurnsOfFork::waitedNanos).orElse(0L), () -> {
                    requestReport();
                    forks.end(REPORTING, isOurs);
                });
        ForkOutputCapture capture = ForkOutputCapture.to(lines);
        try {
            RunResult result = new Runner(options, output).runSingle();
            return result.getBenchmarkResults().iterator().next();
        } catch (RunnerException e) {
            if (timer.isReached()) {
                Optional<HangReport> report = report();
                report.ifPresent(found ->
                        ("killed where it hung:\n" + found.stacks()).lines().forEach(lines));
                String place = report.map(HangReport::place)
                        .filter(found -> !found.isEmpty())
                        .map(found -> ", hung in " + found)
                        .orElse("");
                throw new Fork.Failed(
                        "killed after " + Durations.words(limit) + place + "; give it more time with --timeout", e);
            }
            throw e;
        } finally {
            capture.end();
            ShutdownActions.done(undo);
            timer.end();
        }
    }

    public void kill() {
        kill.run();
    }

    private void requestReport() {
        try {
            HangReport.request(endpointFile);
        } catch (IOException e) {
            // its place stays unknown
        }
    }

    private Optional<HangReport> report() {
        try {
            return HangReport.take(endpointFile);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The limit of the time that a fork takes, without the time in which it waits for its turn. */
    static final class ForkLimit {
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
}

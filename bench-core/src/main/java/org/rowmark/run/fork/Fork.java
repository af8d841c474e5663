package org.rowmark.run.fork;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.HangReport;
import org.rowmark.fixture.Session;
import org.rowmark.options.CounterMode;
import org.rowmark.plan.Cell;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.Timing;
import org.rowmark.process.ChildProcesses;
import org.rowmark.process.Guardian;
import org.rowmark.run.counters.ServerCounters;
import org.rowmark.run.output.JmhExport;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.run.turns.Seat;
import org.rowmark.run.turns.TurnTaker;
import org.rowmark.targets.EndpointFile;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.Durations;
import org.rowmark.util.ShutdownActions;
import org.rowmark.workload.Workloads;

/**
 * The fork of one cell in one round: one call of JMH's runner and one JVM, killed by its pid at its limit.
 *
 * @param endpointFile of the server, which is up
 * @param seat among the forks with which it takes turns, if it does
 */
public record Fork(RunRequest request, Cell cell, Path endpointFile, Optional<Seat> seat) {
    /** The time of a fork at its limit to report where it hangs, and to cancel what it does on its server. */
    private static final Duration REPORTING = Duration.ofSeconds(5);

    /** A measurement of a cell: {@link Fork#measure}, except where a test is about what is done with the result. */
    @FunctionalInterface
    public interface Measuring {
        /**
         * Measures to the end of the fork.
         *
         * @return JMH's result of the one fork
         * @throws RunnerException if the fork failed
         * @throws TimedOut if it took longer than the limit and was killed
         */
        BenchmarkResult measure(Fork fork, SampleRecorder recorder) throws RunnerException, TimedOut;
    }

    /** Measures in a JVM of its own. */
    public BenchmarkResult measure(SampleRecorder recorder) throws RunnerException, TimedOut {
        ChildProcesses forks = ChildProcesses.fromNow(); // JMH does not hand out the pid of its fork
        Runnable kill =
                () -> forks.kill(child -> seat.isEmpty() || seat.orElseThrow().isOf(child));
        recorder.endBy(kill);
        ShutdownActions.Undo undo = ShutdownActions.register(ShutdownActions.Stage.PROCESSES, kill::run);
        Runnable end = () -> forks.end(
                REPORTING, child -> seat.isEmpty() || seat.orElseThrow().isOf(child));
        ForkLimit limit = ForkLimit.start(
                request.limit(), () -> seat.map(Seat::waitedNanos).orElse(0L), () -> {
                    requestReport();
                    end.run();
                });
        ForkOutputCapture output = ForkOutputCapture.to(new ForkSignalReader(recorder));
        try {
            RunResult result = new Runner(options(), recorder).runSingle();
            return result.getBenchmarkResults().iterator().next();
        } catch (RunnerException e) {
            if (limit.isReached()) {
                Optional<HangReport> report = report();
                report.ifPresent(found -> recorder.line("killed where it hung:\n" + found.stacks()));
                throw new TimedOut(
                        request.limit(), report.map(HangReport::place).orElse(""), e);
            }
            throw e;
        } finally {
            output.end();
            ShutdownActions.done(undo);
            limit.end();
        }
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

    private Options options() {
        Timing timing = request.timing(cell);
        ChainedOptionsBuilder builder = new OptionsBuilder()
                .parent(
                        seat.isPresent()
                                ? request.jmh().profiledFirstBy(TurnTaker.class)
                                : request.jmh().options())
                .include("^" + Pattern.quote(cell.workload().benchmark()) + "$")
                .param(Workloads.TARGET_PARAMETER, cell.target().name())
                .forks(1)
                .warmupForks(0)
                .warmupIterations(timing.warmups())
                .warmupTime(TimeValue.milliseconds(timing.warmupTime().toMillis()))
                .measurementIterations(timing.iterations())
                .measurementTime(TimeValue.milliseconds(timing.time().toMillis()))
                .threads(request.threads())
                .shouldFailOnError(true)
                .jvmArgsAppend(request.jmh().jvmArgsAppendedBy(jvmArguments()).toArray(String[]::new));
        if (!request.jmh().options().getTimeout().hasValue()) {
            // else ten minutes behind an iteration's time, too few for long shots and for loading much data
            long limits = seat.isPresent() ? request.targets().size() : 1; // an iteration's time includes its waiting
            builder.timeout(TimeValue.milliseconds(request.limit().toMillis() * limits));
        }
        if (request.counters() != CounterMode.OFF) {
            builder.addProfiler(ServerCounters.class, seat.isPresent() ? ServerCounters.OF_ALL_ITERATIONS : "");
        }
        if (!Guardian.prefixOfFork().isEmpty()) {
            builder.addProfiler(ForkListing.class);
        }
        request.pinning().client().ifPresent(cpus -> builder.addProfiler(ForkPinning.class, cpus.text()));
        cell.planned().parameters().forEach((name, value) -> builder.param(name, value));
        if (cell.planned().parameters().containsKey(Session.RATE)) {
            builder.mode(Mode.Throughput).timeUnit(TimeUnit.SECONDS);
        }
        cell.fixedWork()
                .ifPresent(work -> builder.mode(Mode.SingleShotTime)
                        .warmupBatchSize(work.invocations())
                        .measurementBatchSize(work.invocations()));
        return builder.build();
    }

    private List<String> jvmArguments() {
        List<String> arguments = new ArrayList<>();
        arguments.add("-D" + EndpointFile.PROPERTY + "=" + endpointFile);
        seat.ifPresent(taken -> arguments.add("-D" + TurnTaker.PROPERTY + "=" + taken.file()));
        arguments.add("-D" + Db.SEED_PROPERTY + "=" + request.data().seed());
        request.workloadOptions()
                .of(cell.workload())
                .forEach((key, value) -> arguments.add("-D" + Db.optionProperty(key) + "=" + value));
        if (cell.workload().needsPreparation()) { // maybe from the cache
            arguments.add("-D" + CacheDirectory.PROPERTY + "=" + CacheDirectory.directory());
        }
        // a fork that is killed leaves its temporary files; they go with the run's data
        arguments.add(
                "-D" + JmhExport.TEMPORARY_PROPERTY + "=" + endpointFile.resolveSibling(RunDataDirectory.TEMPORARY));
        int java = Runtime.version().feature();
        if (java >= 22) {
            arguments.add("--enable-native-access=ALL-UNNAMED"); // SQLite's driver; a warning otherwise
        }
        if (java >= 24) {
            arguments.add("--sun-misc-unsafe-memory-access=allow"); // JMH 1.37 itself; a warning otherwise
        }
        return arguments;
    }

    /** The end of a fork that was killed because it took too long. */
    public static final class TimedOut extends Exception {
        private static final long serialVersionUID = 1L;

        /** @param place where it hung, in words; empty if that is not known */
        TimedOut(Duration limit, String place, Throwable cause) {
            super(
                    "killed after " + Durations.words(limit) + (place.isEmpty() ? "" : ", hung in " + place)
                            + "; give it more time with --timeout",
                    cause);
        }
    }
}

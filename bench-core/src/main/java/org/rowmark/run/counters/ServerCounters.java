package org.rowmark.run.counters;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import org.apache.commons.lang3.function.FailableRunnable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;
import org.rowmark.db.Counter;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.result.CounterName;
import org.rowmark.util.ErrorMessages;

/**
 * A JMH profiler that counts what the database, its processes and this JVM did in an iteration, per operation. It
 * divides by all operations of the iteration, also those of warm-up and warm-down among its threads, which the counters
 * cannot separate. It reads outside of the measured time, and it never fails a cell: counters that cannot be read are
 * missing.
 *
 * <p>Of forks that take turns it reads around all measured iterations together, because reading takes longer than a
 * short iteration can bear: the last one has the counters, with what was done between iterations among them, for each
 * of its operations as the mean over all. Warm-up iterations have counters of their own there, too: an embedded database
 * answers the first readings with code that it shares with the workload, and which the JVM then compiles anew.
 *
 * <p>JMH creates instances in the orchestrating process, too, where they do nothing.
 */
public final class ServerCounters implements InternalProfiler {
    /** The argument for reading around all measured iterations together. */
    public static final String OF_ALL_ITERATIONS = "all";

    private final boolean isOfAll;
    private CounterSources sources;
    private CounterSources.Reading before;
    private CounterSources.Reading after;
    private boolean isBroken;
    private int measured;
    private long operations;
    private boolean begins;
    private boolean ends;

    /** Creates a profiler that reads around every iteration; public for JMH. */
    public ServerCounters() {
        this("");
    }

    /** Creates a profiler that reads around all measured iterations together, if the argument requests it. */
    public ServerCounters(String argument) {
        isOfAll = argument.equals(OF_ALL_ITERATIONS);
    }

    @Override
    public String getDescription() {
        return "counters of the database, its processes and the client, per operation";
    }

    @Override
    public synchronized void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        boolean isPartOfAll = isOfAll && iteration.getType() == IterationType.MEASUREMENT;
        begins = !isPartOfAll || measured == 0;
        ends = !isPartOfAll || measured == iteration.getCount() - 1;
        quietly(() -> {
            if (sources == null) {
                sources = CounterSources.open();
                CounterWindow.listen(new Window());
            }
            if (begins) {
                before = sources.before();
                after = null;
                operations = 0;
            }
        });
    }

    @Override
    public synchronized Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        quietly(() -> end(() -> {}));
        operations += result.getMetadata().getAllOps();
        List<Counter> counters =
                before == null || after == null ? List.of() : sources.between(before, after, benchmark.getThreads());
        if (iteration.getType() == IterationType.MEASUREMENT
                && ++measured == benchmark.getMeasurement().getCount()) {
            quietly(this::close);
        }
        return counters.stream()
                .filter(counter -> counter.isLevel() || operations > 0)
                .filter(counter -> !isOfAll || !counter.name().equals(CounterName.CLIENT_LOAD.name())) // it waited, too
                .map(counter -> result(counter, operations))
                .toList();
    }

    private static ScalarResult result(Counter counter, long operations) {
        return counter.isLevel()
                ? new ScalarResult(counter.metric(), counter.value(), counter.unit(), AggregationPolicy.AVG)
                : new ScalarResult(
                        counter.metric(), counter.value() / operations, counter.unit() + "/op", AggregationPolicy.AVG);
    }

    private void end(FailableRunnable<SQLException> flush) throws SQLException {
        if (ends && after == null && before != null) {
            after = sources.after(flush);
        }
    }

    /** Closes the sources after the workload's teardown: closing the last connection may make the database work. */
    private void close() {
        if (sources != null) {
            sources.close();
        }
    }

    /** Takes a step whose errors must not fail the cell. */
    private void quietly(FailableRunnable<Exception> step) {
        if (isBroken) {
            return;
        }
        try {
            step.run();
        } catch (Exception | LinkageError e) {
            isBroken = true;
            before = null;
            System.out.println("rowmark: no counters from here on: " + ErrorMessages.of(e));
        }
    }

    /** The listener to a workload that reports where its work begins and ends. */
    private final class Window implements CounterWindow.Listener {
        @Override
        public void begins(FailableRunnable<SQLException> flush) {
            synchronized (ServerCounters.this) {
                if (begins && after == null) {
                    quietly(() -> {
                        flush.run();
                        before = sources.before();
                    });
                }
            }
        }

        @Override
        public void ends(FailableRunnable<SQLException> flush) {
            synchronized (ServerCounters.this) {
                quietly(() -> end(flush));
            }
        }

        @Override
        public OptionalLong serverCpuMillis() {
            synchronized (ServerCounters.this) {
                return before == null || before.processes().isEmpty()
                        ? OptionalLong.empty()
                        : before.processes().get().cpuMillisNow();
            }
        }
    }
}

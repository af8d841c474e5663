package org.rowmark.turns.fork;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;
import org.rowmark.process.ForkGate;

/**
 * A JMH profiler that measures nothing but makes a fork wait for its turn before every iteration, warm-up too. All that
 * an iteration does falls into the turn: setup and teardown, other profilers, sending the result. So this must be the
 * first profiler. After its last iteration the fork waits for the others, because its end would disturb them.
 *
 * <p>JMH creates instances in the orchestrating process, too, where they do nothing.
 */
public final class TurnTaker implements InternalProfiler {
    /** System property of the fork: path of the file of its {@link TurnsOfFork}. */
    public static final String PROPERTY = "rowmark.turns";

    /** What a fork brings to its gate after its last turn. */
    private static final long FINISHED = 1;

    private ForkGate.Link link;
    private int measured;

    /** Creates a profiler; public for JMH. */
    public TurnTaker() {}

    @Override
    public String getDescription() {
        return "turns of forks that measure one after the other in slices of time";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        try {
            if (link == null) {
                link = ForkGate.Link.open(Path.of(System.getProperty(PROPERTY)));
            }
            link.pass();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        if (iteration.getType() == IterationType.MEASUREMENT
                && ++measured == benchmark.getMeasurement().getCount()) {
            try (ForkGate.Link last = link) {
                last.pass(FINISHED);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return List.of();
    }
}

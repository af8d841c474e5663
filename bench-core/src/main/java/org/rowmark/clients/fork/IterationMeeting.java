package org.rowmark.clients.fork;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fork.ClientGroup;

/**
 * A JMH profiler that makes the forks of several clients begin every iteration together, and reports between which times
 * each worked. It is the last profiler, so that only the workload's own setup comes between the meeting and the work.
 * After its last iteration a fork waits for the others, which its end would disturb. In the client's process it is idle.
 */
public final class IterationMeeting implements InternalProfiler {
    private int measured;

    public IterationMeeting() {}

    @Override
    public String getDescription() {
        return "iterations of several clients that begin together";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        ClientGroup.ofFork().await();
        CounterWindow.open();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        CounterWindow.report();
        if (iteration.getType() == IterationType.MEASUREMENT
                && ++measured == benchmark.getMeasurement().getCount()) {
            ClientGroup.ofFork().await();
        }
        return List.of();
    }
}

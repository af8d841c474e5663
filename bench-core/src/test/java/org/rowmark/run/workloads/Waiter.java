package org.rowmark.run.workloads;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Latencies;
import org.rowmark.workload.WorkloadInfo;

/** A workload for tests whose operations take at least a given time. */
@WorkloadInfo("one wait")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Waiter {
    @Param("200")
    public int micros;

    @Benchmark
    public long await(Db db, Latencies latencies) {
        long end = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(micros);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        latencies.operationEnds();
        return end;
    }
}

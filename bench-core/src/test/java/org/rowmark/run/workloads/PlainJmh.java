package org.rowmark.run.workloads;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.rowmark.workload.WorkloadInfo;

/** A benchmark as anybody writes one, to see what JMH writes of it. */
@WorkloadInfo("nothing")
@State(Scope.Benchmark)
public class PlainJmh {
    @Param("1")
    public int one;

    @Benchmark
    public int nothing() {
        return one;
    }
}

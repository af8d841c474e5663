package org.rowmark.run.workloads;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.rowmark.fixture.Db;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workload.WorkloadInfo.FixedWork;

/** A workload for the tests of the run whose parameter may fix the number of invocations of an iteration. */
@WorkloadInfo(value = "one count", fixedWork = Counted.Times.class)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Counted {
    private static final String ANY = "any";

    @Param(ANY)
    public String times;

    @Benchmark
    public String count(Db db, Counts counts) {
        counts.invocations++;
        return db.target;
    }

    /** The invocations of an iteration. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Counts {
        public long invocations;
    }

    /** As often as the parameter states. */
    public static final class Times implements FixedWork {
        @Override
        public Optional<Amount> amount(Map<String, String> parameters) {
            String times = parameters.get("times");
            return times.equals(ANY)
                    ? Optional.empty()
                    : Optional.of(new Amount(Integer.parseInt(times), times + " counts"));
        }
    }
}

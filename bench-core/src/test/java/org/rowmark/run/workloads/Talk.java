package org.rowmark.run.workloads;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.rowmark.fixture.Db;
import org.rowmark.fork.ForkSignals;
import org.rowmark.workload.WorkloadInfo;

/** A workload for the tests of the run whose fork reports more than JMH's results. */
@WorkloadInfo(value = "one talk", onlyReads = true)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class Talk {
    public static final String SECRET = "a-password-that-a-driver-prints-in-an-exception";

    @Param("well")
    public String how;

    private int talks;

    @Benchmark
    public int talk(Db db) {
        talks++;
        ForkSignals.progress("half of it\nis done");
        ForkSignals.metric("phase.data", talks + 0.25, "s");
        ForkSignals.latencies(times(talks));
        System.out.print("plain wörds, ");
        System.out.print("in pieces");
        ForkSignals.metric("talks", talks, "#");
        System.out.println("password " + SECRET);
        System.err.println("complaints");
        System.out.println();
        System.out.print("without an end");
        return talks;
    }

    /** As many as talks, each longer than the one before. */
    public static Histogram times(int talks) {
        Histogram times = new Histogram(1, 10_000_000_000L, 3);
        for (int i = 1; i <= talks; i++) {
            times.recordValue(1_000L * i);
        }
        return times;
    }

    @TearDown(Level.Iteration)
    public void check() {
        if (how.equals("wrong")) {
            ForkSignals.metric("unchecked", 1, "#");
            throw new IllegalStateException("what was printed is wrong");
        }
        if (how.equals("scored")) {
            ForkSignals.metric(ForkSignals.SCORE, talks / 4.0, "s/word");
        }
        ForkSignals.metric("checked", talks, "#");
    }

    @TearDown(Level.Trial)
    public void end() {
        ForkSignals.metric("ended", talks, "#");
    }
}

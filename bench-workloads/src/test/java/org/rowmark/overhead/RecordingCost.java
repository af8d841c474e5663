package org.rowmark.overhead;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.rowmark.fixture.Latencies;
import org.rowmark.workloads.TargetRuns;

/**
 * What the end of an operation costs that is timed, in processor time: reading the clock, and recording the time in the
 * histograms of the iteration and of the second. Between the ends the thread writes to memory for a random time, as a
 * driver would; the same without the ends is subtracted.
 */
final class RecordingCost {
    private static final int OPERATIONS = 200_000;
    private static final int MEMORY = 1 << 20;
    private static final int MOST_WRITES = 2000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private RecordingCost() {}

    static void measure(int rounds, long seed) {
        double[] nanos = new double[rounds];
        for (int round = -2; round < rounds; round++) { // the first ones warm up
            Latencies latencies = new Latencies();
            latencies.start(TargetRuns.parameters(RecordingCost.class.getName(), 1), new Latencies.Sampling());
            long with = loop(seed + round, latencies, true);
            long without = loop(seed + round, latencies, false);
            if (round >= 0) {
                nanos[round] = (double) (with - without) / OPERATIONS;
            }
        }
        Arrays.sort(nanos);
        System.out.printf(
                Locale.ROOT,
                "the end of an operation takes %.1f ns of processor time (median; %.1f to %.1f in %d rounds)%n",
                nanos[rounds / 2],
                nanos[0],
                nanos[rounds - 1],
                rounds);
    }

    /** Returns the processor time of operations: one method for both sides, so that it is compiled once. */
    private static long loop(long seed, Latencies latencies, boolean isTimed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] memory = new long[MEMORY / Long.BYTES];
        long start = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < OPERATIONS; i++) {
            int writes = random.nextInt(MOST_WRITES);
            for (int k = 0; k < writes; k++) {
                memory[(k * 31 + i) % memory.length] += i;
            }
            if (isTimed) {
                latencies.operationEnds();
            }
        }
        return THREADS.getCurrentThreadCpuTime() - start;
    }
}

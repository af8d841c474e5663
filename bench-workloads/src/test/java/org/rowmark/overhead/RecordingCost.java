package org.rowmark.overhead;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.rowmark.fixture.Latencies;

/**
 * What the end of an operation costs that is timed: reading the clock, and recording the time in the histograms of the
 * iteration and of the second. Between the ends the thread writes to memory for a random time, as a driver would.
 */
final class RecordingCost {
    private static final int OPERATIONS = 100_000;
    private static final int MEMORY = 1 << 20;
    private static final int MOST_WRITES = 16_000;

    private RecordingCost() {}

    static void measure(int rounds, long seed) {
        double[] nanos = new double[rounds];
        double[] clocks = new double[rounds];
        SplittableRandom random = new SplittableRandom(seed);
        long[] memory = new long[MEMORY / Long.BYTES];
        for (int round = -1; round < rounds; round++) { // the first one warms up
            Latencies latencies = new Latencies();
            latencies.start(params(), new Latencies.Sampling());
            long spent = 0;
            long clock = 0;
            for (int i = 0; i < OPERATIONS; i++) {
                int writes = random.nextInt(MOST_WRITES);
                for (int k = 0; k < writes; k++) {
                    memory[(k * 31 + i) % memory.length] += i;
                }
                long start = System.nanoTime();
                latencies.operationEnds();
                long end = System.nanoTime();
                spent += end - start;
                clock += System.nanoTime() - end;
            }
            if (round >= 0) {
                nanos[round] = (double) (spent - clock) / OPERATIONS;
                clocks[round] = (double) clock / OPERATIONS;
            }
        }
        Arrays.sort(nanos);
        Arrays.sort(clocks);
        System.out.printf(
                Locale.ROOT,
                "the end of an operation takes %.1f ns (%.1f to %.1f, %d rounds), of which %.1f are the clock (%d)%n",
                nanos[rounds / 2],
                nanos[0],
                nanos[rounds - 1],
                rounds,
                clocks[rounds / 2],
                memory[0] % 2);
    }

    private static BenchmarkParams params() {
        return new BenchmarkParams(
                RecordingCost.class.getName(),
                "",
                true,
                1,
                new int[] {1},
                List.of(),
                0,
                0,
                null,
                null,
                Mode.Throughput,
                new WorkloadParams(),
                TimeUnit.SECONDS,
                1,
                "",
                List.of(),
                "",
                "",
                "",
                "",
                TimeValue.NONE);
    }
}

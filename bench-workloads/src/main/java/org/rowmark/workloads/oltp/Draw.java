package org.rowmark.workloads.oltp;

import org.rowmark.data.DataGenerator;

/** The random numbers of a terminal, the same for the same seed; drawing allocates nothing. */
final class Draw {
    private static final double BITS_53 = 0x1p-53;

    private long state;

    Draw(long seed) {
        state = DataGenerator.mix(seed);
    }

    /** Draws a whole number, both bounds inclusive. */
    int between(int from, int to) {
        return from + (int) (((next() >>> 32) * (to - from + 1)) >>> 32);
    }

    boolean isPercent(int percent) {
        return between(1, 100) <= percent;
    }

    /** Draws a time of TPC-C's negative exponential distribution, which is cut at ten times its mean. */
    long exponential(long mean) {
        double fraction = ((next() >>> 11) + 1) * BITS_53;
        return Math.min(10 * mean, (long) (-Math.log(fraction) * mean));
    }

    private long next() {
        state += 0x9E3779B97F4A7C15L;
        return DataGenerator.mix(state);
    }
}

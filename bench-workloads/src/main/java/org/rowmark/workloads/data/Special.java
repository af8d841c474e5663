package org.rowmark.workloads.data;

import org.rowmark.data.DataGenerator;

/**
 * Numbers from 0 to size - 1 as sysbench's distribution "special" has them, its default up to version 1.0: three in four
 * are among 0.75 % of the numbers in the middle, the others are means of twelve random numbers.
 */
public final class Special {
    private static final double OF_MEANS = 0.25;
    private static final double IN_THE_MIDDLE = 0.01;
    private static final int MEAN_OF = 12;
    private static final int DOUBLE_BITS = 53;

    private final long last;

    public Special(long size) {
        last = size - 1;
    }

    /** @param random at least 0, less than 1 */
    public long number(double random) {
        if (random < OF_MEANS) {
            return (long) (mean(Double.doubleToRawLongBits(random)) * last);
        }
        double middle = last * IN_THE_MIDDLE;
        return Math.min(last, (long) (random * (middle + 1) + (last - middle) / 2));
    }

    private static double mean(long seed) {
        long bits = seed;
        double sum = 0;
        for (int i = 0; i < MEAN_OF; i++) {
            bits = DataGenerator.mix(bits);
            sum += (bits >>> (Long.SIZE - DOUBLE_BITS)) * 0x1p-53;
        }
        return sum / MEAN_OF;
    }
}

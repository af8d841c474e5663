package org.rowmark.stats;

import java.util.Arrays;

/** Quantiles of values, at least one, in any order. */
public final class Quantile {
    private Quantile() {}

    public static double median(double[] values) {
        return of(values, 0.5);
    }

    /** Returns a quantile by linear interpolation between the order statistics (type 7 of Hyndman and Fan 1996). */
    public static double of(double[] values, double probability) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double position = probability * (sorted.length - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }
}

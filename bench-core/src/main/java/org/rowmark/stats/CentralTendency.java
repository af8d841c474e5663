package org.rowmark.stats;

import java.util.Arrays;
import java.util.Map;

/**
 * Mean, median and trimmed mean of the ratio of two cells. The mean counts; where the others disagree with it, a few
 * rounds dominate the result.
 *
 * @param mean {@code exp} of the mean log ratio over rounds
 * @param median of the ratio over rounds
 * @param trimmed {@code exp} of the mean log ratio without a tenth of the rounds at either end, at least one
 */
public record CentralTendency(double mean, double median, double trimmed) {

    /** @param logRatios at least three, as {@link Comparison#logRatios} gives them */
    public static CentralTendency of(Map<Integer, Double> logRatios) {
        double[] d = Comparison.values(logRatios);
        double trimmed = TrimmedMean.of(d, Math.max(1, d.length / 10)).mean();
        return new CentralTendency(Math.exp(Interval.mean(d)), Math.exp(median(d)), Math.exp(trimmed));
    }

    /** Returns the largest relative distance from the mean: 0.02 means a factor of 1.02 either way. */
    public double disagreement() {
        double ofMedian = Math.abs(Math.log(median / mean));
        return Math.expm1(Math.max(ofMedian, Math.abs(Math.log(trimmed / mean))));
    }

    /** @param values in any order, at least one */
    public static double median(double[] values) {
        return quantile(values, 0.5);
    }

    /** Returns a quantile by linear interpolation between the order statistics (type 7 of Hyndman and Fan 1996). */
    public static double quantile(double[] values, double probability) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double position = probability * (sorted.length - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }
}

package org.rowmark.report.compare;

import java.util.Map;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Quantile;
import org.rowmark.stats.TrimmedMean;

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
        return new CentralTendency(Math.exp(Interval.mean(d)), Math.exp(Quantile.median(d)), Math.exp(trimmed));
    }

    /** Returns the largest relative distance from the mean: 0.02 means a factor of 1.02 either way. */
    public double disagreement() {
        double ofMedian = Math.abs(Math.log(median / mean));
        return Math.expm1(Math.max(ofMedian, Math.abs(Math.log(trimmed / mean))));
    }
}

package org.rowmark.stats;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Student's t distribution, as the intervals and tests of this package use it. Degrees of freedom may be fractional.
 */
final class StudentT {
    /** Error probability of the intervals, which are 95 % intervals, and of the verdicts. */
    static final double ALPHA = 0.05;

    /** Quantiles by whole degrees of freedom: one takes 0.1 ms to find, and every row needs it. */
    private static final Map<Quantile, Double> QUANTILES = new ConcurrentHashMap<>();

    private record Quantile(double alpha, double df) {}

    private StudentT() {}

    /** Returns the quantile with {@code alpha / 2} above it. */
    static double twoSidedQuantile(double alpha, double df) {
        return df == Math.rint(df)
                ? QUANTILES.computeIfAbsent(new Quantile(alpha, df), key -> find(alpha, df))
                : find(alpha, df);
    }

    private static double find(double alpha, double df) {
        return TDistribution.of(df).inverseSurvivalProbability(alpha / 2);
    }

    /** Returns the two-sided p of a t statistic. */
    static double twoSidedP(double t, double df) {
        return 2 * TDistribution.of(df).survivalProbability(Math.abs(t));
    }
}

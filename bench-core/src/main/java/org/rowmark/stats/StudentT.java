package org.rowmark.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/** Student's t, as the intervals and tests of this package use it. Degrees of freedom may be broken numbers. */
final class StudentT {
    /** Error probability of the intervals, which are 95 % intervals, and of the verdicts. */
    static final double ALPHA = 0.05;

    private StudentT() {}

    /** Quantile that leaves {@code alpha / 2} above it. */
    static double twoSidedQuantile(double alpha, double df) {
        return TDistribution.of(df).inverseSurvivalProbability(alpha / 2);
    }

    /** Two-sided p of a t statistic. */
    static double twoSidedP(double t, double df) {
        return 2 * TDistribution.of(df).survivalProbability(Math.abs(t));
    }
}

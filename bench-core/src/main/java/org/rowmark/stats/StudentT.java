package org.rowmark.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/** Student's t, as the intervals and tests of this package use it. */
final class StudentT {
    /** Error probability of the intervals, which are 95 % intervals, and of the verdicts. */
    static final double ALPHA = 0.05;

    private StudentT() {}

    /** Quantile that leaves {@code alpha / 2} above it, for the mean of {@code n} values. */
    static double twoSidedQuantile(double alpha, int n) {
        return TDistribution.of(n - 1).inverseSurvivalProbability(alpha / 2);
    }

    /** Two-sided p of a t statistic for the mean of {@code n} values. */
    static double twoSidedP(double t, int n) {
        return 2 * TDistribution.of(n - 1).survivalProbability(Math.abs(t));
    }
}

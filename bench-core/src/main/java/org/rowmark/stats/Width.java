package org.rowmark.stats;

import java.util.Map;

/**
 * The width of the interval of a ratio, and nothing else. It shows neither the ratio nor its sign: it stays the same if
 * one arm is multiplied by any factor, or the arms are swapped. Therefore a run may use it after every round, but not a
 * {@link Comparison}: runs that stopped at the first difference found one between equal arms in 24 to 33 % of cases.
 */
public final class Width {
    private final int rounds;
    private final double half;

    private Width(int rounds, double half) {
        this.rounds = rounds;
        this.half = half;
    }

    /** @param a replicates by round, as {@link Comparison#paired} takes them */
    public static Width of(Map<Integer, Double> a, Map<Integer, Double> b) {
        double[] d = Comparison.values(Comparison.logRatios(a, b, Comparison.Better.HIGHER));
        int n = d.length;
        double half = n < 2
                ? Double.POSITIVE_INFINITY
                : StudentT.twoSidedQuantile(StudentT.ALPHA, n - 1) * Interval.sd(d) / Math.sqrt(n);
        return new Width(n, half);
    }

    /** Returns the number of rounds in which both were measured. */
    public int rounds() {
        return rounds;
    }

    /**
     * Returns half the width of the 95 % interval, relative to the ratio: 0.02 means that it ends 2 % above it.
     * Infinite with fewer than two rounds.
     */
    public double relative() {
        return Math.expm1(half);
    }

    /**
     * Returns the rounds after which it would be {@code target}, if the noise stays as it is: {@code n * (half /
     * target)²}.
     */
    double roundsFor(double target) {
        double excess = half / Math.log1p(target);
        return rounds * excess * excess;
    }
}

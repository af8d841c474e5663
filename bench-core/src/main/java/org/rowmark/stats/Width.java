package org.rowmark.stats;

import java.util.Map;

/**
 * How wide the interval of a ratio is, and nothing else. Neither the ratio nor its sign can be told from it: multiply
 * one arm by any factor, or swap the arms, and it stays the same. That is why a run may look at it after every round
 * while it must not look at a {@link Comparison}, which found 24 to 33 % differences between equal arms when a run
 * stopped as soon as it saw one.
 */
public final class Width {
    private final String ratio;
    private final int rounds;
    private final double half;

    private Width(String ratio, int rounds, double half) {
        this.ratio = ratio;
        this.rounds = rounds;
        this.half = half;
    }

    /**
     * @param ratio the name of the ratio, for example {@code point-select: pg-18 against pg-17}
     * @param a replicates by round, as {@link Comparison#paired} takes them
     * @param b replicates by round
     */
    public static Width of(String ratio, Map<Integer, Double> a, Map<Integer, Double> b) {
        double[] d = Comparison.values(Comparison.logRatios(a, b, Comparison.Better.HIGHER));
        int n = d.length;
        double half = n < 2
                ? Double.POSITIVE_INFINITY
                : StudentT.twoSidedQuantile(StudentT.ALPHA, n - 1) * Interval.sd(d) / Math.sqrt(n);
        return new Width(ratio, n, half);
    }

    /** Name of the ratio. */
    public String ratio() {
        return ratio;
    }

    /** Rounds in which both were measured. */
    public int rounds() {
        return rounds;
    }

    /**
     * Half the width of the 95 % interval, relative to the ratio: 0.02 means that it ends 2 % above it. Infinite with
     * fewer than two rounds.
     */
    public double relative() {
        return Math.expm1(half);
    }

    /** Rounds after which it would be {@code target}, if the noise stays what it is: {@code n * (half / target)²}. */
    double roundsFor(double target) {
        double excess = half / Math.log1p(target);
        return rounds * excess * excess;
    }
}

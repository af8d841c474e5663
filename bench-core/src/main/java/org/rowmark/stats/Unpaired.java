package org.rowmark.stats;

import org.rowmark.stats.Comparison.Better;

/** Comparisons of two arms that have no rounds in common. All of them work on logarithms of replicates. */
final class Unpaired {
    private static final Design APART = new Design(Design.Order.APART, Design.Unit.FORK);

    private Unpaired() {}

    /**
     * Compares by Welch's t: {@code m = mean(b) - mean(a)} with the standard error {@code sqrt(va + vb)}, where {@code
     * va} is the variance of a over its size, and {@code (va + vb)² / (va² / (na - 1) + vb² / (nb - 1))} degrees of
     * freedom (Welch 1938 and 1947, Satterthwaite 1946).
     */
    static Comparison welch(double[] a, double[] b, Better better) {
        double m = difference(Interval.mean(a), Interval.mean(b), better);
        return comparison(m, variance(a), a.length - 1, variance(b), b.length - 1);
    }

    /**
     * Compares trimmed means (Yuen 1974): g values cut off at either end of each arm, h left, and for v the
     * winsorised variance times {@code (n - 1) / (h * (h - 1))}, with {@code h - 1} in the place of {@code n - 1}.
     */
    static Comparison yuen(TrimmedMean a, TrimmedMean b, Better better) {
        double m = difference(a.mean(), b.mean(), better);
        return comparison(m, a.error() * a.error(), a.df(), b.error() * b.error(), b.df());
    }

    private static double difference(double ofA, double ofB, Better better) {
        return better == Better.HIGHER ? ofB - ofA : ofA - ofB;
    }

    private static Comparison comparison(double m, double va, int dfA, double vb, int dfB) {
        double v = va + vb;
        double df = v * v / (va * va / dfA + vb * vb / dfB);
        return Comparison.estimate(m, Math.sqrt(v), Math.min(dfA, dfB) + 1, df, APART);
    }

    private static double variance(double[] values) {
        double sd = Interval.sd(values);
        return sd * sd / values.length;
    }
}

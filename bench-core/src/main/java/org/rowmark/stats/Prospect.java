package org.rowmark.stats;

import org.apache.commons.statistics.distribution.FDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The probability that an undecided row reaches its goal at a later look, by the predictive distribution of its mean or
 * of its variance there, given those of the pairs so far.
 */
public final class Prospect {
    private Prospect() {}

    /**
     * Returns the probability of a word: of a mean beyond the boundary, or with its interval within the margin. The mean
     * after N pairs is {@code m + s * sqrt(1/n - 1/N) * T} with T of n - 1 degrees of freedom.
     *
     * @param tests the rows without an established difference, for {@link Holm}
     */
    public static double ofWord(Comparison row, Looks looks, int tests, double margin, int pairs) {
        double error = row.sd() / Math.sqrt(pairs);
        double boundary = error * quantile(looks, StudentT.ALPHA / tests, pairs);
        double room = Math.max(0, Math.log1p(margin) - error * quantile(looks, StudentT.ALPHA, pairs));
        double spread = row.sd() * Math.sqrt(1.0 / row.n() - 1.0 / pairs);
        TDistribution predicted = TDistribution.of(row.n() - 1);
        double m = row.logRatio();
        double inside = predicted.probability((-room - m) / spread, (room - m) / spread);
        double outside = predicted.cumulativeProbability((-boundary - m) / spread)
                + predicted.survivalProbability((boundary - m) / spread);
        return inside + outside;
    }

    /**
     * Returns the probability of an interval as narrow as this to each side, 0.02 for 2 %. The variance of the N - n
     * pairs to come over that of the n so far is F distributed.
     */
    public static double ofWidth(Comparison row, Looks looks, double target, int pairs) {
        double most = Math.log1p(target) * Math.sqrt(pairs) / quantile(looks, StudentT.ALPHA, pairs);
        int more = pairs - row.n();
        double ofOthers = ((pairs - 1) * most * most / (row.sd() * row.sd()) - (row.n() - 1)) / more;
        return ofOthers <= 0 ? 0 : FDistribution.of(more, row.n() - 1).cumulativeProbability(ofOthers);
    }

    private static double quantile(Looks looks, double alpha, int pairs) {
        return StudentT.twoSidedQuantile(looks.level(alpha, pairs), pairs - 1);
    }
}

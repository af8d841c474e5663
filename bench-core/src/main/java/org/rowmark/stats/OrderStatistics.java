package org.rowmark.stats;

import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Intervals of quantiles with at least 95 % coverage whatever the distribution: from one of the sorted values to another
 * (David and Nagaraja 2003, 7.1).
 */
public final class OrderStatistics {
    /** The fewest values that have an interval of their median. */
    public static final int LEAST_VALUES = 6;

    private static final double NORMAL_QUANTILE = 1.959964;

    private OrderStatistics() {}

    /** A median, or another quantile, between two of the sorted values. */
    public record Between(double value, double low, double high) {}

    /** Returns the median of values with its interval; empty with fewer than {@value #LEAST_VALUES}. */
    public static Optional<Between> median(Collection<Double> values) {
        if (values.size() < LEAST_VALUES) {
            return Optional.empty();
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int n = sorted.length;
        int rank = medianRank(n);
        return Optional.of(
                new Between(CentralTendency.median(Arrays.copyOf(sorted, n)), sorted[rank - 1], sorted[n - rank]));
    }

    /** Returns the largest rank r with which the r-th smallest to the r-th largest of n values cover their median. */
    static int medianRank(int n) {
        BinomialDistribution below = BinomialDistribution.of(n, 0.5);
        return (int) IntStream.range(0, n)
                .takeWhile(rank -> below.cumulativeProbability(rank) <= StudentT.ALPHA / 2)
                .count();
    }

    /**
     * Returns the ranks, from 1, between which a quantile of so many independent values lies: those of the binomial
     * distribution, which is nearly normal with {@value Percentiles#LEAST_BEYOND} values beyond the quantile.
     */
    static long[] ranks(long n, double share) {
        double half = NORMAL_QUANTILE * Math.sqrt(n * share * (1 - share));
        long low = (long) Math.floor(n * share - half);
        long high = (long) Math.ceil(n * share + half) + 1;
        return new long[] {Math.max(1, low), Math.min(n, high)};
    }
}

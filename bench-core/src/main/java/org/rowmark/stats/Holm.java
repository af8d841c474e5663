package org.rowmark.stats;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Adjustment for many comparisons in one table (Holm 1979): the probability of any wrong "differs" in a table without
 * differences stays at the level of a single test, without assuming that the rows are independent.
 */
public final class Holm {
    private Holm() {}

    /**
     * Adjusts p values: the i-th smallest of k becomes {@code max over j <= i of min(1, (k - j + 1) * p[j])}.
     *
     * @param p p values of the table's rows; NaN for a row without a test, which does not count
     * @return adjusted p values in the order of {@code p}, NaN where it is NaN
     */
    public static double[] adjust(double[] p) {
        int[] ascending = IntStream.range(0, p.length)
                .filter(i -> !Double.isNaN(p[i]))
                .boxed()
                .sorted(Comparator.comparingDouble(i -> p[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = p.clone();
        double atLeast = 0;
        for (int rank = 0; rank < ascending.length; rank++) {
            int i = ascending[rank];
            atLeast = Math.max(atLeast, Math.min(1, (ascending.length - rank) * p[i]));
            adjusted[i] = atLeast;
        }
        return adjusted;
    }
}

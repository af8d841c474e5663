package org.rowmark.report.compare;

import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.rowmark.report.cells.Means;
import org.rowmark.stats.CentralTendency;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;

/** Rounds with outlying values. They are flagged and never dropped: stalls are often the finding. */
public final class Outliers {
    /** Tukey's outer fences (1977). */
    private static final double FENCE = 3;

    private Outliers() {}

    /** Returns the rounds of a {@link Comparison#paired paired} comparison in which A, B or their ratio is an outlier. */
    static SortedSet<Integer> of(Map<Integer, Double> a, Map<Integer, Double> b) {
        SortedSet<Integer> rounds = of(a);
        rounds.addAll(of(b));
        rounds.addAll(in(Comparison.logRatios(a, b, Better.HIGHER)));
        return rounds;
    }

    /** Returns the rounds in which a value is an outlier; values that are not positive are left out. */
    public static SortedSet<Integer> of(Map<Integer, Double> values) {
        return in(Means.logs(values));
    }

    /**
     * Returns the rounds beyond the outer fences, that is, more than three interquartile ranges below the first or
     * above the third quartile.
     *
     * @param byRound logarithms
     */
    static SortedSet<Integer> in(Map<Integer, Double> byRound) {
        if (byRound.isEmpty()) {
            return new TreeSet<>();
        }
        double[] values =
                byRound.values().stream().mapToDouble(Double::doubleValue).toArray();
        double first = CentralTendency.quantile(values, 0.25);
        double third = CentralTendency.quantile(values, 0.75);
        double reach = FENCE * (third - first);
        SortedSet<Integer> outlying = new TreeSet<>(byRound.keySet());
        outlying.removeIf(round -> byRound.get(round) >= first - reach && byRound.get(round) <= third + reach);
        return outlying;
    }
}

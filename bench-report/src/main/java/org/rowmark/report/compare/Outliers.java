package org.rowmark.report.compare;

import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.rowmark.report.cells.Means;
import org.rowmark.stats.CentralTendency;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Verdict;

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

    /**
     * Returns whether the verdict would be another without the outlying rounds. An unclear verdict does not depend on
     * them just because too few rounds are left.
     *
     * @param word the verdict over all rounds
     * @param rest the comparison of the other rounds
     * @param tests by how much Holm multiplied p
     */
    static boolean decide(Verdict.Word word, Comparison rest, double tests, double margin) {
        return rest.n() < Verdict.LEAST_ROUNDS
                ? isElsewhere(rest.ratio(), word, margin)
                : Verdict.word(rest, Math.min(1, tests * rest.p()), margin) != word;
    }

    /** Returns whether a ratio of too few rounds for a verdict contradicts a verdict. */
    private static boolean isElsewhere(double ratio, Verdict.Word word, double margin) {
        double most = 1 + margin;
        return switch (word) {
            case FASTER -> ratio <= most;
            case SLOWER -> ratio >= 1 / most;
            case FASTER_SIZE_UNSURE -> ratio <= 1;
            case SLOWER_SIZE_UNSURE -> ratio >= 1;
            case SAME -> ratio >= most || ratio <= 1 / most;
            case UNCLEAR, TOO_FEW_ROUNDS -> false;
        };
    }
}

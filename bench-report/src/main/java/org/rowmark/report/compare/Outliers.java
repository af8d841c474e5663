package org.rowmark.report.compare;

import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rowmark.stats.CentralTendency;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Verdict;

/**
 * Rounds with outlying values. They are flagged and never dropped: stalls are often the finding. The comparison {@link
 * #without} them only shows whether the verdict depends on them.
 *
 * @param ofA rounds in which A is an outlier
 * @param ofB rounds in which B does
 * @param ofRatio rounds in which their ratio does
 */
public record Outliers(SortedSet<Integer> ofA, SortedSet<Integer> ofB, SortedSet<Integer> ofRatio) {
    /** Tukey's outer fences (1977). */
    private static final double FENCE = 3;

    /** Finds the outliers of a {@link Comparison#paired paired} comparison. */
    public static Outliers of(Map<Integer, Double> a, Map<Integer, Double> b) {
        return new Outliers(in(logs(a)), in(logs(b)), in(Comparison.logRatios(a, b, Better.HIGHER)));
    }

    /**
     * Returns the rounds beyond the outer fences, that is, more than three interquartile ranges below the first or
     * above the third quartile.
     *
     * @param byRound logarithms
     */
    static SortedSet<Integer> in(Map<Integer, Double> byRound) {
        SortedSet<Integer> apart = new TreeSet<>();
        if (!byRound.isEmpty()) {
            double[] values =
                    byRound.values().stream().mapToDouble(Double::doubleValue).toArray();
            double first = CentralTendency.quantile(values, 0.25);
            double third = CentralTendency.quantile(values, 0.75);
            double reach = FENCE * (third - first);
            byRound.forEach((round, value) -> {
                if (value < first - reach || value > third + reach) {
                    apart.add(round);
                }
            });
        }
        return apart;
    }

    /** Returns all flagged rounds. */
    public SortedSet<Integer> rounds() {
        SortedSet<Integer> all = new TreeSet<>(ofA);
        all.addAll(ofB);
        all.addAll(ofRatio);
        return all;
    }

    /** Returns the comparison of the other rounds. */
    public Comparison without(Map<Integer, Double> a, Map<Integer, Double> b, Better better) {
        Map<Integer, Double> logRatios = Comparison.logRatios(a, b, better);
        logRatios.keySet().removeAll(rounds());
        return Comparison.ofLogRatios(logRatios);
    }

    /**
     * Returns whether a report must show "depends on k outlying runs" with the verdict: without them it is different.
     * An unclear verdict does not depend on them just because too few rounds are left.
     *
     * @param all the verdict on all rounds
     * @param others the verdict on {@link #without}
     */
    public boolean decide(Verdict all, Verdict others) {
        boolean stillNothing = all.word() == Verdict.Word.UNCLEAR && others.word() == Verdict.Word.TOO_FEW_ROUNDS;
        return !rounds().isEmpty() && all.word() != others.word() && !stillNothing;
    }

    private static Map<Integer, Double> logs(Map<Integer, Double> replicates) {
        Map<Integer, Double> logs = new TreeMap<>();
        replicates.forEach((round, value) -> {
            if (Double.isFinite(value) && value > 0) {
                logs.put(round, Math.log(value));
            }
        });
        return logs;
    }
}

package org.rowmark.report.section;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.MetricUnit;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.GeometricMean;
import org.rowmark.report.compare.Replicates;
import org.rowmark.report.section.FindingPairs.Pair;
import org.rowmark.result.PublishedFigures.Finding;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Design;
import org.rowmark.stats.Verdict;

/**
 * The ratio of a finding as this run has it: of the metric itself, whichever way it is better. The geometric mean over pairs
 * within each round with the paired interval; where the rounds of a pair do not lie in common, the ratio of the two arms'
 * geometric means with Welch's interval.
 *
 * @param comparison over to under
 * @param pairs how many count: where some have the rounds that a word takes, those that do not are left out
 * @param all how many there are
 * @param cap what a word must be followed by, for example {@code one start}; mostly empty
 * @param better which way the metric is better
 */
public record FindingRatio(Comparison comparison, int pairs, int all, String cap, Better better) {

    /** @param pairs at least one */
    static FindingRatio of(List<Pair> pairs, Finding finding) {
        Function<Cell, Replicates> series =
                cell -> Replicates.of(new ColumnValue("", cell, FindingPairs.values(cell, finding)));
        boolean isPaired = true;
        String cap = "";
        Map<String, Map<Integer, Double>> logRatios = new TreeMap<>();
        for (Pair pair : pairs) {
            Replicates over = series.apply(pair.over());
            Replicates under = series.apply(pair.under());
            isPaired &= Design.Order.of(under.starts(), over.starts()) != Design.Order.APART;
            cap = cap.isEmpty()
                    ? under.unit().cap()
                            + (over.unit() == under.unit() ? "" : over.unit().cap())
                    : cap;
            logRatios.put(
                    String.valueOf(logRatios.size()),
                    Comparison.logRatios(under.values(), over.values(), Better.HIGHER));
        }
        Better better = finding.metric().isEmpty()
                ? MetricUnit.better(pairs.get(0).over().values().mode())
                : Better.LOWER;
        if (isPaired) {
            GeometricMean mean = GeometricMean.of(enough(logRatios));
            return new FindingRatio(mean.comparison(), mean.rows().size(), pairs.size(), cap, better);
        }
        Comparison apart = Comparison.unpaired(
                arm(pairs.stream().map(Pair::under).map(series).toList()),
                arm(pairs.stream().map(Pair::over).map(series).toList()),
                Better.HIGHER);
        return new FindingRatio(apart, pairs.size(), pairs.size(), cap, better);
    }

    private static Map<String, Map<Integer, Double>> enough(Map<String, Map<Integer, Double>> logRatios) {
        Map<String, Map<Integer, Double>> enough = new TreeMap<>(logRatios);
        enough.values().removeIf(ofPair -> ofPair.size() < Verdict.LEAST_ROUNDS);
        return enough.isEmpty() ? logRatios : enough;
    }

    /** Geometric means within rounds that all have. */
    private static Map<Integer, Double> arm(List<Replicates> all) {
        Map<Integer, Double> arm = new HashMap<>();
        for (int round : all.get(0).values().keySet()) {
            if (all.stream().allMatch(series -> series.values().getOrDefault(round, 0.0) > 0)) {
                arm.put(
                        round,
                        Math.exp(all.stream()
                                .mapToDouble(series -> Math.log(series.values().get(round)))
                                .average()
                                .orElseThrow()));
            }
        }
        return arm;
    }
}

package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.GeometricMean;
import org.rowmark.report.compare.Replicates;
import org.rowmark.result.Manifest;
import org.rowmark.result.PublishedFigures.Finding;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Design;
import org.rowmark.stats.Verdict;

/**
 * The pairs of cells of a run to which a published finding applies: the dividend and divisor of a ratio, alike in all
 * keys that the finding does not name. A finding that names a target is about targets whatever their settings; one that
 * names a varied setting is about targets that differ in nothing but the settings it names.
 *
 * @param pairs none where the run has no answer
 * @param reason why there is none; empty where there are some
 */
record FindingPairs(List<Pair> pairs, String reason) {

    /** A pair of cells; the ratio is {@code over} to {@code under}. */
    record Pair(Cell over, Cell under) {}

    /**
     * The ratio of a finding as this run has it: of the metric itself, whichever way it is better. The geometric mean
     * over pairs within each round with the paired interval; where the rounds of a pair are not the same, the ratio
     * of the two arms' geometric means with Welch's interval.
     *
     * @param comparison over to under
     * @param pairs how many count: where some have enough rounds for a verdict, those that do not are left out
     * @param all how many there are
     * @param cap what a word must be followed by, for example {@code one start}; mostly empty
     * @param better which way the metric is better
     */
    record Ratio(Comparison comparison, int pairs, int all, String cap, Better better) {}

    static FindingPairs of(Finding finding, List<Cell> cells, Manifest manifest) {
        if (finding.over().isEmpty() || finding.under().isEmpty()) {
            return none("the study does not name the cells it is about");
        }
        for (Map<String, String> side : List.of(finding.over(), finding.under())) {
            if (cells.stream().noneMatch(cell -> has(cell, side))) {
                return none("this run has no " + missing(side, cells));
            }
        }
        Set<String> named = new HashSet<>(finding.over().keySet());
        named.addAll(finding.under().keySet());
        boolean isOfSettings = !named.contains(Cell.TARGET)
                && manifest.request().varied().stream().anyMatch(named::contains);
        Set<String> free = new HashSet<>(named);
        if (named.contains(Cell.TARGET)) {
            free.addAll(manifest.request().varied());
        } else if (isOfSettings) {
            free.add(Cell.TARGET);
        }
        List<Pair> pairs = new ArrayList<>();
        for (Cell over : cells) {
            for (Cell under : cells) {
                boolean isPair = has(over, finding.over())
                        && has(under, finding.under())
                        && !over.keys().equals(under.keys())
                        && without(free, over.keys()).equals(without(free, under.keys()))
                        && (!isOfSettings || areAlike(over, under, named, manifest));
                if (isPair) {
                    pairs.add(new Pair(over, under));
                }
            }
        }
        return pairs.isEmpty()
                ? none("no two cells of this run differ in nothing but "
                        + named.stream().sorted().collect(Collectors.joining(", ")))
                : measured(pairs, finding);
    }

    /** Returns the pairs that have values of the finding's metric. */
    private static FindingPairs measured(List<Pair> pairs, Finding finding) {
        List<Pair> measured = pairs.stream()
                .filter(pair -> Stream.of(pair.over(), pair.under())
                        .noneMatch(cell -> values(cell, finding).isEmpty()))
                .filter(pair -> pair.over().values().isLike(pair.under().values()))
                .toList();
        if (!measured.isEmpty()) {
            return new FindingPairs(measured, "");
        }
        if (!finding.metric().isEmpty()) {
            return none("no pair of its cells reports " + finding.metric());
        }
        return none("no pair of its cells was measured"
                + pairs.stream()
                        .flatMap(pair -> Stream.of(pair.over(), pair.under()))
                        .map(Cell::problem)
                        .filter(problem -> !problem.isEmpty())
                        .findFirst()
                        .map(problem -> ": " + problem)
                        .orElse(""));
    }

    /** Returns the ratio of at least one pair. */
    Ratio ratio(Finding finding) {
        Function<Cell, Replicates> series = cell -> Replicates.of(new ColumnValue("", cell, values(cell, finding)));
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
        Better better =
                finding.metric().isEmpty() ? pairs.get(0).over().values().better() : Better.LOWER;
        if (isPaired) {
            GeometricMean mean = GeometricMean.of(enough(logRatios));
            return new Ratio(mean.comparison(), mean.rows().size(), pairs.size(), cap, better);
        }
        Comparison apart = Comparison.unpaired(
                arm(pairs.stream().map(Pair::under).map(series).toList()),
                arm(pairs.stream().map(Pair::over).map(series).toList()),
                Better.HIGHER);
        return new Ratio(apart, pairs.size(), pairs.size(), cap, better);
    }

    private static Map<String, Map<Integer, Double>> enough(Map<String, Map<Integer, Double>> logRatios) {
        Map<String, Map<Integer, Double>> enough = new TreeMap<>(logRatios);
        enough.values().removeIf(ofPair -> ofPair.size() < Verdict.LEAST_ROUNDS);
        return enough.isEmpty() ? logRatios : enough;
    }

    /** Returns the geometric means within rounds that all have. */
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

    /** Returns the values by round; empty where the cell does not report the metric. */
    static Map<Integer, Double> values(Cell cell, Finding finding) {
        return finding.metric().isEmpty()
                ? cell.values().score()
                : cell.values().named(finding.metric());
    }

    private static FindingPairs none(String reason) {
        return new FindingPairs(List.of(), reason);
    }

    private static boolean has(Cell cell, Map<String, String> side) {
        return cell.keys().entrySet().containsAll(side.entrySet());
    }

    /** Returns the keys that no cell has; all of them where only the combination is missing. */
    private static String missing(Map<String, String> side, List<Cell> cells) {
        List<String> alone = side.entrySet().stream()
                .filter(key ->
                        cells.stream().noneMatch(cell -> cell.keys().entrySet().contains(key)))
                .map(Map.Entry::toString)
                .sorted()
                .toList();
        return alone.isEmpty()
                ? side.entrySet().stream()
                        .map(Map.Entry::toString)
                        .sorted()
                        .collect(Collectors.joining(" ", "cell with ", ""))
                : String.join(", ", alone);
    }

    private static Map<String, String> without(Set<String> keys, Map<String, String> all) {
        Map<String, String> others = new HashMap<>(all);
        others.keySet().removeAll(keys);
        return others;
    }

    /** Returns whether targets are of the same product, with the same settings except those named. */
    private static boolean areAlike(Cell one, Cell other, Set<String> named, Manifest manifest) {
        return kind(one, named, manifest).equals(kind(other, named, manifest));
    }

    private static List<Object> kind(Cell cell, Set<String> named, Manifest manifest) {
        return manifest.targets().stream()
                .filter(target -> target.name().equals(cell.keys().get(Cell.TARGET)))
                .findFirst()
                .map(target ->
                        Arrays.<Object>asList(without(named, target.settings()), target.database(), target.version()))
                .orElse(List.of());
    }
}

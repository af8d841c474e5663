package org.rowmark.report.section;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.GeometricMeanRow.GeometricMean;
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
 * @param reason why the run has no answer, where it has none
 */
record FindingPairs(List<Pair> pairs, String reason) {

    /** The ratio is {@code over} to {@code under}, of the values of the finding's metric. */
    record Pair(ColumnValue over, ColumnValue under) {}

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

    /** @param published the value that is compared */
    static FindingPairs of(Finding finding, String published, Results results) {
        if (!finding.cannot().isEmpty()) {
            return none(finding.cannot());
        }
        if (!FindingMark.isComparable(published)) {
            return none(published + " is neither a ratio nor a direction");
        }
        if (finding.over().isEmpty() || finding.under().isEmpty()) {
            return none("the study does not name the cells it is about");
        }
        List<Cell> cells = results.cells();
        List<ColumnValue> over = with(finding.over(), finding.metric(), cells);
        List<ColumnValue> under = with(finding.under(), finding.metric(), cells);
        if (over.isEmpty() || under.isEmpty()) {
            return none("this run has no " + missing(over.isEmpty() ? finding.over() : finding.under(), cells));
        }
        Set<String> named = new TreeSet<>(finding.over().keySet());
        named.addAll(finding.under().keySet());
        Function<Cell, Object> others = others(named, results.runs().get(0).manifest());
        List<Pair> pairs = over.stream()
                .flatMap(a -> under.stream()
                        .filter(b -> !a.cell().keys().equals(b.cell().keys()))
                        .filter(b -> others.apply(a.cell()).equals(others.apply(b.cell())))
                        .map(b -> new Pair(a, b)))
                .toList();
        return pairs.isEmpty()
                ? none("no two cells of this run differ in nothing but " + String.join(", ", named))
                : measured(pairs, finding.metric());
    }

    private static FindingPairs measured(List<Pair> pairs, String metric) {
        List<Pair> measured = pairs.stream()
                .filter(pair -> pair.over().isComparable(pair.under()))
                .toList();
        if (!measured.isEmpty()) {
            return new FindingPairs(measured, "its cells have no round in common");
        }
        String problem = pairs.stream()
                .flatMap(pair -> Stream.of(pair.over(), pair.under()))
                .map(side -> side.cell().problem())
                .filter(text -> !text.isEmpty())
                .findFirst()
                .map(": "::concat)
                .orElse("");
        return none(
                metric.isEmpty()
                        ? "no pair of its cells was measured" + problem
                        : "no pair of its cells reports " + metric);
    }

    /** Returns the cells with some values of keys, and what they report of the metric. */
    private static List<ColumnValue> with(Map<String, String> keys, String metric, List<Cell> cells) {
        return cells.stream()
                .filter(cell -> cell.keys().entrySet().containsAll(keys.entrySet()))
                .map(cell -> new ColumnValue(
                        "",
                        cell,
                        metric.isEmpty() ? cell.values().score() : cell.values().named(metric)))
                .toList();
    }

    /** Returns what must be the same in both cells of a pair, where a finding names some keys. */
    private static Function<Cell, Object> others(Set<String> named, Manifest manifest) {
        List<String> varied = manifest.request().varied();
        Set<String> free = new HashSet<>(named);
        Map<String, Object> products = new HashMap<>();
        if (named.contains(Cell.TARGET)) {
            free.addAll(varied);
        } else if (!Collections.disjoint(named, varied)) {
            free.add(Cell.TARGET);
            manifest.targets()
                    .forEach(target -> products.put(
                            target.name(),
                            Arrays.asList(target.database(), target.version(), without(named, target.settings()))));
        }
        return cell -> Arrays.asList(
                without(free, cell.keys()), products.get(cell.keys().get(Cell.TARGET)));
    }

    /** Returns the ratio; empty where the run has no answer. */
    Optional<Ratio> ratio(Finding finding) {
        if (pairs.isEmpty()) {
            return Optional.empty();
        }
        List<Replicates> over =
                pairs.stream().map(Pair::over).map(Replicates::of).toList();
        List<Replicates> under =
                pairs.stream().map(Pair::under).map(Replicates::of).toList();
        boolean isPaired = true;
        Map<String, Map<Integer, Double>> logRatios = new TreeMap<>();
        for (int i = 0; i < pairs.size(); i++) {
            Replicates a = under.get(i);
            Replicates b = over.get(i);
            isPaired &= Design.Order.of(a.starts(), b.starts()) != Design.Order.APART;
            logRatios.put(String.valueOf(i), Comparison.logRatios(a.values(), b.values(), Better.HIGHER));
        }
        boolean areEnough = logRatios.values().stream().anyMatch(ofPair -> ofPair.size() >= Verdict.LEAST_ROUNDS);
        logRatios.values().removeIf(ofPair -> areEnough && ofPair.size() < Verdict.LEAST_ROUNDS);
        GeometricMean paired = GeometricMean.of(logRatios);
        Comparison comparison =
                isPaired ? paired.comparison() : Comparison.unpaired(arm(under), arm(over), Better.HIGHER);
        int counted = isPaired ? paired.rows().size() : pairs.size();
        String cap = Stream.concat(over.stream(), under.stream())
                .map(series -> series.unit().cap())
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
        Better better =
                finding.metric().isEmpty() ? pairs.get(0).over().cell().values().better() : Better.LOWER;
        return Optional.of(new Ratio(comparison, counted, pairs.size(), cap, better))
                .filter(ratio -> ratio.comparison().n() > 0);
    }

    private static Map<Integer, Double> arm(List<Replicates> all) {
        return Means.geometric(all.stream().map(Replicates::values).toList());
    }

    private static FindingPairs none(String reason) {
        return new FindingPairs(List.of(), reason);
    }

    /** Returns the keys that no cell has; all of them where only the combination is missing. */
    private static String missing(Map<String, String> side, List<Cell> cells) {
        List<String> keys =
                side.entrySet().stream().map(Map.Entry::toString).sorted().toList();
        Set<String> known = cells.stream()
                .flatMap(cell -> cell.keys().entrySet().stream())
                .map(Map.Entry::toString)
                .collect(Collectors.toSet());
        List<String> alone = keys.stream().filter(key -> !known.contains(key)).toList();
        return alone.isEmpty() ? "cell with " + String.join(" ", keys) : String.join(", ", alone);
    }

    private static Map<String, String> without(Set<String> keys, Map<String, String> all) {
        Map<String, String> others = new HashMap<>(all);
        others.keySet().removeAll(keys);
        return others;
    }
}

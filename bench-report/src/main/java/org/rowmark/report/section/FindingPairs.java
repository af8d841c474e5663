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
import org.rowmark.report.cells.MetricUnit;
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
 * @param reason why the run has no answer, where it has none
 */
record FindingPairs(List<Pair<Cell>> pairs, String reason) {

    /** The ratio is {@code over} to {@code under}. */
    record Pair<T>(T over, T under) {
        <R> Pair<R> map(Function<T, R> function) {
            return new Pair<>(function.apply(over), function.apply(under));
        }
    }

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
        for (Map<String, String> side : List.of(finding.over(), finding.under())) {
            if (cells.stream().noneMatch(cell -> has(cell, side))) {
                return none("this run has no " + missing(side, cells));
            }
        }
        Set<String> named = new TreeSet<>(finding.over().keySet());
        named.addAll(finding.under().keySet());
        Function<Cell, Object> others = others(named, results.runs().get(0).manifest());
        List<Pair<Cell>> pairs = cells.stream()
                .filter(over -> has(over, finding.over()))
                .flatMap(over -> cells.stream()
                        .filter(under -> has(under, finding.under()))
                        .filter(under -> !over.keys().equals(under.keys()))
                        .filter(under -> others.apply(over).equals(others.apply(under)))
                        .map(under -> new Pair<>(over, under)))
                .toList();
        return pairs.isEmpty()
                ? none("no two cells of this run differ in nothing but " + String.join(", ", named))
                : measured(pairs, finding);
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

    /** Returns the pairs that have values of the finding's metric. */
    private static FindingPairs measured(List<Pair<Cell>> pairs, Finding finding) {
        List<Pair<Cell>> measured = pairs.stream()
                .filter(pair -> !values(pair.over(), finding).isEmpty()
                        && !values(pair.under(), finding).isEmpty()
                        && pair.over().values().isLike(pair.under().values()))
                .toList();
        if (!measured.isEmpty()) {
            return new FindingPairs(measured, "its cells have no round in common");
        }
        String problem = first(pairs, Cell::problem);
        return none(
                finding.metric().isEmpty()
                        ? "no pair of its cells was measured" + (problem.isEmpty() ? "" : ": " + problem)
                        : "no pair of its cells reports " + finding.metric());
    }

    /** Returns the ratio; empty where the run has no answer. */
    Optional<Ratio> ratio(Finding finding) {
        if (pairs.isEmpty()) {
            return Optional.empty();
        }
        List<Pair<Replicates>> all = pairs.stream()
                .map(pair -> pair.map(cell -> Replicates.of(new ColumnValue("", cell, values(cell, finding)))))
                .toList();
        boolean isPaired = all.stream()
                .map(pair -> Design.Order.of(pair.under().starts(), pair.over().starts()))
                .noneMatch(Design.Order.APART::equals);
        Map<String, Map<Integer, Double>> logRatios = new TreeMap<>();
        all.stream()
                .map(pair ->
                        Comparison.logRatios(pair.under().values(), pair.over().values(), Better.HIGHER))
                .forEach(ofPair -> logRatios.put(String.valueOf(logRatios.size()), ofPair));
        boolean areEnough = logRatios.values().stream().anyMatch(ofPair -> ofPair.size() >= Verdict.LEAST_ROUNDS);
        logRatios.values().removeIf(ofPair -> areEnough && ofPair.size() < Verdict.LEAST_ROUNDS);
        GeometricMean paired = GeometricMean.of(logRatios);
        Comparison comparison = isPaired
                ? paired.comparison()
                : Comparison.unpaired(arm(all, Pair::under), arm(all, Pair::over), Better.HIGHER);
        String cap = first(all, series -> series.unit().cap());
        Better better = finding.metric().isEmpty()
                ? MetricUnit.better(pairs.get(0).over().values().mode())
                : Better.LOWER;
        int counted = isPaired ? paired.rows().size() : all.size();
        return Optional.of(new Ratio(comparison, counted, all.size(), cap, better))
                .filter(ratio -> ratio.comparison().n() > 0);
    }

    /** Returns the geometric means within rounds that all have. */
    private static Map<Integer, Double> arm(List<Pair<Replicates>> pairs, Function<Pair<Replicates>, Replicates> side) {
        List<Map<Integer, Double>> all =
                pairs.stream().map(side).map(Replicates::values).toList();
        Map<Integer, Double> arm = new HashMap<>(all.get(0));
        arm.keySet().removeIf(round -> all.stream().anyMatch(values -> values.getOrDefault(round, 0.0) <= 0));
        arm.replaceAll((round, first) -> Math.exp(all.stream()
                .mapToDouble(values -> Math.log(values.get(round)))
                .average()
                .orElseThrow()));
        return arm;
    }

    /** Returns the values by round; empty where the cell does not report the metric. */
    private static Map<Integer, Double> values(Cell cell, Finding finding) {
        return finding.metric().isEmpty()
                ? cell.values().score()
                : cell.values().named(finding.metric());
    }

    /** Returns the first text that is not empty. */
    private static <T> String first(List<Pair<T>> pairs, Function<T, String> text) {
        return pairs.stream()
                .flatMap(pair -> Stream.of(pair.over(), pair.under()))
                .map(text)
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static FindingPairs none(String reason) {
        return new FindingPairs(List.of(), reason);
    }

    private static boolean has(Cell cell, Map<String, String> side) {
        return cell.keys().entrySet().containsAll(side.entrySet());
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

package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.result.Manifest;
import org.rowmark.result.PublishedFigures.Finding;
import org.rowmark.result.TargetFacts;

/**
 * Cells of a run that a published finding is about, two by two: one above the line, one below it, alike in all keys that the
 * finding does not name. A finding that names a target is about targets whatever their settings; one that names a varied
 * setting is about targets that differ in nothing but the settings it names.
 *
 * @param pairs none where the run cannot say
 * @param reason why there is none; empty where there are some
 */
record FindingPairs(List<Pair> pairs, String reason) {

    /** The ratio is {@code over} to {@code under}. */
    record Pair(Cell over, Cell under) {}

    static FindingPairs of(Finding finding, List<Cell> cells, Manifest manifest) {
        if (finding.over().isEmpty() || finding.under().isEmpty()) {
            return none("the study does not say which cells it is about");
        }
        for (Map<String, String> side : List.of(finding.over(), finding.under())) {
            if (cells.stream().noneMatch(cell -> has(cell, side))) {
                return none("this run has no " + missing(side, cells));
            }
        }
        Set<String> named = new HashSet<>(finding.over().keySet());
        named.addAll(finding.under().keySet());
        Map<String, TargetFacts> targets = manifest.targets().stream()
                .collect(Collectors.toMap(TargetFacts::name, target -> target, (first, second) -> first));
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
                        && others(over, free).equals(others(under, free))
                        && (!isOfSettings || areAlike(target(over, targets), target(under, targets), named));
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

    /** Those that have values of the finding's metric. */
    private static FindingPairs measured(List<Pair> pairs, Finding finding) {
        List<Pair> measured = pairs.stream()
                .filter(pair -> isMeasured(pair.over(), finding) && isMeasured(pair.under(), finding))
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
                        .flatMap(pair -> List.of(pair.over(), pair.under()).stream())
                        .map(Cell::problem)
                        .filter(problem -> !problem.isEmpty())
                        .findFirst()
                        .map(problem -> ": " + problem)
                        .orElse(""));
    }

    /** Values by round; empty where the cell does not tell the metric. */
    static Map<Integer, Double> values(Cell cell, Finding finding) {
        return finding.metric().isEmpty()
                ? cell.values().score()
                : cell.values().named(finding.metric());
    }

    private static boolean isMeasured(Cell cell, Finding finding) {
        return !values(cell, finding).isEmpty();
    }

    private static FindingPairs none(String reason) {
        return new FindingPairs(List.of(), reason);
    }

    private static boolean has(Cell cell, Map<String, String> side) {
        return cell.keys().entrySet().containsAll(side.entrySet());
    }

    /** What no cell has by itself; all of it, where only the combination is missing. */
    private static String missing(Map<String, String> side, List<Cell> cells) {
        List<String> alone = side.entrySet().stream()
                .filter(key ->
                        cells.stream().noneMatch(cell -> cell.keys().entrySet().contains(key)))
                .map(key -> key.getKey() + "=" + key.getValue())
                .sorted()
                .toList();
        return alone.isEmpty()
                ? "cell with "
                        + side.entrySet().stream()
                                .map(key -> key.getKey() + "=" + key.getValue())
                                .sorted()
                                .collect(Collectors.joining(" "))
                : String.join(", ", alone);
    }

    private static Map<String, String> others(Cell cell, Set<String> free) {
        Map<String, String> others = new HashMap<>(cell.keys());
        others.keySet().removeAll(free);
        return others;
    }

    private static TargetFacts target(Cell cell, Map<String, TargetFacts> targets) {
        return targets.get(cell.keys().getOrDefault(Cell.TARGET, ""));
    }

    private static boolean areAlike(TargetFacts one, TargetFacts other, Set<String> named) {
        if (one == null || other == null) {
            return one == null && other == null;
        }
        Map<String, String> ofOne = new HashMap<>(one.settings());
        Map<String, String> ofOther = new HashMap<>(other.settings());
        ofOne.keySet().removeAll(named);
        ofOther.keySet().removeAll(named);
        return ofOne.equals(ofOther)
                && Objects.equals(one.database(), other.database())
                && Objects.equals(one.version(), other.version());
    }
}

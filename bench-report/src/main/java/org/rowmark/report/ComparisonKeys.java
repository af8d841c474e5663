package org.rowmark.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.Case.CaseKey;
import org.rowmark.report.compare.Projection;
import org.rowmark.report.format.PlainText;
import org.rowmark.util.UsageException;

/** The keys that distinguish the lines of several sides, and those that distinguish the sides. */
final class ComparisonKeys {
    private final List<List<Cell>> sides;
    private final List<String> names;

    /** The values of each side by key. */
    private final List<Map<String, Set<String>>> values;

    /** The keys that all cells have, with one value per side. */
    private final Set<String> single;

    /** @param sides cells of each side, the baseline's first */
    ComparisonKeys(List<List<Cell>> sides, List<String> names) {
        this.sides = sides;
        this.names = names;
        values = sides.stream().map(Cell::valuesByKey).toList();
        single = new LinkedHashSet<>(values.get(0).keySet());
        sides.forEach(side -> side.forEach(cell -> single.retainAll(cell.keys().keySet())));
        single.removeIf(key -> values.stream().anyMatch(side -> side.get(key).size() > 1));
    }

    /**
     * Removes keys that are not needed: the mode where no side measured a benchmark in several (different modes have no
     * ratio), and the threads where a side does not report them or the only side does not need them.
     */
    static List<List<Cell>> needed(List<List<Cell>> sides) {
        List<List<Cell>> needed = isNeeded(Cell.MODE, sides) ? sides : without(Cell.MODE, sides);
        boolean allHaveThreads = needed.stream()
                .flatMap(List::stream)
                .allMatch(cell -> cell.keys().containsKey(Cell.THREADS));
        boolean areThreadsKey = allHaveThreads && (sides.size() > 1 || isNeeded(Cell.THREADS, needed));
        return areThreadsKey ? needed : without(Cell.THREADS, needed);
    }

    private static List<List<Cell>> without(String key, List<List<Cell>> sides) {
        return sides.stream()
                .map(cells -> cells.stream().map(cell -> cell.without(key)).toList())
                .toList();
    }

    /** Returns whether cells of a side have the same keys without this one. */
    private static boolean isNeeded(String key, List<List<Cell>> sides) {
        return without(key, sides).stream()
                .anyMatch(cells -> cells.stream().map(Cell::keys).distinct().count() < cells.size());
    }

    /**
     * Returns the keys that make no lines, because all cells of a side have the same value: of runs those that are
     * compared, as their values differ, and the target even where it is the same; with a file of JMH among the sides all,
     * and {@link Cell#RUN} of the only one. The workload never is among them: different work is not compared.
     */
    Set<String> ofSides(boolean areRuns) {
        Set<String> ofSides = new HashSet<>(single);
        ofSides.remove(Cell.WORKLOAD);
        if (areRuns) {
            ofSides.removeIf(key -> !differs(key) && !key.equals(Cell.TARGET));
        } else if (sides.size() == 1) {
            ofSides.add(Cell.RUN);
        }
        return ofSides;
    }

    private boolean differs(String key) {
        return values.stream().map(side -> side.get(key)).distinct().count() > 1;
    }

    /** Returns {@code Is B (sql-windows) faster than A (sql-linux)?}, {@code Which is fastest: A, B or C?}. */
    String question(Projection projection) {
        List<String> shown =
                single.stream().filter(key -> !projection.rows().contains(key)).toList();
        List<String> differing = shown.stream().filter(this::differs).toList();
        String same = shown.contains(Cell.TARGET) && !differing.contains(Cell.TARGET)
                ? " on " + String.join("", values.get(0).get(Cell.TARGET))
                : "";
        List<String> compared = new ArrayList<>();
        for (int i = 0; i < sides.size(); i++) {
            Map<String, Set<String>> side = values.get(i);
            String text = differing.stream()
                    .map(key -> (key.equals(Cell.TARGET) ? "" : key + "=") + String.join("", side.get(key)))
                    .collect(Collectors.joining(", "));
            compared.add(names.get(i) + (text.isEmpty() ? "" : " (" + text + ")"));
        }
        String last = compared.remove(compared.size() - 1);
        return switch (compared.size()) {
            case 0 -> "How fast are the benchmarks of " + last + "?";
            case 1 -> "Is " + last + " faster than " + compared.get(0) + same + "?";
            default -> "Which is fastest" + same + ": " + String.join(", ", compared) + " or " + last + "?";
        };
    }

    /**
     * Requires each side to have a line of the baseline.
     *
     * @throws UsageException naming the keys that differ
     */
    void requireCommonLines(Projection projection) {
        Set<CaseKey> ofA = sides.get(0).stream().map(projection::keyOf).collect(Collectors.toSet());
        for (int i = 1; i < sides.size(); i++) {
            if (sides.get(i).stream().map(projection::keyOf).noneMatch(ofA::contains)) {
                throw nothingInCommon(i, projection.rows());
            }
        }
    }

    UsageException nothingMeasured(List<String> lines) {
        return new UsageException(String.join(" and ", names.subList(0, sides.size()))
                + " have no line in common that was measured: " + PlainText.some(lines));
    }

    private UsageException nothingInCommon(int other, List<String> rows) {
        String differing = rows.stream()
                .filter(key -> Collections.disjoint(valuesOf(0, key), valuesOf(other, key)))
                .map(key -> key + " is " + few(0, key) + " and " + few(other, key))
                .collect(Collectors.joining("; "));
        String combined = "no combination of " + String.join(", ", rows) + " is on both sides";
        return new UsageException(names.get(0) + " and " + names.get(other) + " have no line in common: "
                + (differing.isEmpty() ? combined : differing));
    }

    private String few(int side, String key) {
        List<String> all = List.copyOf(valuesOf(side, key));
        return (all.isEmpty() ? "not reported" : PlainText.some(all)) + " in " + names.get(side);
    }

    private Set<String> valuesOf(int side, String key) {
        return values.get(side).getOrDefault(key, Set.of());
    }
}

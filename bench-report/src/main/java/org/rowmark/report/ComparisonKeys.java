package org.rowmark.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.CaseKey;
import org.rowmark.report.compare.Projection;
import org.rowmark.util.UsageException;

/**
 * Which keys tell the lines of several sides apart, and which tell the sides apart.
 *
 * @param sides cells of each, the baseline's first
 * @param names of the sides
 */
record ComparisonKeys(List<List<Cell>> sides, List<String> names) {
    private static final int FEW = 3;

    /**
     * Takes away what need not be a key: the mode where no side measured a benchmark in several (of different modes there
     * is no ratio), and the threads where some side does not tell them, or where the only side does not need them.
     */
    static List<List<Cell>> needed(List<List<Cell>> sides) {
        List<List<Cell>> needed = isNeeded(Cell.MODE, sides) ? sides : without(Cell.MODE, sides);
        boolean allTell = needed.stream()
                .allMatch(cells -> cells.stream().allMatch(cell -> cell.keys().containsKey(Cell.THREADS)));
        boolean areKey = allTell && (sides.size() > 1 || isNeeded(Cell.THREADS, needed));
        return areKey ? needed : without(Cell.THREADS, needed);
    }

    /** What one operation is, told for a workload by one side, is told by all; the first side's words count. */
    static List<List<Cell>> named(List<List<Cell>> sides) {
        Map<String, String> operations = new HashMap<>();
        sides.forEach(cells -> cells.stream()
                .filter(cell -> !cell.operation().isEmpty())
                .forEach(cell -> operations.putIfAbsent(cell.keys().get(Cell.WORKLOAD), cell.operation())));
        return sides.stream()
                .map(cells -> cells.stream()
                        .map(cell -> cell.withOperation(
                                operations.getOrDefault(cell.keys().get(Cell.WORKLOAD), "")))
                        .toList())
                .toList();
    }

    /** Whether cells of some side would be the same without it. */
    private static boolean isNeeded(String key, List<List<Cell>> sides) {
        return sides.stream().anyMatch(cells -> {
            Set<Map<String, String>> others = new HashSet<>();
            return cells.stream()
                    .anyMatch(cell -> !others.add(without(key, cell).keys()));
        });
    }

    private static List<List<Cell>> without(String key, List<List<Cell>> sides) {
        return sides.stream()
                .map(cells -> cells.stream().map(cell -> without(key, cell)).toList())
                .toList();
    }

    private static Cell without(String key, Cell cell) {
        Map<String, String> fewer = new LinkedHashMap<>(cell.keys());
        fewer.remove(key);
        return cell.withKeys(fewer);
    }

    /**
     * Keys that have one value on each side, and not the same: they are what is compared. A target that is the same on
     * all goes without saying. A workload is never one of them, for different work is no comparison.
     */
    Set<String> comparedKeys() {
        Set<String> comparedKeys = new LinkedHashSet<>();
        for (String key : sides.size() > 1 ? keys() : Set.<String>of()) {
            boolean isCompared = isSingle(key) && isEverywhere(key) && (differs(key) || key.equals(Cell.TARGET));
            if (isCompared && !key.equals(Cell.WORKLOAD)) {
                comparedKeys.add(key);
            }
        }
        return comparedKeys;
    }

    /** Keys other than the workload that all cells have with one and the same value; the only side is one, too. */
    Set<String> constant() {
        Set<String> constant = new LinkedHashSet<>(keys());
        constant.removeIf(key -> !isSingle(key) || differs(key) || !isEverywhere(key));
        constant.remove(Cell.WORKLOAD);
        if (sides.size() == 1) {
            constant.add(Cell.RUN);
        }
        return constant;
    }

    private boolean isSingle(String key) {
        return sides.stream().allMatch(side -> values(key, side).size() == 1);
    }

    private boolean differs(String key) {
        return sides.stream().map(side -> values(key, side)).distinct().count() > 1;
    }

    private boolean isEverywhere(String key) {
        return sides.stream().flatMap(List::stream).allMatch(cell -> cell.keys().containsKey(key));
    }

    private Set<String> keys() {
        Set<String> keys = new LinkedHashSet<>();
        sides.forEach(side -> side.forEach(cell -> keys.addAll(cell.keys().keySet())));
        return keys;
    }

    private static Set<String> values(String key, List<Cell> cells) {
        return cells.stream()
                .map(cell -> Optional.ofNullable(cell.keys().get(key)))
                .flatMap(Optional::stream)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** {@code Is B (sql-windows) faster than A (sql-linux)?}, {@code Which is fastest: A, B or C?}. */
    String question(Projection projection) {
        List<String> single = keys().stream()
                .filter(key -> !projection.rows().contains(key) && isSingle(key))
                .toList();
        List<String> told = single.stream().filter(this::differs).toList();
        String same = single.contains(Cell.TARGET) && !told.contains(Cell.TARGET)
                ? " on " + values(Cell.TARGET, sides.get(0)).iterator().next()
                : "";
        List<String> asked = new ArrayList<>();
        for (int i = 0; i < sides.size(); i++) {
            asked.add(names.get(i) + told(told, sides.get(i)));
        }
        String last = asked.remove(asked.size() - 1);
        return switch (asked.size()) {
            case 0 -> "How fast are the benchmarks of " + last + "?";
            case 1 -> "Is " + last + " faster than " + asked.get(0) + same + "?";
            default -> "Which is fastest" + same + ": " + String.join(", ", asked) + " or " + last + "?";
        };
    }

    private static String told(List<String> keys, List<Cell> cells) {
        return keys.isEmpty()
                ? ""
                : keys.stream()
                        .map(key -> (key.equals(Cell.TARGET) ? "" : key + "=")
                                + values(key, cells).iterator().next())
                        .collect(Collectors.joining(", ", " (", ")"));
    }

    /** @throws UsageException naming the keys that differ, if a side has no line of the baseline */
    void requireCommonLines(Projection projection) {
        List<Cell> a = sides.get(0);
        Set<CaseKey> ofA = a.stream().map(projection::keyOf).collect(Collectors.toSet());
        for (int i = 1; i < sides.size(); i++) {
            List<Cell> b = sides.get(i);
            if (b.stream().map(projection::keyOf).noneMatch(ofA::contains)) {
                throw new UsageException(nothingInCommon(a, names.get(0), b, names.get(i), projection));
            }
        }
    }

    private static String nothingInCommon(
            List<Cell> a, String nameOfA, List<Cell> b, String nameOfB, Projection projection) {
        String differing = projection.rows().stream()
                .filter(key -> values(key, a).stream().noneMatch(values(key, b)::contains))
                .map(key -> key + " is " + some(values(key, a)) + " in " + nameOfA + " and " + some(values(key, b))
                        + " in " + nameOfB)
                .collect(Collectors.joining("; "));
        return nameOfA + " and " + nameOfB + " have no line in common: "
                + (differing.isEmpty()
                        ? "no combination of " + String.join(", ", projection.rows()) + " is on both sides"
                        : differing);
    }

    private static String some(Set<String> values) {
        String first = values.stream().limit(FEW).collect(Collectors.joining(", "));
        return values.isEmpty() ? "not told" : values.size() > FEW ? first + ", …" : first;
    }
}

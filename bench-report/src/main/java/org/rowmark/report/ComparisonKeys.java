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
import org.rowmark.report.compare.Case.CaseKey;
import org.rowmark.report.compare.Projection;
import org.rowmark.util.UsageException;

/**
 * The keys that distinguish the lines of several sides, and those that distinguish the sides.
 *
 * @param sides cells of each side, the baseline's first
 * @param names of the sides
 */
record ComparisonKeys(List<List<Cell>> sides, List<String> names) {
    private static final int FEW = 3;

    /**
     * Removes keys that are not needed: the mode where no side measured a benchmark in several (different modes have no
     * ratio), and the threads where a side does not report them or the only side does not need them.
     */
    static List<List<Cell>> needed(List<List<Cell>> sides) {
        List<List<Cell>> needed = isNeeded(Cell.MODE, sides) ? sides : without(Cell.MODE, sides);
        boolean allHaveThreads = needed.stream()
                .allMatch(cells -> cells.stream().allMatch(cell -> cell.keys().containsKey(Cell.THREADS)));
        boolean areThreadsKey = allHaveThreads && (sides.size() > 1 || isNeeded(Cell.THREADS, needed));
        return areThreadsKey ? needed : without(Cell.THREADS, needed);
    }

    /** Gives cells of all sides the description of an operation that the first side with one has for the workload. */
    static List<List<Cell>> withOperations(List<List<Cell>> sides) {
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

    /** Returns whether cells of a side have the same keys without this one. */
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
     * Returns the keys that are compared: each has one value per side, and the values differ. The target is among them
     * even where it is the same. The workload never is: different work is not compared.
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

    /** Returns the keys, except the workload, with the same value in all cells; with one side also {@link Cell#RUN}. */
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

    /** Returns {@code Is B (sql-windows) faster than A (sql-linux)?}, {@code Which is fastest: A, B or C?}. */
    String question(Projection projection) {
        List<String> single = keys().stream()
                .filter(key -> !projection.rows().contains(key) && isSingle(key))
                .toList();
        List<String> differing = single.stream().filter(this::differs).toList();
        String same = single.contains(Cell.TARGET) && !differing.contains(Cell.TARGET)
                ? " on " + values(Cell.TARGET, sides.get(0)).iterator().next()
                : "";
        List<String> compared = new ArrayList<>();
        for (int i = 0; i < sides.size(); i++) {
            compared.add(names.get(i) + valuesText(differing, sides.get(i)));
        }
        String last = compared.remove(compared.size() - 1);
        return switch (compared.size()) {
            case 0 -> "How fast are the benchmarks of " + last + "?";
            case 1 -> "Is " + last + " faster than " + compared.get(0) + same + "?";
            default -> "Which is fastest" + same + ": " + String.join(", ", compared) + " or " + last + "?";
        };
    }

    private static String valuesText(List<String> keys, List<Cell> cells) {
        return keys.isEmpty()
                ? ""
                : keys.stream()
                        .map(key -> (key.equals(Cell.TARGET) ? "" : key + "=")
                                + values(key, cells).iterator().next())
                        .collect(Collectors.joining(", ", " (", ")"));
    }

    /**
     * Requires each side to have a line of the baseline.
     *
     * @throws UsageException naming the keys that differ
     */
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
                .map(key -> key + " is " + fewOf(values(key, a)) + " in " + nameOfA + " and " + fewOf(values(key, b))
                        + " in " + nameOfB)
                .collect(Collectors.joining("; "));
        return nameOfA + " and " + nameOfB + " have no line in common: "
                + (differing.isEmpty()
                        ? "no combination of " + String.join(", ", projection.rows()) + " is on both sides"
                        : differing);
    }

    private static String fewOf(Set<String> values) {
        String first = values.stream().limit(FEW).collect(Collectors.joining(", "));
        return values.isEmpty() ? "not reported" : values.size() > FEW ? first + ", …" : first;
    }
}

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
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.CaseKey;
import org.rowmark.report.compare.Projection;
import org.rowmark.util.UsageException;

/**
 * Which keys tell the lines of two sides apart, and which tell the sides apart.
 *
 * @param a cells of A
 * @param b cells of B
 */
record ComparisonKeys(List<Cell> a, List<Cell> b) {
    private static final int FEW = 3;

    /**
     * Takes away what need not be a key: the mode where no side measured a benchmark in several (of different modes there
     * is no ratio), and the threads where some side does not tell them.
     */
    static List<List<Cell>> needed(List<List<Cell>> sides) {
        List<List<Cell>> needed = sides;
        if (sides.stream().noneMatch(ComparisonKeys::needsMode)) {
            needed = without(Cell.MODE, needed);
        }
        boolean allTell = needed.stream()
                .allMatch(cells -> cells.stream().allMatch(cell -> cell.keys().containsKey(Cell.THREADS)));
        return allTell ? needed : without(Cell.THREADS, needed);
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

    private static boolean needsMode(List<Cell> cells) {
        Set<Map<String, String>> others = new HashSet<>();
        return cells.stream()
                .anyMatch(cell -> !others.add(without(Cell.MODE, cell).keys()));
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
     * both goes without saying. A workload is never one of them, for different work is no comparison.
     */
    Set<String> comparedKeys() {
        Set<String> comparedKeys = new LinkedHashSet<>();
        for (String key : keys()) {
            Set<String> ofA = values(key, a);
            Set<String> ofB = values(key, b);
            boolean isSingle = ofA.size() == 1 && ofB.size() == 1 && isEverywhere(key);
            if (isSingle && (!ofA.equals(ofB) || key.equals(Cell.TARGET)) && !key.equals(Cell.WORKLOAD)) {
                comparedKeys.add(key);
            }
        }
        return comparedKeys;
    }

    private boolean isEverywhere(String key) {
        return Stream.concat(a.stream(), b.stream())
                .allMatch(cell -> cell.keys().containsKey(key));
    }

    private Set<String> keys() {
        Set<String> keys = new LinkedHashSet<>();
        a.forEach(cell -> keys.addAll(cell.keys().keySet()));
        b.forEach(cell -> keys.addAll(cell.keys().keySet()));
        return keys;
    }

    private static Set<String> values(String key, List<Cell> cells) {
        return cells.stream()
                .map(cell -> Optional.ofNullable(cell.keys().get(key)))
                .flatMap(Optional::stream)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** {@code Is B (sql-windows) faster than A (sql-linux)?} */
    String question(String nameOfA, String nameOfB, Projection projection) {
        List<String> told = new ArrayList<>();
        Optional<String> same = Optional.empty();
        for (String key : keys()) {
            Set<String> ofA = values(key, a);
            Set<String> ofB = values(key, b);
            if (projection.rows().contains(key) || ofA.size() != 1 || ofB.size() != 1) {
                continue;
            }
            if (!ofA.equals(ofB)) {
                told.add(key);
            } else if (key.equals(Cell.TARGET)) {
                same = Optional.of(ofA.iterator().next());
            }
        }
        return "Is " + nameOfB + told(told, b) + " faster than " + nameOfA + told(told, a)
                + same.map(target -> " on " + target).orElse("") + "?";
    }

    private static String told(List<String> keys, List<Cell> cells) {
        return keys.isEmpty()
                ? ""
                : keys.stream()
                        .map(key -> (key.equals(Cell.TARGET) ? "" : key + "=")
                                + values(key, cells).iterator().next())
                        .collect(Collectors.joining(", ", " (", ")"));
    }

    /** @throws UsageException naming the keys that differ, if no line is on both sides */
    void requireCommonLine(String nameOfA, String nameOfB, Projection projection) {
        Set<CaseKey> ofA = a.stream().map(projection::keyOf).collect(Collectors.toSet());
        if (b.stream().map(projection::keyOf).anyMatch(ofA::contains)) {
            return;
        }
        List<String> differing = projection.rows().stream()
                .filter(key -> values(key, a).stream().noneMatch(values(key, b)::contains))
                .map(key -> key + " is " + some(values(key, a)) + " in " + nameOfA + " and " + some(values(key, b))
                        + " in " + nameOfB)
                .toList();
        throw new UsageException(nameOfA + " and " + nameOfB + " have no line in common: "
                + (differing.isEmpty()
                        ? "no combination of " + String.join(", ", projection.rows()) + " is on both sides"
                        : String.join("; ", differing)));
    }

    private static String some(Set<String> values) {
        String first = values.stream().limit(FEW).collect(Collectors.joining(", "));
        return values.isEmpty() ? "not told" : values.size() > FEW ? first + ", …" : first;
    }
}

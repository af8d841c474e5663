package org.rowmark.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.Case.CaseKey;
import org.rowmark.report.compare.Projection;
import org.rowmark.util.UsageException;

/** The keys that distinguish the lines of several sides, and those that distinguish the sides. */
final class ComparisonKeys {
    private static final int FEW = 3;

    private final List<List<Cell>> sides;
    private final List<String> names;

    /** The values of each side by key. */
    private final List<Map<String, Set<String>>> values;

    /** The keys with one value per side. */
    private final List<String> single;

    /** @param sides cells of each side, the baseline's first */
    ComparisonKeys(List<List<Cell>> sides, List<String> names) {
        this.sides = sides;
        this.names = names;
        values = sides.stream().map(Cell::valuesByKey).toList();
        single = values.stream()
                .flatMap(side -> side.keySet().stream())
                .distinct()
                .filter(key -> values.stream()
                        .allMatch(side -> side.getOrDefault(key, Set.of()).size() == 1))
                .toList();
    }

    static List<List<Cell>> each(List<List<Cell>> sides, UnaryOperator<Cell> change) {
        return sides.stream().map(cells -> cells.stream().map(change).toList()).toList();
    }

    /**
     * Removes keys that are not needed: the mode where no side measured a benchmark in several (different modes have no
     * ratio), and the threads where a side does not report them or the only side does not need them.
     */
    static List<List<Cell>> needed(List<List<Cell>> sides) {
        List<List<Cell>> needed = isNeeded(Cell.MODE, sides) ? sides : each(sides, cell -> cell.without(Cell.MODE));
        boolean allHaveThreads = needed.stream()
                .flatMap(List::stream)
                .allMatch(cell -> cell.keys().containsKey(Cell.THREADS));
        boolean areThreadsKey = allHaveThreads && (sides.size() > 1 || isNeeded(Cell.THREADS, needed));
        return areThreadsKey ? needed : each(needed, cell -> cell.without(Cell.THREADS));
    }

    /** Returns whether cells of a side have the same keys without this one. */
    private static boolean isNeeded(String key, List<List<Cell>> sides) {
        return sides.stream().anyMatch(cells -> {
            Set<Map<String, String>> others = new HashSet<>();
            return !cells.stream().allMatch(cell -> others.add(cell.without(key).keys()));
        });
    }

    /** Gives cells of all sides the description of an operation that the first side with one has for the workload. */
    static List<List<Cell>> withOperations(List<List<Cell>> sides) {
        Map<String, String> operations = new HashMap<>();
        sides.stream()
                .flatMap(List::stream)
                .filter(cell -> !cell.operation().isEmpty())
                .forEach(cell -> operations.putIfAbsent(cell.keys().get(Cell.WORKLOAD), cell.operation()));
        return each(
                sides,
                cell -> cell.withOperation(operations.getOrDefault(cell.keys().get(Cell.WORKLOAD), "")));
    }

    /**
     * Returns the keys that are compared: each has one value per side, and the values differ. The target is among them
     * even where it is the same. The workload never is: different work is not compared.
     */
    Set<String> comparedKeys() {
        Set<String> compared = singleEverywhere();
        compared.removeIf(key -> sides.size() == 1 || !(differs(key) || key.equals(Cell.TARGET)));
        return compared;
    }

    /** Returns the keys, except the workload, with the same value in all cells; with one side also {@link Cell#RUN}. */
    Set<String> constant() {
        Set<String> constant = singleEverywhere();
        constant.removeIf(this::differs);
        if (sides.size() == 1) {
            constant.add(Cell.RUN);
        }
        return constant;
    }

    private Set<String> singleEverywhere() {
        Set<String> everywhere = new LinkedHashSet<>(single);
        everywhere.remove(Cell.WORKLOAD);
        sides.forEach(
                side -> side.forEach(cell -> everywhere.retainAll(cell.keys().keySet())));
        return everywhere;
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
                + " have no line in common that was measured: " + first(lines));
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
        Set<String> all = valuesOf(side, key);
        return (all.isEmpty() ? "not reported" : first(all)) + " in " + names.get(side);
    }

    private static String first(Collection<String> all) {
        String first = all.stream().limit(FEW).collect(Collectors.joining(", "));
        return all.size() > FEW ? first + ", …" : first;
    }

    private Set<String> valuesOf(int side, String key) {
        return new TreeSet<>(values.get(side).getOrDefault(key, Set.of()));
    }
}

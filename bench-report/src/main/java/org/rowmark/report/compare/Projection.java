package org.rowmark.report.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.Case.CaseKey;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;

/**
 * The keys of the cells that make the columns and the lines of a comparison. A key that is neither is hidden; where a
 * hidden key varies within a cell of the table, the cell mixes several, and {@link #hidden} returns them.
 *
 * @param rows keys of the lines, in the order of their display
 */
public record Projection(List<String> rows, String column) {
    /** Keys that are not shown when all cells agree. */
    private static final Set<String> QUIET = Set.of(Cell.MODE, Cell.THREADS);

    /**
     * Completes the keys that a user requested.
     *
     * @param chosen names; none: all but the column's and those in {@code apart}
     * @param apart keys that are no lines unless the user chooses them
     * @throws UsageException naming a key that no cell has
     */
    public static Projection of(List<Cell> cells, List<String> chosen, String column, Set<String> apart) {
        Set<String> keys = Cell.valuesByKey(cells).keySet();
        Suggestions.require("--col: no cell has the key", column, keys);
        // first in a title come keys in which cells of one workload differ
        long workloads = distinct(cells, List.of(Cell.WORKLOAD));
        List<String> first = keys.stream()
                .filter(key -> key.equals(Cell.WORKLOAD) || distinct(cells, List.of(Cell.WORKLOAD, key)) > workloads)
                .toList();
        chosen.forEach(name -> Suggestions.require("--row: no cell has the key", name, keys));
        List<String> rows = !chosen.isEmpty()
                ? chosen
                : keys.stream()
                        .filter(key -> !key.equals(column) && !apart.contains(key))
                        .filter(key -> !QUIET.contains(key) || varies(key, cells))
                        .sorted(Comparator.comparing(key -> !first.contains(key)))
                        .toList();
        if (rows.contains(column)) {
            throw new UsageException("--row " + column + ": it makes the columns already (--col " + column + ")");
        }
        return new Projection(List.copyOf(rows), column);
    }

    private static boolean varies(String key, List<Cell> cells) {
        return distinct(cells, List.of(key)) > 1;
    }

    String columnOf(Cell cell) {
        return cell.keys().getOrDefault(column, "");
    }

    public CaseKey keyOf(Cell cell) {
        Map<String, String> parameters = new LinkedHashMap<>();
        rows.forEach(key -> parameters.computeIfAbsent(key, cell.keys()::get));
        String workload = parameters.remove(Cell.WORKLOAD);
        String none = parameters.isEmpty() ? "all" : "";
        return new CaseKey(Objects.requireNonNullElse(workload, none), parameters);
    }

    /**
     * Returns what cells that share a place differ in, for example {@code batchSize=10, 100}; empty for a single one.
     */
    List<String> hidden(List<Cell> together) {
        return Cell.valuesByKey(together).keySet().stream()
                .filter(key -> !key.equals(column) && !rows.contains(key) && varies(key, together))
                .map(key -> key + "="
                        + together.stream()
                                .map(cell -> cell.keys().getOrDefault(key, "none"))
                                .distinct()
                                .collect(Collectors.joining(", ")))
                .toList();
    }

    /**
     * Returns the keys that make no lines unless a user chooses them, because others contain the same information.
     *
     * @param varied settings that distinguish targets of runs, which are keys of their cells
     * @param sides the cells of each run
     */
    public static Set<String> redundantKeys(List<String> varied, List<List<Cell>> sides, String column) {
        if (column.equals(Cell.TARGET)) {
            return Set.copyOf(varied);
        }
        List<String> withTarget =
                Stream.concat(varied.stream(), Stream.of(Cell.TARGET)).toList();
        boolean identifyTarget = !varied.isEmpty()
                && sides.stream().allMatch(cells -> distinct(cells, varied) == distinct(cells, withTarget));
        return identifyTarget ? Set.of(Cell.TARGET) : Set.of();
    }

    /**
     * Returns the keys that distinguish cells: those of the column and the lines that vary, and others that are needed.
     *
     * @param without a key that does not count
     */
    public Set<String> distinguishing(List<Cell> cells, String without) {
        Set<String> names = new LinkedHashSet<>(rows);
        names.add(column);
        names.removeIf(key -> key.equals(without) || !varies(key, cells));
        Cell.valuesByKey(cells).keySet().forEach(key -> {
            Set<String> more = new LinkedHashSet<>(names);
            more.add(key);
            if (!key.equals(without) && distinct(cells, more) > distinct(cells, names)) {
                names.add(key);
            }
        });
        return names;
    }

    private static long distinct(List<Cell> cells, Collection<String> keys) {
        Set<List<String>> combinations = new HashSet<>();
        for (Cell cell : cells) {
            List<String> values = new ArrayList<>(keys.size());
            keys.forEach(key -> values.add(cell.keys().getOrDefault(key, "")));
            combinations.add(values);
        }
        return combinations.size();
    }
}

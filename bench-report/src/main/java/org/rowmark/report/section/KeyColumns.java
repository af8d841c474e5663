package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.Projection;
import org.rowmark.report.section.DataTable.TableCell;

/**
 * The keys that name cells in a table of their own, a column each: those that make the columns of the comparison, so
 * that a configuration has one name everywhere, those of its lines that are not the same everywhere, and others needed
 * to distinguish two cells.
 *
 * @param names of the keys, at least one
 */
record KeyColumns(List<String> names) {

    /**
     * Chooses the keys.
     *
     * @param cells their keys, in the order of the plan
     * @param shown the keys of lines and columns of the comparison
     * @param without a key that does not count; may be empty
     */
    static KeyColumns of(List<Map<String, String>> cells, Projection shown, String without) {
        Set<String> names = new LinkedHashSet<>(List.of(shown.column()));
        names.addAll(shown.rows());
        names.removeIf(key -> {
            long different =
                    cells.stream().map(cell -> value(cell, key)).distinct().count();
            boolean isName = key.equals(shown.column())
                    && cells.stream().noneMatch(cell -> value(cell, key).isEmpty());
            return key.equals(without) || (different < 2 && !isName);
        });
        List<String> others = cells.stream()
                .flatMap(cell -> cell.keySet().stream())
                .distinct()
                .filter(key -> !key.equals(without) && !names.contains(key))
                .toList();
        for (String key : others) {
            if (distinguishes(key, names, cells)) {
                names.add(key);
            }
        }
        return new KeyColumns(names.isEmpty() ? List.of(Cell.WORKLOAD) : List.copyOf(names));
    }

    /** Returns whether two cells that agree in all names differ in the key. */
    private static boolean distinguishes(String key, Set<String> names, List<Map<String, String>> cells) {
        Map<List<String>, String> values = new HashMap<>();
        return cells.stream().anyMatch(cell -> {
            List<String> known = names.stream().map(name -> value(cell, name)).toList();
            String value = value(cell, key);
            return !value.equals(values.computeIfAbsent(known, none -> value));
        });
    }

    /** A further column of a table about cells. */
    record Column<T>(String name, Function<T, TableCell> cell) {}

    /**
     * Returns a table of items that belong to cells.
     *
     * @param items a row each
     * @param keys of the cell of an item
     */
    <T> DataTable table(List<T> items, Function<T, Map<String, String>> keys, List<Column<T>> columns) {
        List<String> header = new ArrayList<>(names);
        columns.forEach(column -> header.add(column.name()));
        List<List<TableCell>> rows = new ArrayList<>();
        for (T item : items) {
            List<TableCell> row = new ArrayList<>();
            names.forEach(name -> row.add(TableCell.of(value(keys.apply(item), name))));
            columns.forEach(column -> row.add(column.cell().apply(item)));
            rows.add(row);
        }
        return new DataTable(header, names.size(), rows);
    }

    /** Returns the values of a cell as text. */
    String text(Map<String, String> cell) {
        return names.stream()
                .map(name -> value(cell, name))
                .filter(value -> !value.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String value(Map<String, String> cell, String key) {
        return cell.getOrDefault(key, "");
    }
}

package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.Projection;

/**
 * Keys that name cells in a table of their own, a column each: what makes the columns of the comparison, so that a
 * configuration has one name everywhere, those of its lines that are not the same everywhere, and what else it takes to
 * tell two cells apart.
 *
 * @param names of the keys, at least one
 */
record KeyColumns(List<String> names) {

    /**
     * @param cells in the order of the plan
     * @param shown what makes lines and columns of the comparison
     * @param without a key that does not count; may be empty
     */
    static KeyColumns of(List<Cell> cells, Projection shown, String without) {
        Set<String> names = new LinkedHashSet<>();
        names.add(shown.column());
        names.addAll(shown.rows());
        names.removeIf(key -> {
            long different =
                    cells.stream().map(cell -> value(cell, key)).distinct().count();
            boolean isName = key.equals(shown.column())
                    && cells.stream().noneMatch(cell -> value(cell, key).isEmpty());
            return key.equals(without) || (different < 2 && !isName);
        });
        Set<String> others = new LinkedHashSet<>();
        cells.forEach(cell -> others.addAll(cell.keys().keySet()));
        others.remove(without);
        others.removeAll(names);
        for (String key : others) {
            if (tellsApart(key, names, cells)) {
                names.add(key);
            }
        }
        return new KeyColumns(names.isEmpty() ? List.of(Cell.WORKLOAD) : List.copyOf(names));
    }

    /** Whether two cells that agree in all names differ in the key. */
    private static boolean tellsApart(String key, Set<String> names, List<Cell> cells) {
        Map<List<String>, String> values = new HashMap<>();
        return cells.stream().anyMatch(cell -> {
            List<String> known = names.stream().map(name -> value(cell, name)).toList();
            String value = value(cell, key);
            return !value.equals(values.computeIfAbsent(known, none -> value));
        });
    }

    /** The values of a cell, as the first cells of its row. */
    List<DataTable.TableCell> of(Cell cell) {
        List<DataTable.TableCell> values = new ArrayList<>();
        names.forEach(name -> values.add(DataTable.TableCell.of(value(cell, name))));
        return values;
    }

    /** The values of a cell by key. */
    Map<String, String> valuesOf(Cell cell) {
        Map<String, String> values = new LinkedHashMap<>();
        names.forEach(name -> values.put(name, value(cell, name)));
        return values;
    }

    private static String value(Cell cell, String key) {
        return cell.keys().getOrDefault(key, "");
    }
}

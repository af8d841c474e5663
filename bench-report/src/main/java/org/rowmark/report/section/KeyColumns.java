package org.rowmark.report.section;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.Projection;
import org.rowmark.report.section.DataTable.Column;

/**
 * The keys that name cells in a table of their own, a column each: those that make the columns of the comparison, so
 * that a configuration has one name everywhere, those of its lines that are not the same everywhere, and others needed
 * to distinguish two cells.
 *
 * @param names of the keys, at least one
 */
public record KeyColumns(List<String> names) {

    /**
     * Chooses the keys.
     *
     * @param cells their keys, in the order of the plan
     * @param shown the keys of lines and columns of the comparison
     * @param without a key that does not count; may be empty
     */
    public static KeyColumns of(List<Map<String, String>> cells, Projection shown, String without) {
        String column = shown.column();
        boolean isColumnInAll =
                cells.stream().noneMatch(cell -> value(cell, column).isEmpty());
        Set<String> names = new LinkedHashSet<>(List.of(column));
        names.addAll(shown.rows());
        names.removeIf(key -> Projection.distinct(cells, List.of(key)) < 2 && !(key.equals(column) && isColumnInAll));
        names.remove(without);
        long distinguished = Projection.distinct(cells, names);
        for (String key : cells.stream()
                .flatMap(cell -> cell.keySet().stream())
                .distinct()
                .toList()) {
            Set<String> more = new LinkedHashSet<>(names);
            more.add(key);
            if (!key.equals(without)
                    && distinguished < cells.size()
                    && Projection.distinct(cells, more) > distinguished) {
                names.add(key);
                distinguished = Projection.distinct(cells, names);
            }
        }
        return new KeyColumns(names.isEmpty() ? List.of(Cell.WORKLOAD) : List.copyOf(names));
    }

    /**
     * Returns a table of items that belong to cells.
     *
     * @param items a row each
     * @param keys of the cell of an item
     */
    public <T> DataTable table(List<T> items, Function<T, Map<String, String>> keys, List<Column<T>> columns) {
        Stream<Column<T>> ofKeys =
                names.stream().map(name -> Column.ofText(name, item -> value(keys.apply(item), name)));
        return DataTable.of(
                names.size(), items, Stream.concat(ofKeys, columns.stream()).toList());
    }

    /** Returns the values of a cell as text. */
    public String text(Map<String, String> cell) {
        return names.stream()
                .map(name -> value(cell, name))
                .filter(value -> !value.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String value(Map<String, String> cell, String key) {
        return cell.getOrDefault(key, "");
    }
}

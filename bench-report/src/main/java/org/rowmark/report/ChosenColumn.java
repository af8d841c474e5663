package org.rowmark.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.rowmark.report.cells.Cell;

/**
 * The parameter that makes the columns of one file where the options name none. It has few values, and nearly every
 * line has all of them. Names are preferred to sizes, because implementations are compared more often than sizes.
 *
 * @param column name; empty where no parameter is suitable, and for several files
 * @param text the choice in words; empty without one
 */
record ChosenColumn(Optional<String> column, String text) {
    static final ChosenColumn NONE = new ChosenColumn(Optional.empty(), "");

    /** The most values that are seen at a glance. */
    static final int FEW = 6;

    private static final Set<String> NO_COLUMNS = Set.of(Cell.WORKLOAD, Cell.THREADS);
    private static final double MOST_LINES = 0.75;
    private static final Pattern SIZE = Pattern.compile("[-+]?[\\d.,_]+([eE][-+]?\\d+)?\\s?\\w{0,3}");

    /** Returns the first suitable parameter of cells; one that has the baseline is preferred. */
    static ChosenColumn of(List<Cell> cells, ReportOptions options) {
        Map<String, Set<String>> values = Cell.valuesByKey(cells);
        values.values().removeIf(ofKey -> ofKey.size() < 2);
        values.remove(Cell.MODE);
        Optional<String> column = values.keySet().stream()
                .filter(key -> !NO_COLUMNS.contains(key) && !options.rows().contains(key))
                .filter(key -> values.get(key).size() <= FEW
                        && isEverywhere(key, values.get(key).size(), cells))
                .min(Comparator.<String, Boolean>comparing(key ->
                                !values.get(key).contains(options.baseline().orElse("")))
                        .thenComparing(key -> !key.equals(Cell.TARGET))
                        .thenComparing(key -> values.get(key).stream().allMatch(SIZE.asMatchPredicate()))
                        .thenComparing(key -> values.get(key).size()));
        List<String> others = new ArrayList<>(values.keySet());
        column.ifPresent(others::remove);
        String option = others.isEmpty() ? "" : "; --col takes " + String.join(", ", others);
        String chosen = column.map(key -> "columns: " + key)
                .orElse("columns: none, because no parameter has few values everywhere");
        return new ChosenColumn(column, values.isEmpty() ? "" : chosen + option);
    }

    /** Returns whether most combinations of the other keys have all values. */
    private static boolean isEverywhere(String key, int values, List<Cell> cells) {
        long lines =
                cells.stream().map(cell -> cell.without(key).keys()).distinct().count();
        return cells.stream().allMatch(cell -> cell.keys().containsKey(key))
                && cells.size() >= MOST_LINES * lines * values;
    }
}

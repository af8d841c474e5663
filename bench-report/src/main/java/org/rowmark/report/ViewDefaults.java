package org.rowmark.report;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rowmark.report.cells.Cell;
import org.rowmark.result.ReportView;

/** The defaults of a view from its run, where the user requests nothing else and the cells have the keys. */
final class ViewDefaults {
    private ViewDefaults() {}

    /** Returns the requested options, completed by the run's. */
    static ReportOptions complete(ReportOptions requested, Optional<ReportView> view, List<Cell> cells) {
        if (view.isEmpty() || requested.column().isPresent()) {
            return requested;
        }
        Set<String> keys = new LinkedHashSet<>();
        cells.forEach(cell -> keys.addAll(cell.keys().keySet()));
        String column = view.get().column();
        boolean isLine = requested
                .row()
                .filter(names -> List.of(names.split(",", -1)).contains(column))
                .isPresent();
        if (!keys.contains(column) || isLine) {
            return requested;
        }
        return new ReportOptions(
                requested.margin(),
                requested.row().or(() -> rows(view.get(), keys)),
                Optional.of(column),
                requested
                        .baseline()
                        .or(() -> Optional.of(view.get().baseline()).filter(name -> isColumn(name, column, cells))));
    }

    /** Returns the keys of the lines; empty, which means all, if none is left. */
    private static Optional<String> rows(ReportView view, Set<String> keys) {
        List<String> rows = view.rows().stream()
                .filter(name -> keys.contains(name) && !name.equals(view.column()))
                .toList();
        return rows.isEmpty() ? Optional.empty() : Optional.of(String.join(",", rows));
    }

    private static boolean isColumn(String name, String column, List<Cell> cells) {
        return cells.stream().anyMatch(cell -> name.equals(cell.keys().get(column)));
    }
}

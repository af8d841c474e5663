package org.rowmark.report;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rowmark.report.cells.Cell;
import org.rowmark.result.ReportView;

/** How a run asks to be shown, as far as its reader asks for nothing else and its cells have the keys. */
final class ViewDefaults {
    private ViewDefaults() {}

    /** What the reader asks for, completed by what the run does. */
    static ReportOptions complete(ReportOptions asked, Optional<ReportView> view, List<Cell> cells) {
        if (view.isEmpty() || asked.column().isPresent()) {
            return asked;
        }
        Set<String> keys = new LinkedHashSet<>();
        cells.forEach(cell -> keys.addAll(cell.keys().keySet()));
        String column = view.get().column();
        boolean isLine = asked.row()
                .filter(names -> List.of(names.split(",", -1)).contains(column))
                .isPresent();
        if (!keys.contains(column) || isLine) {
            return asked;
        }
        return new ReportOptions(
                asked.margin(),
                asked.row().or(() -> rows(view.get(), keys)),
                Optional.of(column),
                asked.baseline()
                        .or(() -> Optional.of(view.get().baseline()).filter(name -> isColumn(name, column, cells))));
    }

    /** Empty if none is left, which means all. */
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

package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.Case;
import org.rowmark.report.section.DataTable.TableCell;

/**
 * Metrics of workloads other than their scores and those with sections of their own: a row for each metric of a line.
 */
final class WorkloadMetrics {
    private WorkloadMetrics() {}

    static Section section(Results results) {
        List<String> header = new ArrayList<>(List.of("workload", "metric"));
        header.addAll(results.table().columns());
        List<List<TableCell>> rows = new ArrayList<>();
        for (Case line : results.table().lines()) {
            Set<String> metrics = new TreeSet<>();
            line.columnValues().forEach(side -> metrics.addAll(metrics(line, side.cell())));
            for (String metric : metrics) {
                List<TableCell> row =
                        new ArrayList<>(List.of(TableCell.of(line.title()), TableCell.of(metric.replace('-', ' '))));
                line.columnValues()
                        .forEach(side -> row.add(TableCell.amount(
                                Means.mean(side.cell().values().named(metric)), NamedMetrics.unit(metric))));
                rows.add(row);
            }
        }
        return new Section(
                "Metrics of the workloads",
                "Of one operation: means over rounds with 95 % intervals.",
                List.of(new DataTable(header, 2, rows)));
    }

    private static List<String> metrics(Case line, Cell cell) {
        boolean isShown = !line.metric().isScore() || PageFill.isFill(cell);
        return cell.values().named().keySet().stream()
                .filter(metric -> !isShown && !metric.startsWith(NamedMetrics.PHASE) && !Rate.METRICS.contains(metric))
                .toList();
    }
}

package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.Case;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.report.section.RestoreTables.Rate;

/** Metrics of workloads other than their scores and those with sections of their own. */
final class WorkloadMetrics {
    private WorkloadMetrics() {}

    static Section section(Results results) {
        List<String> header = new ArrayList<>(List.of("workload", "metric"));
        header.addAll(results.table().columns());
        return new Section(
                "Metrics of the workloads",
                "Of one operation: means over rounds with 95 % intervals.",
                List.of(new DataTable(
                        header,
                        2,
                        results.table().scores().stream()
                                .flatMap(line -> metrics(line).map(metric -> row(line, metric)))
                                .toList())));
    }

    private static List<TableCell> row(Case line, String metric) {
        return Stream.concat(
                        Stream.of(line.title(), metric.replace('-', ' ')).map(TableCell::of),
                        line.columnValues().stream()
                                .map(side -> Means.mean(side.cell().values().named(metric)))
                                .map(mean -> TableCell.amount(mean, NamedMetrics.unit(metric))))
                .toList();
    }

    private static Stream<String> metrics(Case line) {
        return line.columnValues().stream()
                .filter(side -> !PageFill.isFill(side.cell()))
                .flatMap(side -> side.cell().values().named().keySet().stream())
                .filter(metric -> !metric.startsWith(NamedMetrics.PHASE) && !Rate.METRICS.contains(metric))
                .distinct()
                .sorted();
    }
}

package org.rowmark.report.study;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.report.section.Results;
import org.rowmark.report.section.Section;

/** The times of single rows beside published ones, where a publication has such times of workloads. */
public final class RowTimes {
    private static final String ROWS = "rows/s";
    private static final String WORKLOAD = "workload";
    private static final String PUBLISHED = "ns_per_row";
    private static final double NANOS_PER_SECOND = 1e9;

    private RowTimes() {}

    public static Section section(Results results) {
        ComparisonTable table = results.table();
        List<Map<String, String>> published = results.publications().stream()
                .flatMap(publication -> publication.byColumn().stream())
                .filter(row -> !row.getOrDefault(PUBLISHED, "").isEmpty())
                .toList();
        List<Case> lines = table.scores().stream()
                .filter(line -> !published.isEmpty())
                .filter(line -> line.columnValues().stream()
                        .anyMatch(side -> !rowsPerSecond(side).isEmpty()))
                .toList();
        List<Column<Case>> keys = List.of(Column.ofText(WORKLOAD, Case::title));
        List<Integer> shown = table.shownIn(lines);
        List<String> columns = Stream.concat(table.columns(shown).stream(), Stream.of("published"))
                .toList();
        return new Section(
                "Time of a row",
                "Nanoseconds per row: means over rounds with 95 % intervals.",
                DataTable.of(
                        keys,
                        columns,
                        lines,
                        (line, i) -> i < shown.size()
                                ? time(line.columnValues().get(shown.get(i)))
                                : TableCell.of(published(line, published))));
    }

    private static TableCell time(Case.ColumnValue side) {
        Map<Integer, Double> nanos = new TreeMap<>(rowsPerSecond(side));
        nanos.replaceAll((round, rows) -> NANOS_PER_SECOND / rows);
        return TableCell.of(Means.mean(nanos));
    }

    private static Map<Integer, Double> rowsPerSecond(Case.ColumnValue side) {
        return side.cell().values().secondary().getOrDefault(ROWS, Map.of());
    }

    /** Returns {@code 60000 (slow client many result sets), 35000 (fast client many result sets)}. */
    private static String published(Case line, List<Map<String, String>> published) {
        return published.stream()
                .filter(row -> line.key().workload().equals(row.get(WORKLOAD)))
                .map(row -> row.get(PUBLISHED) + " ("
                        + row.values().iterator().next().replace('_', ' ') + ")")
                .collect(Collectors.joining(", "));
    }
}

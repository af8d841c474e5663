package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.Projection;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Interval;

/**
 * The phases of an operation compared with the baseline's one by one, each with a verdict. The phases of a report are
 * one family for Holm's adjustment. A pass over queries, whose score is another, has the total among them.
 */
public final class PhaseRatios {
    /** The key of a phase, here and in studies for the published figures that belong to it. */
    static final String KEY = "phase";

    private static final String TOTAL = "total";

    private static final int MOST_UNFOLDED = 20;

    private PhaseRatios() {}

    public static Section section(Results results) {
        List<CaseRatio> rows = rows(results);
        return new Section(
                        "Phases compared",
                        "Seconds of one operation, means over rounds with 95 % intervals. The ratio is the geometric mean"
                                + " of the rounds' ratios, more than 1 is faster; verdicts of phases are adjusted for"
                                + " their number.",
                        table(results.table(), rows).foldedBeyond(MOST_UNFOLDED))
                .withData("phaseRatios", data(results.table(), rows));
    }

    /** Returns the comparisons with the baseline by phase. */
    static Map<String, List<CaseRatio>> byPhase(Results results) {
        return rows(results).stream().collect(Collectors.groupingBy(PhaseRatios::phase));
    }

    private static List<CaseRatio> rows(Results results) {
        ComparisonTable table = results.table();
        List<Cell> phases =
                results.cells().stream().flatMap(PhaseRatios::phases).toList();
        List<String> lines = new ArrayList<>(table.projection().rows());
        lines.add(KEY);
        return ComparisonTable.of(
                        phases,
                        new Projection(lines, table.columnKey()),
                        Optional.of(table.baselineName()),
                        table.margin())
                .rows()
                .stream()
                .filter(row -> row.a().column().equals(table.baselineName())) // which may have no phases
                .toList();
    }

    /** Returns a cell for each phase, whose scores are its times, and one for all of a pass. */
    private static Stream<Cell> phases(Cell cell) {
        CellValues values = cell.values();
        if (NamedMetrics.seconds(values).isEmpty()) {
            return Stream.empty();
        }
        Stream<Cell> phases = values.named().keySet().stream()
                .filter(metric -> metric.startsWith(NamedMetrics.PHASE))
                .sorted(NamedMetrics.byOrder())
                .map(metric -> cell.with(KEY, NamedMetrics.phase(metric))
                        .withValues(values.withScore("s/op", values.named(metric))));
        Stream<Cell> total =
                values.isPass() ? Stream.of(cell.with(KEY, TOTAL).withValues(values.ofPass())) : Stream.empty();
        return Stream.concat(phases, total);
    }

    private static String phase(CaseRatio ratio) {
        return ratio.line().key().parameters().get(KEY);
    }

    private static DataTable table(ComparisonTable table, List<CaseRatio> rows) {
        return DataTable.of(
                2,
                rows,
                List.of(
                        Column.ofText("workload", row -> row.line().title()),
                        Column.ofText(table.columnKey(), row -> row.b().column()),
                        new Column<>(table.baselineName() + " (s)", row -> TableCell.of(seconds(row.a()))),
                        new Column<>(table.columnKey() + " (s)", row -> TableCell.of(seconds(row.b()))),
                        Column.ofText(
                                "ratio",
                                row -> row.result()
                                        .map(with -> VerdictLabel.ratio(with.comparison()))
                                        .orElseGet(row::problem)),
                        new Column<>("verdict", row -> verdict(row.values().label()))));
    }

    private static TableCell verdict(VerdictLabel label) {
        return TableCell.styled(label.style(), label.text().isEmpty() ? Numbers.NONE : label.text());
    }

    private static Interval seconds(ColumnValue side) {
        return Means.mean(NamedMetrics.seconds(side.cell().values()));
    }

    private static List<Map<String, Object>> data(ComparisonTable table, List<CaseRatio> rows) {
        Map<Map<String, String>, Integer> places = new LinkedHashMap<>();
        for (int i = 0; i < table.lines().size(); i++) {
            places.putIfAbsent(whole(table.lines().get(i)), i);
        }
        return rows.stream()
                .sorted(Comparator.comparing(row -> places.get(whole(row.line()))))
                .map(row -> {
                    Optional<Comparison> comparison = row.result().map(with -> with.comparison());
                    Map<String, Object> data = new LinkedHashMap<>();
                    data.put("line", places.get(whole(row.line())));
                    data.put("column", row.b().column());
                    data.put("phase", phase(row));
                    data.put("baselineSeconds", seconds(row.a()));
                    data.put("seconds", seconds(row.b()));
                    data.put("ratio", comparison.map(Comparison::ratio));
                    data.put("low", comparison.map(Comparison::low));
                    data.put("high", comparison.map(Comparison::high));
                    data.put("n", comparison.map(Comparison::n).orElse(0));
                    data.put("adjustedP", row.values().adjustedP());
                    data.put("verdict", row.word());
                    return data;
                })
                .toList();
    }

    /** Returns what a line shares with those of its phases. */
    private static Map<String, String> whole(Case line) {
        Map<String, String> keys = new LinkedHashMap<>(line.key().parameters());
        keys.remove(KEY);
        keys.put(Cell.WORKLOAD, line.key().workload());
        return keys;
    }
}

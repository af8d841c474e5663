package org.rowmark.report.section;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Design;

/**
 * A metric of a line: a counter, or what is computed of some.
 *
 * @param rounds values by round of a configuration; empty where it is not reported
 */
public record MetricRow(
        Case line, String group, String name, String unit, Function<Cell, Map<Integer, Double>> rounds) {
    /** The text on what a table shows. */
    static final String MEANS = "means over rounds with 95 % intervals; ratios are to the baseline, as more or less,"
            + " not as better or worse.";

    public boolean isReported() {
        return line.sides().anyMatch(side -> !rounds.apply(side.cell()).isEmpty());
    }

    /** Returns a table of means, and of ratios to the baseline below them, in the columns that have any of the lines. */
    public static DataTable table(String groups, ComparisonTable table, List<MetricRow> rows) {
        List<Integer> columns = table.shownIn(rows.stream().map(MetricRow::line).toList());
        List<Column<MetricRow>> names = List.of(
                Column.ofText(groups, MetricRow::group), Column.ofText("metric", row -> row.name.replace('-', ' ')));
        List<Column<MetricRow>> all = Column.each(
                names,
                columns.stream().map(table.columns()::get).toList(),
                (row, i) -> row.cell(columns.get(i), table.baseline()));
        return DataTable.of(names.size(), rows, all).grouped();
    }

    private TableCell cell(int column, int ofBaseline) {
        ColumnValue side = line.columnValues().get(column);
        ColumnValue baseline = line.columnValues().get(ofBaseline);
        Map<Integer, Double> values = rounds.apply(side.cell());
        if (values.isEmpty() && !side.isMeasured()) {
            return TableCell.of(Numbers.NONE, side.cell().problem());
        }
        int measured = side.values().size();
        Map<Integer, Double> others = rounds.apply(baseline.cell());
        // the ratio of two loads has no meaning, and one without the rounds that counted 0 none beside these means
        boolean hasRatio = !unit.equals("%")
                && column != ofBaseline
                && Stream.of(values, others)
                        .flatMap(all -> all.values().stream())
                        .allMatch(value -> value > 0);
        return TableCell.amount(
                Means.mean(values),
                unit,
                values.size() == measured ? "" : "reported in " + values.size() + " of " + measured + " rounds",
                hasRatio ? ratio(baseline, side, others, values) : "");
    }

    /**
     * Returns {@code 1.05× (1.02–1.08)}, paired by round where both were measured in the same rounds; empty where there
     * is none, and where both are the same.
     */
    private static String ratio(ColumnValue a, ColumnValue b, Map<Integer, Double> ofA, Map<Integer, Double> ofB) {
        boolean isApart =
                Design.Order.of(a.cell().values().starts(), b.cell().values().starts()) == Design.Order.APART;
        Comparison ratio =
                isApart ? Comparison.unpaired(ofA, ofB, Better.HIGHER) : Comparison.paired(ofA, ofB, Better.HIGHER);
        if (ratio.n() == 0 || (ratio.low() == 1 && ratio.high() == 1)) {
            return "";
        }
        return Numbers.isPoint(ratio.low(), ratio.high()) ? Numbers.ratio(ratio.ratio()) : VerdictLabel.ratio(ratio);
    }
}

package org.rowmark.report.section;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.format.Numbers;

/** The ratios of the whole comparison in colours: a cell for each line and configuration. */
public final class Overview {
    /** The lines up to which the table of the comparison is an overview itself. */
    private static final int MOST_WITHOUT = 6;

    /** Ends of the steps of colour, as ratio or its inverse. */
    private static final double[] ENDS = {1.1, 1.25, 1.5, 2};

    /** Too few rounds, or values without a ratio. */
    private static final TableCell UNKNOWN = heat(" skipped", "–", "no ratio");

    private Overview() {}

    /** Returns the ratios, without contents where there are few lines. */
    public static Section ratios(Results results) {
        ComparisonTable table = results.table();
        int lines = table.lines().size();
        boolean isWorthIt = lines > MOST_WITHOUT && table.columns().size() > 1;
        return new Section(
                        "At a glance",
                        "Ratios to the baseline, more than 1× is better; colour only where the verdict is faster or"
                                + " slower.",
                        isWorthIt ? List.of(ratios(table)) : List.of())
                .as(Section.Look.FIRST);
    }

    public static DataTable ratios(ComparisonTable table) {
        Map<List<Integer>, CaseRatio> byPlace = table.rows().stream()
                .filter(CaseRatio::isCompared)
                .collect(Collectors.toMap(row -> List.of(row.line().index(), row.columnIndex()), row -> row));
        List<Column<Case>> columns = Column.each(
                List.of(Column.ofText("workload", Case::title)),
                table.columns(),
                (line, column) -> Optional.ofNullable(byPlace.get(List.of(line.index(), column)))
                        .map(with ->
                                heat(with.comparison().ratio(), with.label().style()))
                        .orElseGet(() -> withoutRatio(line.columnValues().get(column), column == table.baseline())));
        return DataTable.of(columns.size(), table.lines(), columns);
    }

    private static TableCell withoutRatio(Case.ColumnValue side, boolean isBaseline) {
        if (isBaseline && side.isMeasured()) {
            return heat(" base", "1×", "baseline");
        }
        return switch (side.cell().state()) {
            case FAILED -> heat(" failed", "✕ failed", "failed");
            case SKIPPED -> heat(" skipped", "– skipped", "skipped");
            case OK, UNFINISHED, ABSENT -> UNKNOWN;
        };
    }

    /**
     * Returns a ratio whose colour only repeats the number: from blue for better to orange for worse, in steps that are
     * even on a log axis around 1. The verdicts same and unclear have no colour.
     *
     * @param ratio to the baseline, more than 1 is better
     * @param style class of the verdict's colour, as in the drawings of the comparison
     */
    public static TableCell heat(double ratio, String style) {
        if (!Double.isFinite(ratio) || ratio <= 0) {
            return UNKNOWN;
        }
        return switch (style) {
            case "better" -> heat(" up" + step(ratio), "▲ " + Numbers.ratio(ratio), "better");
            case "worse" -> heat(" down" + step(1 / ratio), "▼ " + Numbers.ratio(ratio), "worse");
            case "even" -> heat("", "= " + Numbers.ratio(ratio), "same");
            case "open" -> heat("", "? " + Numbers.ratio(ratio), "unclear");
            default -> heat("", Numbers.ratio(ratio), "no verdict");
        };
    }

    private static TableCell heat(String css, String text, String label) {
        return new TableCell(text, List.of(), "heat" + css, label);
    }

    private static int step(double ratio) {
        return 1 + (int) DoubleStream.of(ENDS).filter(end -> ratio > end).count();
    }
}

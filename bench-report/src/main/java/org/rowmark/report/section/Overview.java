package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.HeatTable;
import org.rowmark.report.plot.IntervalBars;
import org.rowmark.report.plot.RatioScale;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.stats.Comparison;

/** Overviews of the whole comparison: the configurations over all lines, and a cell per line and configuration. */
public final class Overview {
    private static final double WIDTH = 420;

    /** The least cells of an overview: with fewer the table of the comparison is one itself. */
    private static final int LEAST_CELLS = 6;

    private static final int MOST_LINES = 500;

    private Overview() {}

    /** Returns the figure of the configurations over all lines on one axis, where there are several of both. */
    static Section figure(Results results) {
        boolean isMean = results.overall().values().stream()
                .anyMatch(mean -> mean.lines().size() > 1);
        return new Section(
                        "Over all workloads",
                        "The geometric mean of the ratios within each round, for lines that every column has.",
                        results.overall().size() < 2 || !isMean ? List.of() : List.of(means(results)))
                .asPart("overall");
    }

    private static Figure means(Results results) {
        ComparisonTable table = results.table();
        List<IntervalBars.Row> bars = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        results.overall().forEach((column, mean) -> {
            Comparison of = mean.comparison();
            VerdictLabel label = mean.label(table.margin());
            String name = table.columns().get(column);
            String ratio = Numbers.ratio(of.ratio());
            IntervalBars.Bar bar = new IntervalBars.Bar(of.ratio(), of.low(), of.high(), label.style(), List.of());
            bars.add(new IntervalBars.Row(name, bar, (ratio + " " + label.shape()).strip()));
            rows.add(List.of(name, ratio, Numbers.range(of.low(), of.high()), label.text()));
        });
        RatioScale scale =
                RatioScale.of(bars.stream().map(IntervalBars.Row::bar).toList(), table.margin(), WIDTH);
        String title = "Against " + table.baselineName();
        String description = "Geometric means of the ratios, right of 1× is better.";
        return new Figure(
                title,
                id -> IntervalBars.plot(id, title, description, bars, scale),
                DataTable.ofTexts(List.of(table.columnKey(), "Ratio", "95 % interval", "Verdict"), 1, rows));
    }

    /** Returns the ratios, without contents where the table of the comparison is an overview itself. */
    static Section ratios(Results results) {
        ComparisonTable table = results.table();
        int lines = table.lines().size();
        boolean isWorthIt = lines * (table.columns().size() - 1) >= LEAST_CELLS;
        Section section = new Section(
                        "At a glance",
                        "Ratios to the baseline, more than 1× is better; colour only where the verdict is faster or"
                                + " slower."
                                + (lines > MOST_LINES ? " The first " + MOST_LINES + " of " + lines + " lines." : ""),
                        isWorthIt ? List.of(ratios(table)) : List.of())
                .asPart("heat");
        return results.hasOwnView() ? section.as(Section.Look.FIRST) : section;
    }

    /** Returns a row for each line, with its title. */
    public static DataTable ratios(ComparisonTable table) {
        Map<List<Integer>, Optional<RatioResult>> byPlace = table.rows().stream()
                .collect(Collectors.toMap(row -> List.of(row.lineIndex(), row.columnIndex()), CaseRatio::result));
        List<Column<Integer>> columns = new ArrayList<>();
        columns.add(Column.ofText("workload", line -> table.lines().get(line).title()));
        for (int i = 0; i < table.columns().size(); i++) {
            int column = i;
            columns.add(new Column<>(table.columns().get(column), line -> {
                ColumnValue side = table.lines().get(line).columnValues().get(column);
                HeatTable.Cell cell = byPlace.getOrDefault(List.of(line, column), Optional.empty())
                        .map(with -> HeatTable.cell(
                                with.comparison().ratio(),
                                with.label(table.margin()).style()))
                        .orElseGet(() -> withoutRatio(side, column == table.baseline()));
                return new TableCell(cell.text(), List.of(), cell.css(), cell.label());
            }));
        }
        int shown = Math.min(MOST_LINES, table.lines().size());
        return DataTable.of(columns.size(), IntStream.range(0, shown).boxed().toList(), columns);
    }

    private static HeatTable.Cell withoutRatio(ColumnValue side, boolean isBaseline) {
        if (isBaseline && side.isMeasured()) {
            return HeatTable.BASELINE;
        }
        return switch (side.cell().state()) {
            case FAILED -> HeatTable.FAILED;
            case SKIPPED -> HeatTable.SKIPPED;
            case OK, UNFINISHED, ABSENT -> HeatTable.UNKNOWN;
        };
    }
}

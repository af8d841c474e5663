package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.GeometricMeanRow;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
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

    /** Ends of the steps of colour, as ratio or its inverse. */
    private static final double[] ENDS = {1.1, 1.25, 1.5, 2};

    /** Too few rounds, or values without a ratio. */
    private static final TableCell UNKNOWN = heat(" skipped", "–", "no ratio");

    private Overview() {}

    /**
     * Returns the figure of the configurations over all lines on one axis, where there are several of both; several
     * figures where the means are of different lines.
     */
    public static Section figure(Results results) {
        Map<List<String>, Map<Integer, GeometricMeanRow>> byLines = new LinkedHashMap<>();
        results.overall()
                .forEach((column, mean) -> byLines.computeIfAbsent(mean.lines(), none -> new LinkedHashMap<>())
                        .put(column, mean));
        boolean isOne = byLines.size() == 1;
        return new Section(
                        "Over all workloads",
                        "The geometric mean of the ratios within each round, for lines that every column has."
                                + (isOne
                                        ? ""
                                        : " Columns that the design has other lines for are in a figure of their own."),
                        byLines.entrySet().stream()
                                .filter(group -> results.overall().size() > 1
                                        && group.getKey().size() > 1)
                                .map(group -> means(
                                        results.table(),
                                        group.getValue(),
                                        isOne
                                                ? ""
                                                : " over "
                                                        + Numbers.count(
                                                                group.getKey().size(), "line")))
                                .toList())
                .asPart("overall");
    }

    private static Figure means(ComparisonTable table, Map<Integer, GeometricMeanRow> means, String over) {
        List<IntervalBars.Row> bars = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        means.forEach((column, mean) -> {
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
        String title = "Against " + table.baselineName() + over;
        String description = "Geometric means of the ratios, right of 1× is better.";
        return new Figure(
                title,
                id -> IntervalBars.plot(id, title, description, bars, scale),
                DataTable.ofTexts(List.of(table.columnKey(), "Ratio", "95 % interval", "Verdict"), 1, rows));
    }

    /** Returns the ratios, without contents where the table of the comparison is an overview itself. */
    public static Section ratios(Results results) {
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
        Stream<Column<Integer>> columns = Stream.concat(
                Stream.of(Column.ofText(
                        "workload", line -> table.lines().get(line).title())),
                Column.each(
                        table.columns(),
                        (line, column) -> byPlace.getOrDefault(List.of(line, column), Optional.empty())
                                .map(with -> heat(
                                        with.comparison().ratio(),
                                        with.label(table.margin()).style()))
                                .orElseGet(() -> withoutRatio(
                                        table.lines().get(line).columnValues().get(column),
                                        column == table.baseline()))));
        int shown = Math.min(MOST_LINES, table.lines().size());
        return DataTable.of(
                1 + table.columns().size(), IntStream.range(0, shown).boxed().toList(), columns.toList());
    }

    private static TableCell withoutRatio(ColumnValue side, boolean isBaseline) {
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
     * @param style class of the verdict's colour, as in {@link IntervalBars.Bar}
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

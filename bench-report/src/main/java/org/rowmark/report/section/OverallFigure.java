package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.IntervalBars;
import org.rowmark.report.plot.RatioScale;
import org.rowmark.stats.Comparison;

/** The figure of the configurations over all lines on one axis, where there are several. */
public final class OverallFigure {
    private static final double WIDTH = 420;

    private OverallFigure() {}

    public static Section section(Results results) {
        boolean isMean = results.overall().values().stream()
                .anyMatch(mean -> mean.lines().size() > 1);
        return new Section(
                        "Over all workloads",
                        "The geometric mean of the ratios within each round, for lines that every column has.",
                        results.overall().size() < 2 || !isMean ? List.of() : List.of(figure(results)))
                .asPart("overall");
    }

    private static Figure figure(Results results) {
        ComparisonTable table = results.table();
        List<IntervalBars.Row> bars = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        results.overall().forEach((column, mean) -> {
            Comparison comparison = mean.comparison();
            VerdictLabel label = mean.label(table.margin());
            String name = table.columns().get(column);
            String value = (Numbers.ratio(comparison.ratio()) + " " + label.shape()).strip();
            IntervalBars.Bar bar = new IntervalBars.Bar(
                    comparison.ratio(), comparison.low(), comparison.high(), label.style(), List.of());
            bars.add(new IntervalBars.Row(name, bar, value));
            rows.add(List.of(
                    name,
                    Numbers.ratio(comparison.ratio()),
                    Numbers.range(comparison.low(), comparison.high()),
                    label.text()));
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
}

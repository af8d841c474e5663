package org.rowmark.report.write;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.plot.IntervalBars;
import org.rowmark.stats.Comparison;

/**
 * A comparison with one baseline as the page shows it.
 *
 * @param view without sections where the baseline is not its own
 * @param csv lines of comparison.csv: the header and one for each of the rows
 */
record PageComparison(View view, List<CaseRatio> rows, IntervalBars plots, List<String> csv) {
    /** The most rows of a table that the page shows; more make it slow, and are in comparison.csv. */
    static final int MOST_ROWS = 500;

    /** The most rows of a table that the page contains, counted once for each baseline. */
    static final int MOST_ROWS_OF_ALL_BASELINES = 1000;

    private static final double PLOT_WIDTH = 236;

    /**
     * Returns the comparison with the view's own baseline, and then those with every other one where the page contains
     * them.
     */
    static List<PageComparison> of(View view) {
        Stream<View> others = view.table().others().stream()
                .filter(any -> holdsAllBaselines(view.table()))
                .map(view::against);
        return Stream.concat(Stream.of(view), others).map(PageComparison::ofOne).toList();
    }

    static boolean holdsAllBaselines(ComparisonTable table) {
        return (long) table.rows().size() * table.columns().size() <= MOST_ROWS_OF_ALL_BASELINES;
    }

    private static PageComparison ofOne(View view) {
        ComparisonTable table = view.table();
        List<CaseRatio> rows = table.rows().stream().limit(MOST_ROWS).toList();
        List<IntervalBars.Bar> bars = rows.stream()
                .filter(row -> row.isCompared())
                .map(PageComparison::bar)
                .toList();
        IntervalBars plots = IntervalBars.of(bars, table.margin(), PLOT_WIDTH);
        String csv = CsvReport.of(new ReportModel(List.of(view)), MOST_ROWS);
        return new PageComparison(view, rows, plots, csv.lines().toList());
    }

    private static IntervalBars.Bar bar(CaseRatio row) {
        Comparison comparison = row.comparison();
        Map<Integer, Double> logRatios = row.logRatios();
        int rounds = logRatios.isEmpty()
                ? 0
                : logRatios.keySet().stream().reduce(row.b().cell().plannedRounds(), Math::max);
        List<Double> points = IntStream.rangeClosed(1, rounds)
                .mapToObj(round -> Math.exp(logRatios.getOrDefault(round, Double.NaN)))
                .toList();
        String style = row.label().style();
        return new IntervalBars.Bar(comparison.ratio(), comparison.low(), comparison.high(), style, points);
    }

    String plot(CaseRatio row) {
        String title = row.b().column() + " against " + row.a().column() + ", "
                + row.line().title();
        int points = row.logRatios().size();
        String description = "Ratio " + VerdictLabel.ratio(row.comparison())
                + (points == 0 ? "" : ", one point for each of " + Numbers.count(points, "round"));
        return plots.cell(title, description, bar(row));
    }
}

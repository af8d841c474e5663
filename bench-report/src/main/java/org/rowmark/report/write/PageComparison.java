package org.rowmark.report.write;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.plot.IntervalBars;
import org.rowmark.report.plot.RatioScale;
import org.rowmark.stats.Comparison;

/**
 * A comparison with one baseline as the page shows it.
 *
 * @param view without sections where the baseline is not its own
 * @param csv lines of comparison.csv: the header and one for each of the rows
 */
record PageComparison(View view, List<CaseRatio> rows, RatioScale scale, List<String> csv) {
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
        Stream<View> others =
                holdsAllBaselines(view.table()) ? view.table().others().stream().map(view::against) : Stream.empty();
        return Stream.concat(Stream.of(view), others).map(PageComparison::ofOne).toList();
    }

    static boolean holdsAllBaselines(ComparisonTable table) {
        return (long) table.rows().size() * table.columns().size() <= MOST_ROWS_OF_ALL_BASELINES;
    }

    private static PageComparison ofOne(View view) {
        ComparisonTable table = view.table();
        List<CaseRatio> rows =
                table.rows().subList(0, Math.min(MOST_ROWS, table.rows().size()));
        List<IntervalBars.Bar> bars = rows.stream()
                .flatMap(row -> row.result().stream().map(result -> bar(row, result)))
                .toList();
        RatioScale scale = RatioScale.of(bars, table.margin(), PLOT_WIDTH);
        String csv = CsvReport.of(new ReportModel(List.of(view)), MOST_ROWS);
        return new PageComparison(view, rows, scale, csv.lines().toList());
    }

    private static IntervalBars.Bar bar(CaseRatio row, RatioResult result) {
        Comparison comparison = result.comparison();
        Map<Integer, Double> logRatios = result.logRatios();
        int rounds = logRatios.isEmpty()
                ? 0
                : logRatios.keySet().stream().reduce(row.b().cell().plannedRounds(), Math::max);
        List<Double> points = IntStream.rangeClosed(1, rounds)
                .mapToObj(round -> Math.exp(logRatios.getOrDefault(round, Double.NaN)))
                .toList();
        return new IntervalBars.Bar(
                comparison.ratio(),
                comparison.low(),
                comparison.high(),
                result.label().style(),
                points);
    }

    String axis() {
        return IntervalBars.header(scale);
    }

    String plot(CaseRatio row, RatioResult result) {
        String title = row.b().column() + " against " + row.a().column() + ", "
                + row.line().title();
        int points = result.logRatios().size();
        String description = "Ratio " + VerdictLabel.ratio(result.comparison())
                + (points == 0 ? "" : ", one point for each of " + Numbers.count(points, "round"));
        return IntervalBars.cell(title, description, bar(row, result), scale);
    }

    /** Returns whether the row before is of the same line, so that its name and baseline are not repeated. */
    boolean repeatsLine(int row) {
        return row > 0 && rows.get(row - 1).lineIndex() == rows.get(row).lineIndex();
    }

    /** Returns {@code The first 500 of 1,200 rows …}; empty where the page shows all. */
    String leftOutText() {
        return rows.size() == view.table().rows().size()
                ? ""
                : "The first " + Numbers.whole(rows.size()) + " of "
                        + Numbers.whole(view.table().rows().size())
                        + " rows. All of them are in comparison.csv, beside this page.";
    }
}

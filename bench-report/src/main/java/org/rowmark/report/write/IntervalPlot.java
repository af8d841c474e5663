package org.rowmark.report.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Comparison;

/**
 * One row on the shared axis: the interval as a bar with the ratio on it, below it a point per round, the first round
 * at the top. Lengths are CSS pixels.
 *
 * @param title what is drawn
 * @param description the same in numbers
 * @param x where the ratio is
 * @param left left end of the interval
 * @param right right end of the interval
 * @param isLeftCut whether the interval goes on to the left of the axis
 * @param isRightCut whether the interval goes on to the right of the axis
 * @param points one per round
 */
record IntervalPlot(
        String title,
        String description,
        String x,
        String left,
        String right,
        boolean isLeftCut,
        boolean isRightCut,
        List<Point> points) {
    static final int HEIGHT = 44;

    /** Where the bar lies. */
    static final int BAR = 12;

    private static final int STRIP_TOP = 23;
    private static final int STRIP_BOTTOM = 40;

    /** A round. */
    record Point(String x, String y) {}

    static IntervalPlot of(CaseRatio row, RatioResult result, RatioAxis axis) {
        Comparison comparison = result.comparison();
        double middle = Math.log(comparison.ratio());
        double low = comparison.hasInterval() ? Math.log(comparison.low()) : middle;
        double high = comparison.hasInterval() ? Math.log(comparison.high()) : middle;
        return new IntervalPlot(
                row.b().column() + " against " + row.a().column() + ", "
                        + row.line().title(),
                "Ratio " + VerdictLabel.ratio(comparison)
                        + (result.logRatios().isEmpty()
                                ? ""
                                : ", one point for each of "
                                        + Numbers.count(result.logRatios().size(), "round")),
                axis.x(middle),
                axis.x(low),
                axis.x(high),
                axis.isCutOff(low),
                axis.isCutOff(high),
                points(result.logRatios(), row.b().cell().plannedRounds(), axis));
    }

    private static List<Point> points(Map<Integer, Double> logRatios, int rounds, RatioAxis axis) {
        double step = (STRIP_BOTTOM - STRIP_TOP) / (double) Math.max(1, rounds - 1);
        List<Point> points = new ArrayList<>();
        logRatios.forEach((round, ratio) ->
                points.add(new Point(axis.x(ratio), RatioAxis.pixels(STRIP_TOP + (round - 1) * step))));
        return points;
    }
}

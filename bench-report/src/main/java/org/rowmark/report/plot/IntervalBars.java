package org.rowmark.report.plot;

import java.util.List;
import org.rowmark.report.plot.Svg.Anchor;

/**
 * Ratios with their intervals on a shared log axis: a wide bar for the interval, a vertical line for the ratio, below
 * them a point per round with the first round on top, all in front of the band of the margin and a line at 1. An arrow
 * marks values beyond the axis.
 */
public final class IntervalBars {
    private static final double CELL_HEIGHT = 44;
    private static final double HEADER_HEIGHT = 22;
    private static final double BAR = 12;
    private static final double STRIP_TOP = 24;
    private static final double STRIP_BOTTOM = 40;

    private IntervalBars() {}

    /**
     * @param ratio more than 1 is better
     * @param low lower end of its interval; NaN without one
     * @param style class of the verdict's colour: {@code better}, {@code worse}, {@code even}, {@code open} or
     *     {@code none}
     * @param points ratio of each round, from the first; NaN for a round without one; may be empty
     */
    public record Bar(double ratio, double low, double high, String style, List<Double> points) {
        boolean hasInterval() {
            return low > 0 && Double.isFinite(low) && Double.isFinite(high);
        }
    }

    /** Returns the labels of a scale, to be printed above a column of {@link #cell cells}. */
    public static String header(RatioScale scale) {
        String description = "Logarithmic; right of 1× is better than the baseline.";
        Svg svg = Svg.fixed("", scale.width(), HEADER_HEIGHT, "Axis of the ratios", description);
        PathData marks = new PathData();
        for (Tick tick : scale.ticks()) {
            svg.label(tick.isMain() ? "t1" : "t", Anchor.MIDDLE, tick.at(), 12, tick.label(), scale.width());
            marks.segment(tick.at(), 17, tick.at(), HEADER_HEIGHT);
        }
        return svg.path("g", marks).markup();
    }

    /** Returns one ratio, for the cell of a table. */
    public static String cell(String title, String description, Bar bar, RatioScale scale) {
        Svg svg = Svg.fixed(bar.style(), scale.width(), CELL_HEIGHT, title, description);
        Axis axis = scale.axis();
        double margin = 1 + scale.margin();
        svg.path("n", new PathData().box(new Frame(axis.at(1 / margin), 0, axis.at(margin), CELL_HEIGHT)));
        Frame.rules(svg, scale.ticks(), (path, at) -> path.segment(at, 0, at, CELL_HEIGHT));
        draw(svg, bar, axis);
        return svg.markup();
    }

    private static void draw(Svg svg, Bar bar, Axis axis) {
        double y = BAR;
        double low = bar.hasInterval() ? bar.low() : bar.ratio();
        double high = bar.hasInterval() ? bar.high() : bar.ratio();
        if (bar.hasInterval()) {
            svg.path("i", new PathData().interval(axis, y, low, high));
        }
        PathData arrows = new PathData();
        if (low < axis.low()) {
            arrows.move(axis.from() - 7, y).line(axis.from(), y - 5).line(axis.from(), y + 5);
        }
        if (high > axis.high()) {
            arrows.move(axis.to() + 7, y).line(axis.to(), y + 5).line(axis.to(), y - 5);
        }
        svg.path("a", arrows);
        if (axis.contains(bar.ratio())) {
            double x = axis.at(bar.ratio());
            svg.path("r", new PathData().segment(x, y - 7, x, y + 7));
        }
        double step = (STRIP_BOTTOM - STRIP_TOP) / Math.max(1, bar.points().size() - 1);
        PathData dots = new PathData();
        for (int i = 0; i < bar.points().size(); i++) {
            double ratio = bar.points().get(i);
            if (ratio > 0 && Double.isFinite(ratio)) {
                dots.outline(SeriesStyle.CIRCLE.dot(), axis.at(ratio), STRIP_TOP + i * step);
            }
        }
        svg.path("p", dots);
    }
}

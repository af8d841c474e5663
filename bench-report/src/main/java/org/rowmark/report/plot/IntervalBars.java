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
    private static final double PLAIN_ROW = 26;
    private static final double WIDEST_NAME = 210;
    private static final double WIDEST_VALUE = 240;
    private static final double GAP = 6;

    private IntervalBars() {}

    /**
     * @param ratio more than 1 is better
     * @param low lower end of its interval; NaN without one
     * @param high upper end
     * @param style class of the verdict's colour: {@code better}, {@code worse}, {@code even}, {@code open} or
     *     {@code none}
     * @param points ratio of each round, from the first; NaN for a round without one; may be empty
     */
    public record Bar(double ratio, double low, double high, String style, List<Double> points) {
        boolean hasInterval() {
            return low > 0 && Double.isFinite(low) && Double.isFinite(high);
        }
    }

    /**
     * @param name of the configuration or workload
     * @param bar its ratio
     * @param value the ratio in words, printed beside it
     */
    public record Row(String name, Bar bar, String value) {}

    /** Returns the labels of a scale, to be printed above a column of {@link #cell cells}. */
    public static String header(RatioScale scale) {
        String description = "Logarithmic; right of 1× is better than the baseline.";
        Svg svg = Svg.fixed("", scale.width(), HEADER_HEIGHT, "Axis of the ratios", description);
        labels(svg, scale, 0);
        PathData marks = new PathData();
        scale.ticks(0).forEach(tick -> marks.segment(tick.at(), 17, tick.at(), HEADER_HEIGHT));
        return svg.path("g", marks).markup();
    }

    /** Returns one ratio, for the cell of a table. */
    public static String cell(String title, String description, Bar bar, RatioScale scale) {
        Svg svg = Svg.fixed(bar.style(), scale.width(), CELL_HEIGHT, title, description);
        ground(svg, scale, 0, 0, CELL_HEIGHT);
        draw(svg, bar, scale.axis(0), 0);
        return svg.markup();
    }

    /** Returns all rows with their names in one plot. */
    public static String plot(String id, String title, String description, List<Row> rows, RatioScale scale) {
        double names = GAP + PlotText.widest(rows.stream().map(Row::name), WIDEST_NAME);
        double values = GAP + PlotText.widest(rows.stream().map(Row::value), WIDEST_VALUE);
        double width = names + scale.width() + values;
        double bottom = HEADER_HEIGHT + rows.size() * PLAIN_ROW;
        Svg svg = Svg.scaling(id, width, bottom + 2, width, title, description);
        labels(svg, scale, names);
        ground(svg, scale, names, HEADER_HEIGHT - 3, bottom);
        double top = HEADER_HEIGHT;
        for (Row row : rows) {
            double middle = top + BAR + 1;
            svg.label("l", Anchor.END, names - GAP, middle + 4.5, row.name(), WIDEST_NAME);
            svg.group("v " + row.bar().style());
            draw(svg, row.bar(), scale.axis(names), middle - BAR);
            svg.end();
            svg.label("l", Anchor.START, width - values + GAP, middle + 4.5, row.value(), WIDEST_VALUE);
            top += PLAIN_ROW;
        }
        return svg.markup();
    }

    private static void labels(Svg svg, RatioScale scale, double by) {
        for (Tick tick : scale.ticks(by)) {
            svg.label(tick.isMain() ? "t1" : "t", Anchor.MIDDLE, tick.at(), 12, tick.label(), scale.width());
        }
    }

    private static void ground(Svg svg, RatioScale scale, double by, double top, double bottom) {
        Axis axis = scale.axis(by);
        double margin = 1 + scale.margin();
        svg.path("n", new PathData().box(new Frame(axis.at(1 / margin), top, axis.at(margin), bottom)));
        Frame.rules(svg, scale.ticks(by), (path, at) -> path.segment(at, top, at, bottom));
    }

    private static void draw(Svg svg, Bar bar, Axis axis, double top) {
        double y = top + BAR;
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
                dots.outline(SeriesStyle.CIRCLE.dot(), axis.at(ratio), top + STRIP_TOP + i * step);
            }
        }
        svg.path("p", dots);
    }
}

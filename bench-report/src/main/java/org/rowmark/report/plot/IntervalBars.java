package org.rowmark.report.plot;

import java.util.Collection;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Ratios with their intervals on a shared log axis, as far to the left of 1 as 1/2 is as far to the right as 2 is: a wide
 * bar for the interval, a vertical line for the ratio, below them a point per round with the first round on top, all in
 * front of the band of the margin and a line at 1. An arrow marks values beyond the axis, which always holds 1 and the
 * band.
 *
 * @param low the least ratio on the axis
 * @param width of the whole, in units of the drawing
 */
public record IntervalBars(double low, double high, double margin, double width) {
    private static final double CELL_HEIGHT = 44;
    private static final double HEADER_HEIGHT = 22;
    private static final double BAR = 12;
    private static final double STRIP_TOP = 24;
    private static final double STRIP_BOTTOM = 40;

    /** Room left and right of the axis for half a label. */
    private static final double PAD = 24;

    /** An interval reaches at most this many times as far from its ratio as the points do; beyond, it is cut off. */
    private static final double REACH = 3;

    /** The greatest distance from 1 of a bar on the axis, relative to that of most bars. */
    private static final double FAR = 3;

    /** The outermost ratios on any axis. */
    private static final double MOST = 1e12;

    /**
     * @param ratio more than 1 is better
     * @param low lower end of its interval; NaN without one
     * @param style class of the verdict's colour: {@code better}, {@code worse}, {@code even}, {@code open} or
     *     {@code none}
     * @param points ratio of each round, from the first; NaN for a round without one; may be empty
     */
    public record Bar(double ratio, double low, double high, String style, List<Double> points) {
        private boolean hasInterval() {
            return low > 0 && Double.isFinite(low) && Double.isFinite(high);
        }

        /** Returns the logarithms from which and to which it is to be on the axis. */
        private Range reach() {
            double middle = Math.log(ratio);
            double farthest = points.stream()
                    .mapToDouble(point -> Math.abs(Math.log(point) - middle))
                    .filter(Double::isFinite)
                    .max()
                    .orElse(0);
            double half = hasInterval() ? Math.max(Math.log(high) - middle, middle - Math.log(low)) : 0;
            double reach = farthest == 0 ? half : Math.max(farthest, Math.min(half, REACH * farthest));
            return new Range(middle - reach, middle + reach);
        }
    }

    /**
     * Returns an axis wide enough for points, ratios and twice the margin. Intervals may be cut off, and so are a few
     * bars that lie more than {@value #FAR} times as far from 1 as three quarters of them do: the others would be too
     * close to each other.
     */
    public static IntervalBars of(Collection<Bar> bars, double margin, double width) {
        List<Range> reaches = bars.stream()
                .map(Bar::reach)
                .filter(reach -> Double.isFinite(reach.low()))
                .toList();
        double least = Math.max(2 * Math.log1p(margin), 1e-4);
        double most = reaches.stream()
                .mapToDouble(reach -> Math.max(-reach.low(), reach.high()))
                .sorted()
                .skip((long) Math.max(0, Math.ceil(0.75 * reaches.size()) - 1))
                .findFirst()
                .orElse(0);
        double limit = Math.max(least, FAR * most);
        Range all = Range.of(DoubleStream.concat(
                DoubleStream.of(-least, least),
                reaches.stream().flatMapToDouble(reach -> DoubleStream.of(reach.low(), reach.high()))));
        double start = Math.max(-limit, all.low());
        double end = Math.min(limit, all.high());
        double air = (end - start) / 50;
        return new IntervalBars(
                Math.max(1 / MOST, Math.exp(start - air)), Math.min(MOST, Math.exp(end + air)), margin, width);
    }

    private Axis axis() {
        return new Axis(true, new Range(low, high), PAD, width - PAD);
    }

    /** Returns round ratios, 1 among them, as many as have room. */
    List<Tick> ticks() {
        return Tick.withRoom(Tick.ofRatios(axis()), 0);
    }

    /** Returns the labels of the axis, to be printed above a column of {@link #cell cells}. */
    public String header() {
        String description = "Logarithmic; right of 1× is better than the baseline.";
        Svg svg = Svg.fixed("", width, HEADER_HEIGHT, "Axis of the ratios", description);
        PathData marks = new PathData();
        for (Tick tick : ticks()) {
            svg.label(tick.isMain() ? "t1" : "t", Anchor.MIDDLE, tick.at(), 12, tick.label(), width);
            marks.segment(tick.at(), 17, tick.at(), HEADER_HEIGHT);
        }
        return svg.path("g", marks).markup();
    }

    /** Returns one ratio, for the cell of a table. */
    public String cell(String title, String description, Bar bar) {
        Svg svg = Svg.fixed(bar.style(), width, CELL_HEIGHT, title, description);
        Axis axis = axis();
        double most = 1 + margin;
        svg.path("n", new PathData().box(new Frame(axis.at(1 / most), 0, axis.at(most), CELL_HEIGHT)));
        Frame.rules(svg, ticks(), (path, at) -> path.segment(at, 0, at, CELL_HEIGHT));
        double from = bar.hasInterval() ? bar.low() : bar.ratio();
        double to = bar.hasInterval() ? bar.high() : bar.ratio();
        if (bar.hasInterval()) {
            svg.path("i", new PathData().segment(axis.at(from), BAR, axis.at(to), BAR));
        }
        PathData arrows = new PathData();
        if (from < axis.values().low()) {
            arrows.move(axis.from() - 7, BAR).line(axis.from(), BAR - 5).line(axis.from(), BAR + 5);
        }
        if (to > axis.values().high()) {
            arrows.move(axis.to() + 7, BAR).line(axis.to(), BAR + 5).line(axis.to(), BAR - 5);
        }
        svg.path("a", arrows);
        if (axis.contains(bar.ratio())) {
            double x = axis.at(bar.ratio());
            svg.path("r", new PathData().segment(x, BAR - 7, x, BAR + 7));
        }
        double step = (STRIP_BOTTOM - STRIP_TOP) / Math.max(1, bar.points().size() - 1);
        PathData dots = new PathData();
        for (int i = 0; i < bar.points().size(); i++) {
            double ratio = bar.points().get(i);
            if (ratio > 0 && Double.isFinite(ratio)) {
                dots.outline(SeriesStyle.CIRCLE.dot(), axis.at(ratio), STRIP_TOP + i * step);
            }
        }
        return svg.path("p", dots).markup();
    }
}

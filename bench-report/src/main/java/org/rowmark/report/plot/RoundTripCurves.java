package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.Svg.Anchor;

/**
 * Times of an operation against the round-trip time of its link: measured points with their intervals, the fitted line
 * of each configuration, and dashed the time of the round trips alone. On log axes where the round-trip times span a factor of
 * {@value #LOG_FROM}: a line is level there as long as its intercept decides, and then goes along a straight line; a
 * round-trip time of 0 has a place of its own at the left.
 *
 * @param title what was done
 * @param unit of all times
 * @param per what takes the time, for example {@code row}
 * @param roundTrips of it; empty where they are unknown or not the same for all
 * @param curves a curve per configuration, in the order of their styles
 */
public record RoundTripCurves(String title, String unit, String per, OptionalDouble roundTrips, List<Curve> curves) {
    private static final double WIDTH = 564;
    private static final double WIDEST_NAME = 150;
    private static final double MARKS = 26;
    private static final double HEIGHT = 250;
    private static final double TOP = 26;
    private static final double ZERO = 46;
    private static final double HALF_ZERO = 9;
    private static final double LOG_FROM = 4;
    private static final int STEPS = 60;

    /**
     * @param measured its points are round-trip times and times of an operation
     * @param line the fitted time at a round-trip time
     */
    public record Curve(SweepPlot.Curve measured, DoubleUnaryOperator line) {}

    public String plot(String id) {
        List<SweepPlot.Curve> measured = curves.stream().map(Curve::measured).toList();
        double bottom = TOP + HEIGHT;
        Axis y = SweepPlot.metricAxis(points(), bottom, TOP);
        double left = Frame.roomFor(Tick.of(y));
        double names = PlotText.widest(measured.stream().map(SweepPlot.Curve::name), WIDEST_NAME);
        Frame frame = new Frame(left, TOP, WIDTH - MARKS - names, bottom);
        Range positive = Range.ofPositive(xs());
        boolean hasZero = xs().anyMatch(x -> x <= 0);
        boolean isLog = positive.spans(LOG_FROM);
        double zero = frame.left() + HALF_ZERO + 4;
        double from = isLog && hasZero ? zero + ZERO : frame.left() + 10;
        Range linear = Range.of(DoubleStream.concat(DoubleStream.of(0), xs()));
        Axis x = isLog
                ? Axis.log(positive, from, frame.right() - 10)
                : Axis.linear(linear.low() < linear.high() ? linear : linear.padded(), from, frame.right() - 10);
        Svg svg = Svg.scaling(
                id,
                WIDTH,
                bottom + Frame.LABELS_BELOW * 2 + 6,
                WIDTH,
                title,
                unit + " per " + per + " against the round-trip time in " + unit + ", with fitted lines.");
        String dashed = roundTrips.isPresent()
                ? "; dashed: " + Numbers.score(roundTrips.getAsDouble()) + " round trips and nothing else"
                : "";
        svg.label("u", Anchor.START, 0, 14, unit + " per " + per + dashed, WIDTH);
        frame.vertical(svg, Tick.of(y), "");
        frame.base(svg);
        roundTrips.ifPresent(trips -> svg.path("z", line(rtt -> rtt * trips, x, y)));
        for (int i = 0; i < curves.size(); i++) {
            Curve curve = curves.get(i);
            SeriesStyle style = new SeriesStyle(i);
            PathData fitted = line(curve.line(), x, y);
            PathData whiskers = new PathData();
            PathData marks = new PathData();
            for (SweepPlot.Point point : curve.measured().points()) {
                boolean isApart = isLog && point.x() <= 0;
                double at = isApart ? zero : x.at(point.x());
                if (isApart && y.contains(curve.line().applyAsDouble(0))) {
                    double level = y.at(curve.line().applyAsDouble(0));
                    fitted.segment(zero - HALF_ZERO, level, zero + HALF_ZERO, level);
                }
                whiskers.interval(y, at, point.metric().low(), point.metric().high());
                marks.outline(style.shape().mark(), at, y.at(point.metric().mean()));
            }
            svg.group(style.css()).path("s", fitted).path("e", whiskers);
            svg.path("m", marks).end();
        }
        Legend.drawAtEnds(svg, measured, frame, y, WIDEST_NAME);
        List<Tick> ticks = new ArrayList<>();
        xs().forEach(value ->
                ticks.add(new Tick(isLog && value <= 0 ? zero : x.at(value), PlotText.chosen(value), false)));
        frame.horizontal(svg, ticks, "round-trip time, " + unit);
        return svg.markup();
    }

    private Stream<SweepPlot.Point> points() {
        return curves.stream().flatMap(curve -> curve.measured().points().stream());
    }

    private DoubleStream xs() {
        return points().mapToDouble(SweepPlot.Point::x).sorted().distinct();
    }

    /** Draws the part of a line that is inside the axes. */
    private static PathData line(DoubleUnaryOperator of, Axis x, Axis y) {
        PathData path = new PathData();
        boolean isOutside = true;
        for (int i = 0; i <= STEPS; i++) {
            double fraction = i / (double) STEPS;
            double at = x.isLog()
                    ? x.low() * Math.pow(x.high() / x.low(), fraction)
                    : x.low() + fraction * (x.high() - x.low());
            double value = of.applyAsDouble(at);
            if (!y.contains(value)) {
                isOutside = true;
            } else if (isOutside) {
                path.move(x.at(at), y.at(value));
                isOutside = false;
            } else {
                path.line(x.at(at), y.at(value));
            }
        }
        return path;
    }
}

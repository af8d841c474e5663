package org.rowmark.report.plot;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.rowmark.report.plot.Svg.Anchor;
import org.rowmark.stats.Sweep;

/**
 * A metric against a numeric parameter: a line per configuration with the intervals of its points, the knee as a
 * labelled vertical line, and below it the gain of each doubling. The parameter is on a log axis where all its values
 * are above 0 and span a factor of {@value #LOG_FROM}.
 */
public final class SweepPlot {
    private static final double WIDTH = 564;
    private static final double WIDEST_NAME = 150;
    private static final double MARKS = 26;
    private static final double METRIC_HEIGHT = 210;
    private static final double LINE = 17;
    private static final double LOG_FROM = 4;
    private static final int MOST_END_LABELS = 6;

    private SweepPlot() {}

    /**
     * @param x value of the parameter
     * @param mean of the metric
     * @param low lower end of its interval; NaN without one
     * @param high upper end
     */
    public record Point(double x, double mean, double low, double high) {}

    /**
     * @param name of the configuration
     * @param points by ascending value of the parameter
     * @param sweep the sweep through them; empty with fewer than {@link Sweep#LEAST_POINTS} points
     */
    public record Curve(String name, List<Point> points, Optional<Sweep> sweep) {
        public Curve {
            points = points.stream()
                    .filter(point -> Double.isFinite(point.x()) && Double.isFinite(point.mean()))
                    .toList();
        }

        private String shortName() {
            return PlotText.fit(name, WIDEST_NAME);
        }

        /** Returns the knee of the sweep, or why there is none. */
        private String result() {
            Sweep found = sweep.orElseThrow();
            return found.knee().isPresent()
                    ? "knee at " + Digits.chosen(found.knee().getAsDouble())
                    : found.shape().words();
        }

        /** Returns those with a gain: doublings do not lead to or past 0. */
        List<Sweep.Step> steps() {
            return sweep.stream()
                    .flatMap(found -> found.steps().stream())
                    .filter(step -> step.from() > 0 && step.gain().mean() > 0)
                    .filter(step -> Double.isFinite(step.gain().mean()))
                    .toList();
        }
    }

    /**
     * @param title the workload
     * @param parameter its name, with its unit if it has one
     * @param unit of the metric
     * @param margin δ, for example 0.03
     * @param curves a curve per configuration, in the order of their styles
     */
    public record Data(String title, String parameter, String unit, double margin, List<Curve> curves) {
        private Stream<Point> points() {
            return curves.stream().flatMap(curve -> curve.points().stream());
        }

        /** Returns the reasons for which configurations have no knee. */
        private List<String> notes() {
            return curves.stream()
                    .limit(MOST_END_LABELS)
                    .filter(curve -> curve.sweep()
                            .filter(sweep -> sweep.knee().isEmpty())
                            .isPresent())
                    .map(curve -> (curves.size() == 1 ? "" : curve.shortName() + ": ") + curve.result())
                    .toList();
        }

        private double[] xs() {
            return points().mapToDouble(Point::x).sorted().distinct().toArray();
        }
    }

    public static String plot(String id, Data data) {
        boolean hasEndLabels = data.curves().size() <= MOST_END_LABELS;
        List<String> names = data.curves().stream().map(Curve::name).toList();
        Legend legend = new Legend(hasEndLabels ? List.of() : names, WIDTH);
        KneeMarks knees = KneeMarks.of(data.curves());
        double top = legend.height() + 26 + knees.names().size() * LINE;
        Axis y = Axis.ofValues(Range.of(values(data)), top + METRIC_HEIGHT, top);
        GainPanel gains = GainPanel.of(data.curves(), data.margin(), top + METRIC_HEIGHT + 36);
        double left = Math.max(
                Frame.roomFor(y.ticks()),
                gains.isEmpty() ? 0 : Frame.roomFor(gains.y().ratioTicks()));
        double right = WIDTH - (hasEndLabels ? MARKS + PlotText.widest(names, WIDEST_NAME) : MARKS);
        Frame metric = new Frame(left, top, right, top + METRIC_HEIGHT);
        Frame last = gains.isEmpty() ? metric : gains.frame(left, right);
        Axis x = parameterAxis(data.xs(), left + 10, right - 10);
        List<String> notes = data.notes();
        double end = last.bottom() + Frame.LABELS_BELOW * 2;
        Svg svg = Svg.scaling(id, WIDTH, end + notes.size() * LINE + 6, data.title(), description(data));
        legend.draw(svg);
        svg.label("u", Anchor.START, 0, legend.height() + 14, data.unit(), WIDTH);
        metric.vertical(svg, y.ticks(), "");
        metric.base(svg);
        knees.draw(svg, x, WIDTH, legend.height() + 14 + LINE, last.bottom());
        lines(svg, data.curves(), x, y);
        if (hasEndLabels) {
            EndLabels.draw(svg, data.curves(), metric, y, WIDEST_NAME);
        }
        if (!gains.isEmpty()) {
            gains.draw(svg, last, x);
        }
        List<Tick> ticks = DoubleStream.of(data.xs())
                .mapToObj(value -> new Tick(x.at(value), Digits.chosen(value), false))
                .toList();
        last.horizontal(svg, ticks, data.parameter());
        for (int i = 0; i < notes.size(); i++) {
            svg.label("u", Anchor.START, 0, end + (i + 1) * LINE, notes.get(i), WIDTH);
        }
        return svg.markup();
    }

    private static DoubleStream values(Data data) {
        return data.points().flatMapToDouble(point -> DoubleStream.of(point.mean(), point.low(), point.high()));
    }

    private static Axis parameterAxis(double[] xs, double from, double to) {
        Range range = Range.of(DoubleStream.of(xs));
        if (range.low() > 0 && range.factor() >= LOG_FROM) {
            return LogAxis.of(range, from, to);
        }
        return LinearAxis.of(range.low() < range.high() ? range : range.padded(), from, to);
    }

    private static void lines(Svg svg, List<Curve> curves, Axis x, Axis y) {
        for (int i = 0; i < curves.size(); i++) {
            SeriesStyle style = new SeriesStyle(i);
            double aside = style.aside(curves.size());
            PathData line = new PathData();
            PathData whiskers = new PathData();
            PathData marks = new PathData();
            for (Point point : curves.get(i).points()) {
                double atX = x.at(point.x()) + aside;
                double atY = y.at(point.mean());
                line.on(atX, atY);
                whiskers.interval(atX, y, point.low(), point.high());
                marks.mark(style.glyph(), atX, atY);
            }
            svg.group(style.css()).path("s", line).path("e", whiskers);
            svg.path("m", marks).end();
        }
    }

    /** Describes the plot: where each curve's knee is, or why it has none. */
    private static String description(Data data) {
        return data.curves().stream()
                .limit(MOST_END_LABELS)
                .filter(curve -> curve.sweep().isPresent())
                .map(curve -> " " + curve.shortName() + ": " + curve.result() + ".")
                .collect(Collectors.joining("", data.unit() + " against " + data.parameter() + ".", ""));
    }
}

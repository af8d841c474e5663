package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.rowmark.report.plot.Svg.Anchor;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Sweep;

/**
 * A metric against a numeric parameter: a line per configuration with the intervals of its points, the knee as a
 * labelled vertical line, and below it the gain of each doubling, between the values it leads from and to. The parameter
 * is on a log axis where all its values are above 0 and span a factor of {@value #LOG_FROM}.
 *
 * @param title the workload
 * @param parameter its name, with its unit if it has one
 * @param unit of the metric
 * @param margin δ, for example 0.03
 * @param curves a curve per configuration, in the order of their styles
 */
public record SweepPlot(String title, String parameter, String unit, double margin, List<Curve> curves) {
    private static final double WIDTH = 564;
    private static final double WIDEST_NAME = 150;
    private static final double MARKS = 26;
    private static final double METRIC_HEIGHT = 210;
    private static final double GAINS_BELOW = 36;
    private static final double GAINS_HEIGHT = 90;
    private static final double LINE = 17;
    private static final double KNEE_GAP = 6;
    private static final double LOG_FROM = 4;
    private static final int MOST_END_LABELS = 6;
    private static final int MOST_NAMES_OF_KNEE = 3;

    /** Greatest over least value from which the axis of the metric is logarithmic: small values would coincide. */
    private static final double LOG_METRIC_FROM = 20;

    /** Least over greatest value below which a linear axis of the metric starts at 0. */
    private static final double NEAR_ZERO = 0.4;

    /** Intervals do not extend the axis of the gains beyond this many times the greatest gain. */
    private static final double REACH = 2;

    /**
     * @param x value of the parameter
     * @param metric its mean at this value, with its interval
     */
    public record Point(double x, Interval metric) {}

    /**
     * @param name of the configuration
     * @param points by ascending value of the parameter
     * @param sweep the sweep through them; empty with fewer than {@link Sweep#LEAST_POINTS} points
     */
    public record Curve(String name, List<Point> points, Optional<Sweep> sweep) {
        public Curve {
            points = points.stream()
                    .filter(point -> Double.isFinite(point.x())
                            && Double.isFinite(point.metric().mean()))
                    .toList();
        }

        private OptionalDouble knee() {
            return sweep.map(Sweep::knee).orElseGet(OptionalDouble::empty);
        }

        /** Returns those with a gain. */
        private Stream<Sweep.Step> steps() {
            return sweep.stream()
                    .flatMap(found -> found.steps().stream())
                    .filter(step -> step.gain().mean() > 0)
                    .filter(step -> Double.isFinite(step.gain().mean()));
        }
    }

    public String plot(String id) {
        boolean hasEndLabels = curves.size() <= MOST_END_LABELS;
        List<String> names = curves.stream().map(Curve::name).toList();
        Legend legend = Legend.of(hasEndLabels ? List.of() : names, WIDTH);
        SortedMap<Double, List<String>> knees = knees();
        double top = legend.height() + 26 + knees.size() * LINE;
        double bottom = top + METRIC_HEIGHT;
        Axis y = metricAxis(points(), bottom, top);
        Axis gains = gainAxis(bottom + GAINS_BELOW);
        boolean hasGains = gains().findAny().isPresent();
        double left = Math.max(Frame.roomFor(Tick.of(y)), hasGains ? Frame.roomFor(Tick.ofRatios(gains)) : 0);
        double right = WIDTH - (hasEndLabels ? MARKS + PlotText.widest(names.stream(), WIDEST_NAME) : MARKS);
        Frame metric = new Frame(left, top, right, bottom);
        Frame last = hasGains ? new Frame(left, gains.to(), right, gains.from()) : metric;
        Axis x = parameterAxis(left + 10, right - 10);
        StringBuilder description = new StringBuilder(unit + " against " + parameter + ".");
        List<String> notes = new ArrayList<>();
        for (Curve curve : curves.subList(0, Math.min(curves.size(), MOST_END_LABELS))) {
            String name = PlotText.fit(curve.name(), WIDEST_NAME) + ": ";
            curve.knee().ifPresent(knee -> description.append(" " + name + "knee at " + PlotText.chosen(knee) + "."));
            curve.sweep()
                    .filter(sweep -> sweep.knee().isEmpty())
                    .map(sweep -> sweep.shape().words())
                    .ifPresent(words -> {
                        description.append(" " + name + words + ".");
                        notes.add((curves.size() == 1 ? "" : name) + words);
                    });
        }
        double end = last.bottom() + Frame.LABELS_BELOW * 2;
        Svg svg = Svg.scaling(id, WIDTH, end + notes.size() * LINE + 6, WIDTH, title, description.toString());
        legend.draw(svg);
        svg.label("u", Anchor.START, 0, legend.height() + 14, unit, WIDTH);
        metric.vertical(svg, Tick.of(y), "");
        metric.base(svg);
        draw(svg, knees, x, legend.height() + 14 + LINE, last.bottom());
        draw(svg, y, true, curve -> curve.points().stream().map(point -> new Point(x.at(point.x()), point.metric())));
        if (hasEndLabels) {
            Legend.drawAtEnds(svg, curves, metric, y, WIDEST_NAME);
        }
        if (hasGains) {
            drawMargin(svg, last, gains);
            Function<Sweep.Step, Point> middle =
                    step -> new Point((x.at(step.from()) + x.at(step.to())) / 2, step.gain());
            draw(svg, gains, false, curve -> curve.steps().map(middle));
        }
        List<Tick> ticks = xs().mapToObj(value -> new Tick(x.at(value), PlotText.chosen(value), false))
                .toList();
        last.horizontal(svg, ticks, parameter);
        for (int i = 0; i < notes.size(); i++) {
            svg.label("u", Anchor.START, 0, end + (i + 1) * LINE, notes.get(i), WIDTH);
        }
        return svg.markup();
    }

    private Stream<Point> points() {
        return curves.stream().flatMap(curve -> curve.points().stream());
    }

    private DoubleStream xs() {
        return points().mapToDouble(Point::x).sorted().distinct();
    }

    private Stream<Interval> gains() {
        return curves.stream().flatMap(Curve::steps).map(Sweep.Step::gain);
    }

    /** Returns the names of configurations by their knee. */
    private SortedMap<Double, List<String>> knees() {
        SortedMap<Double, List<String>> names = new TreeMap<>();
        curves.forEach(curve -> curve.knee()
                .ifPresent(knee ->
                        names.computeIfAbsent(knee, at -> new ArrayList<>()).add(curve.name())));
        return names;
    }

    private Axis parameterAxis(double from, double to) {
        Range range = Range.of(xs());
        if (range.spans(LOG_FROM)) {
            return Axis.log(range, from, to);
        }
        return Axis.linear(range.low() < range.high() ? range : range.padded(), from, to);
    }

    /** Returns the vertical axis of a metric: from 0 where its values are near it, logarithmic where they span much. */
    static Axis metricAxis(Stream<Point> points, double from, double to) {
        Range values = Range.of(points.map(Point::metric).flatMapToDouble(SweepPlot::ends));
        if (values.spans(LOG_METRIC_FROM)) {
            return Axis.log(values.paddedLog(), from, to);
        }
        Range padded = values.padded();
        boolean isFromZero = values.low() >= 0 && values.low() < NEAR_ZERO * values.high();
        return Axis.linear(isFromZero ? new Range(0, padded.high()) : padded, from, to);
    }

    private Axis gainAxis(double top) {
        DoubleStream least = DoubleStream.of(1, 1 + 2 * margin);
        Range means = Range.ofPositive(DoubleStream.concat(least, gains().mapToDouble(Interval::mean)));
        Range all = Range.ofPositive(gains().flatMapToDouble(SweepPlot::ends));
        Range range = new Range(
                Math.min(means.low(), Math.max(all.low(), means.low() / REACH)),
                Math.max(means.high(), Math.min(all.high(), means.high() * REACH)));
        return Axis.log(range.paddedLog(), top + GAINS_HEIGHT, top);
    }

    private static DoubleStream ends(Interval interval) {
        return DoubleStream.of(interval.mean(), interval.low(), interval.high());
    }

    /** Draws a vertical line for each knee, labelled with its configurations on a line of its own above the plot. */
    private void draw(Svg svg, SortedMap<Double, List<String>> knees, Axis x, double firstLine, double bottom) {
        double line = firstLine;
        for (Map.Entry<Double, List<String>> knee : knees.entrySet()) {
            double at = x.at(knee.getKey());
            svg.path("z", new PathData().segment(at, line - 10, at, bottom));
            List<String> who = knee.getValue();
            String names = who.size() > MOST_NAMES_OF_KNEE ? who.size() + " configurations" : String.join(", ", who);
            String label = "knee " + PlotText.chosen(knee.getKey()) + (curves.size() > 1 ? ": " + names : "");
            double onRight = WIDTH - at - KNEE_GAP;
            if (onRight >= PlotText.widest(Stream.of(label), WIDTH / 2)) {
                svg.label("z1", Anchor.START, at + KNEE_GAP, line, label, onRight);
            } else {
                svg.label("z1", Anchor.END, at - KNEE_GAP, line, label, at - KNEE_GAP);
            }
            line += LINE;
        }
    }

    /**
     * Draws means with their intervals for each configuration, and arrows where an interval extends beyond the axis.
     *
     * @param places the means of a configuration, with their places as x
     */
    private void draw(Svg svg, Axis y, boolean isJoined, Function<Curve, Stream<Point>> places) {
        for (int i = 0; i < curves.size(); i++) {
            SeriesStyle style = new SeriesStyle(i);
            PathData line = new PathData();
            PathData whiskers = new PathData();
            PathData arrows = new PathData();
            PathData marks = new PathData();
            for (Point place : places.apply(curves.get(i)).toList()) {
                double at = place.x() + style.aside(curves.size());
                Interval value = place.metric();
                if (isJoined) {
                    line.line(at, y.at(value.mean()));
                }
                whiskers.interval(y, at, value.low(), value.high());
                if (value.high() > y.high()) {
                    arrows.move(at, y.to() - 6).line(at + 4, y.to()).line(at - 4, y.to());
                }
                if (value.low() < y.low()) {
                    arrows.move(at, y.from() + 6).line(at - 4, y.from()).line(at + 4, y.from());
                }
                marks.outline(style.shape().mark(), at, y.at(value.mean()));
            }
            svg.group(style.css()).path("s", line).path("e", whiskers).path("a", arrows);
            svg.path("m", marks).end();
        }
    }

    /** Draws the ground of the gains, with the line of the margin. */
    private void drawMargin(Svg svg, Frame frame, Axis gains) {
        double at = gains.at(1 + margin);
        svg.label("u", Anchor.START, 0, frame.top() - 12, "gain per doubling", frame.right());
        svg.path("n", new PathData().box(new Frame(frame.left(), at, frame.right(), gains.at(1))));
        frame.vertical(svg, Tick.ofRatios(gains), "");
        svg.path("z", new PathData().segment(frame.left(), at, frame.right(), at));
        String label = "δ " + PlotText.rounded(margin * 100) + " %";
        svg.label("t", Anchor.START, frame.right() + 6, at + 1, label, WIDTH);
        frame.base(svg);
    }
}

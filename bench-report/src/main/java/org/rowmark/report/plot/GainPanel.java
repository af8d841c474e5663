package org.rowmark.report.plot;

import java.util.List;
import java.util.stream.DoubleStream;
import org.rowmark.report.plot.Svg.Anchor;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Sweep;

/**
 * The gain of each doubling of a parameter, between the values it leads from and to, with the line of the margin.
 *
 * @param curves a curve per configuration
 * @param margin δ
 * @param y log axis of ratios
 */
record GainPanel(List<SweepPlot.Curve> curves, double margin, LogAxis y) {
    private static final double HEIGHT = 90;

    /** Intervals do not extend the axis beyond this many times the greatest gain. */
    private static final double REACH = 2;

    static GainPanel of(List<SweepPlot.Curve> curves, double margin, double top) {
        Range means = Range.ofPositive(DoubleStream.concat(
                DoubleStream.of(1, 1 + 2 * margin), gains(curves).stream().mapToDouble(Interval::mean)));
        Range ends = Range.ofPositive(
                gains(curves).stream().flatMapToDouble(gain -> DoubleStream.of(gain.mean(), gain.low(), gain.high())));
        Range all = new Range(
                Math.min(means.low(), Math.max(ends.low(), means.low() / REACH)),
                Math.max(means.high(), Math.min(ends.high(), means.high() * REACH)));
        return new GainPanel(List.copyOf(curves), margin, LogAxis.of(all.paddedLog(), top + HEIGHT, top));
    }

    boolean isEmpty() {
        return gains(curves).isEmpty();
    }

    Frame frame(double left, double right) {
        return new Frame(left, y.to(), right, y.from());
    }

    void draw(Svg svg, Frame frame, Axis x) {
        svg.label("u", Anchor.START, 0, frame.top() - 12, "gain per doubling", frame.right());
        svg.path("n", new PathData().box(frame.left(), y.at(1 + margin), frame.right(), y.at(1)));
        frame.vertical(svg, y.ratioTicks(), "");
        svg.path("z", new PathData().segment(frame.left(), y.at(1 + margin), frame.right(), y.at(1 + margin)));
        String label = "δ " + Digits.plain(margin * 100) + " %";
        svg.text("t", Anchor.START, frame.right() + 6, y.at(1 + margin) + 1, label);
        frame.base(svg);
        for (int i = 0; i < curves.size(); i++) {
            SeriesStyle style = new SeriesStyle(i);
            PathData whiskers = new PathData();
            PathData marks = new PathData();
            PathData arrows = new PathData();
            for (Sweep.Step step : curves.get(i).steps()) {
                double at = (x.at(step.from()) + x.at(step.to())) / 2 + style.aside(curves.size());
                Interval gain = step.gain();
                whiskers.interval(at, y, gain.low(), gain.high());
                arrows(arrows, gain, at);
                marks.mark(style.glyph(), at, y.at(gain.mean()));
            }
            svg.group(style.css())
                    .path("e", whiskers)
                    .path("a", arrows)
                    .path("m", marks)
                    .end();
        }
    }

    /** Draws arrows where an interval extends beyond the axis. */
    private void arrows(PathData arrows, Interval gain, double at) {
        if (gain.high() > y.high()) {
            arrows.move(at, y.to() - 6).line(at + 4, y.to()).line(at - 4, y.to());
        }
        if (gain.low() < y.low()) {
            arrows.move(at, y.from() + 6).line(at - 4, y.from()).line(at + 4, y.from());
        }
    }

    private static List<Interval> gains(List<SweepPlot.Curve> curves) {
        return curves.stream()
                .flatMap(curve -> curve.steps().stream())
                .map(Sweep.Step::gain)
                .toList();
    }
}

package org.rowmark.report.plot;

import java.util.Collection;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The log axis that ratios share, as far to the left of 1 as 1/2 is as far to the right as 2 is. It always holds 1 and
 * the band of the margin.
 *
 * @param width of the whole, in units of the drawing
 */
public record RatioScale(double low, double high, double margin, double width) {
    /** Room left and right of the axis for half a label. */
    private static final double PAD = 24;

    /** An interval reaches at most this many times as far from its ratio as the points do; beyond, it is cut off. */
    private static final double REACH = 3;

    /** The greatest distance from 1 of a bar on the axis, relative to that of most bars. */
    private static final double FAR = 3;

    /** The outermost ratios on any axis. */
    private static final double MOST = 1e12;

    /**
     * Returns a scale wide enough for points, ratios and twice the margin. Intervals may be cut off, and so are a few
     * bars that lie more than {@value #FAR} times as far from 1 as three quarters of them do: the others would be too
     * close to each other.
     */
    public static RatioScale of(Collection<IntervalBars.Bar> bars, double margin, double width) {
        List<Range> reaches = bars.stream()
                .map(RatioScale::reach)
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
        return new RatioScale(
                Math.max(1 / MOST, Math.exp(start - air)), Math.min(MOST, Math.exp(end + air)), margin, width);
    }

    /** Returns the logarithms from which and to which a bar is to be on the axis. */
    private static Range reach(IntervalBars.Bar bar) {
        double middle = Math.log(bar.ratio());
        double points = bar.points().stream()
                .mapToDouble(point -> Math.abs(Math.log(point) - middle))
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        double half = bar.hasInterval() ? Math.max(Math.log(bar.high()) - middle, middle - Math.log(bar.low())) : 0;
        double reach = points == 0 ? half : Math.max(points, Math.min(half, REACH * points));
        return new Range(middle - reach, middle + reach);
    }

    Axis axis() {
        return Axis.log(new Range(low, high), PAD, width - PAD);
    }

    /** Returns round ratios, 1 among them, as many as have room. */
    List<Tick> ticks() {
        return Tick.withRoom(Tick.ofRatios(axis()), 0);
    }
}

package org.rowmark.report.plot;

import java.util.Collection;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The log axis that ratios share, as far to the left of 1 as 1/2 is as far to the right as 2 is. It always holds 1 and
 * the band of the margin.
 *
 * @param low ratio at the left end
 * @param high ratio at the right end
 * @param margin δ, for example 0.03
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

    public RatioScale {
        if (!(low > 0 && low < 1 && high > 1 && Double.isFinite(high) && width > 2 * PAD)) {
            throw new IllegalArgumentException("no scale of ratios from " + low + " to " + high);
        }
    }

    /**
     * Returns a scale wide enough for points, ratios and twice the margin. Intervals may be cut off, and so are a few
     * bars that lie more than {@value #FAR} times as far from 1 as three quarters of them do: the others would be too
     * close to each other.
     */
    public static RatioScale of(Collection<IntervalBars.Bar> bars, double margin, double width) {
        double least = Math.max(2 * Math.log1p(margin), 1e-4);
        double[] ends = bars.stream()
                .flatMapToDouble(RatioScale::reach)
                .filter(Double::isFinite)
                .toArray();
        double[] distances = bars.stream()
                .mapToDouble(bar -> reach(bar).map(Math::abs).max().orElse(0))
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        double most = distances.length == 0
                ? least
                : Math.max(least, FAR * distances[(int) Math.ceil(0.75 * distances.length) - 1]);
        double start =
                Math.max(-most, Math.min(-least, DoubleStream.of(ends).min().orElse(0)));
        double end = Math.min(most, Math.max(least, DoubleStream.of(ends).max().orElse(0)));
        double air = (end - start) / 50;
        return new RatioScale(
                Math.max(1 / MOST, Math.exp(start - air)), Math.min(MOST, Math.exp(end + air)), margin, width);
    }

    private static DoubleStream reach(IntervalBars.Bar bar) {
        double middle = Math.log(bar.ratio());
        double points = bar.points().stream()
                .mapToDouble(point -> Math.abs(Math.log(point) - middle))
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        double half = bar.hasInterval() ? Math.max(Math.log(bar.high()) - middle, middle - Math.log(bar.low())) : 0;
        double reach = points == 0 ? half : Math.max(points, Math.min(half, REACH * points));
        return DoubleStream.of(middle - reach, middle + reach);
    }

    /** Returns the axis moved to the right. */
    LogAxis axis(double by) {
        return new LogAxis(low, high, by + PAD, by + width - PAD);
    }

    /** Returns round ratios, 1 among them, as many as have room. */
    List<Tick> ticks(double by) {
        return Tick.withRoom(axis(by).ratioTicks(), 0);
    }

    /** Returns the band of the margin from {@code top} to {@code bottom}. */
    PathData band(double by, double top, double bottom) {
        LogAxis axis = axis(by);
        return new PathData().box(axis.at(1 / (1 + margin)), top, axis.at(1 + margin), bottom);
    }
}

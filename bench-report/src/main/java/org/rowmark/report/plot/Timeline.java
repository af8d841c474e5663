package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.DoubleStream;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.Svg.Anchor;
import org.rowmark.stats.CentralTendency;

/**
 * Every iteration at the time it ended, relative to the median of its cell, warm-up in grey: drift and stalls become
 * visible. Of more than {@value #MOST_POINTS} points, those between the extremes of a stretch of time are left out, and
 * the plot's note gives their number.
 */
public final class Timeline {
    /** Points that are all drawn. */
    public static final int MOST_POINTS = 12_000;

    /** More than 300 years, longer than any run. */
    private static final double MOST_SECONDS = 1e10;

    private static final double WIDTH = 1060;
    private static final double WIDEST = 1176;
    private static final double RIGHT = 20;
    private static final double HEIGHT = 240;
    private static final double GAP = 34;
    private static final double STARTS = 12;

    private Timeline() {}

    /**
     * An iteration.
     *
     * @param seconds since the run began
     * @param value its score
     * @param isWarmup whether it is not part of the result
     * @param series number of its configuration, from 0
     */
    public record Point(double seconds, double value, boolean isWarmup, int series) {
        boolean hasPlace() {
            return Double.isFinite(value) && seconds >= 0 && seconds < MOST_SECONDS;
        }
    }

    /**
     * @param title what is shown
     * @param series names of the configurations, in the order of their styles
     * @param points in any order, values relative to their cell
     * @param serverStarts seconds since the run began
     */
    public record Data(String title, List<String> series, List<Point> points, List<Double> serverStarts) {
        public Data {
            series = List.copyOf(series);
            points = points.stream().filter(Point::hasPlace).toList();
            serverStarts = serverStarts.stream()
                    .filter(start -> start >= 0 && start < MOST_SECONDS)
                    .toList();
            int known = series.size();
            if (points.stream().anyMatch(point -> point.series() >= known)) {
                throw new IllegalArgumentException("a point of a configuration without a name");
            }
        }
    }

    /**
     * Divides the values of each cell by the median of its measured iterations; of its warm-up if it has nothing else.
     */
    public static List<Point> relative(Collection<List<Point>> cells) {
        List<Point> points = new ArrayList<>();
        for (List<Point> cell : cells) {
            double median = median(cell);
            for (Point point : cell) {
                points.add(new Point(point.seconds(), point.value() / median, point.isWarmup(), point.series()));
            }
        }
        return points;
    }

    private static double median(List<Point> cell) {
        boolean isMeasured = cell.stream().anyMatch(point -> !point.isWarmup() && point.hasPlace());
        double[] values = cell.stream()
                .filter(point -> point.hasPlace() && !(isMeasured && point.isWarmup()))
                .mapToDouble(Point::value)
                .toArray();
        return values.length == 0 ? Double.NaN : CentralTendency.median(values);
    }

    public static String plot(String id, Data data) {
        Legend legend = new Legend(data.series(), WIDTH);
        double top = legend.height() + GAP;
        double bottom = top + HEIGHT;
        DoubleStream values = DoubleStream.concat(
                DoubleStream.of(0.9, 1.1), data.points().stream().mapToDouble(Point::value));
        LogAxis y = LogAxis.of(Range.ofPositive(values).paddedLog(), bottom, top);
        List<Tick> ticks = y.ratioTicks();
        double left = Frame.roomFor(ticks);
        double latest = DoubleStream.concat(
                        data.serverStarts().stream().mapToDouble(Double::doubleValue),
                        data.points().stream().mapToDouble(Point::seconds))
                .max()
                .orElse(0);
        LinearAxis time = new LinearAxis(0, latest > 0 ? latest * 1.01 : 1, left + 8, WIDTH - RIGHT);
        Thinning thinning = Thinning.of(data.points(), data.series().size(), time, MOST_POINTS);
        double end = bottom + (data.serverStarts().isEmpty() ? 0 : STARTS);
        Svg svg = Svg.scaling(
                id, WIDTH, end + 2 * Frame.LABELS_BELOW + 6, WIDEST, data.title(), description(data, thinning));
        legend.draw(svg);
        new Frame(left, top, WIDTH - RIGHT, end).horizontal(svg, TimeTicks.of(time), "since the start of the run");
        svg.label("u", Anchor.START, 0, end + 2 * Frame.LABELS_BELOW, note(data, thinning), WIDTH * 0.8);
        new Frame(left, top, WIDTH - RIGHT, bottom).vertical(svg, ticks, "Relative to the median of the cell");
        thinning.draw(svg, time, y);
        PathData starts = new PathData();
        data.serverStarts().forEach(start -> starts.segment(time.at(start), bottom + 3, time.at(start), end));
        return svg.path("v", starts).markup();
    }

    private static String note(Data data, Thinning thinning) {
        return "grey: warm-up"
                + (data.serverStarts().isEmpty() ? "" : "; uprights at the bottom: server starts")
                + (thinning.isThinned() ? "; " + thinning.words() : "");
    }

    private static String description(Data data, Thinning thinning) {
        return Numbers.count(thinning.total(), "iteration") + " of "
                + Numbers.count(data.series().size(), "configuration") + " against time; " + note(data, thinning)
                + ".";
    }
}

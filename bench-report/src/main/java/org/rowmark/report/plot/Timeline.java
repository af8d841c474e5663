package org.rowmark.report.plot;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.toList;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.Svg.Anchor;
import org.rowmark.stats.CentralTendency;

/**
 * Every iteration at the time it ended, relative to the median of its cell, warm-up in grey: drift and stalls become
 * visible. Of more than {@value #MOST_POINTS} points, those between the extremes of a stretch of time are left out, and
 * the plot's note gives their number.
 *
 * @param title what is shown
 * @param series names of the configurations, in the order of their styles
 * @param points in any order, values relative to their cell
 * @param serverStarts seconds since the run began
 */
public record Timeline(String title, List<String> series, List<Point> points, List<Double> serverStarts) {
    /** Points that are all drawn. */
    private static final int MOST_POINTS = 12_000;

    /** More than 300 years, longer than any run. */
    private static final double MOST_SECONDS = 1e10;

    private static final double WIDTH = 1060;
    private static final double WIDEST = 1176;
    private static final double RIGHT = 20;
    private static final double HEIGHT = 240;
    private static final double GAP = 34;
    private static final double STARTS = 12;

    public Timeline {
        points = points.stream().filter(Point::hasPlace).toList();
        serverStarts = serverStarts.stream()
                .filter(start -> start >= 0 && start < MOST_SECONDS)
                .toList();
    }

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
     * Divides the values of each cell by the median of its measured iterations; of its warm-up if it has nothing else.
     */
    public static List<Point> relative(Collection<List<Point>> cells) {
        return cells.stream().flatMap(Timeline::relative).toList();
    }

    private static Stream<Point> relative(List<Point> cell) {
        Map<Boolean, List<Point>> byWarmup =
                cell.stream().filter(Point::hasPlace).collect(partitioningBy(Point::isWarmup));
        List<Point> counted = byWarmup.get(byWarmup.get(false).isEmpty());
        double[] values = counted.stream().mapToDouble(Point::value).toArray();
        double median = values.length == 0 ? Double.NaN : CentralTendency.median(values);
        return cell.stream()
                .map(point -> new Point(point.seconds(), point.value() / median, point.isWarmup(), point.series()));
    }

    public String plot(String id) {
        Legend legend = Legend.of(series, WIDTH);
        double top = legend.height() + GAP;
        double bottom = top + HEIGHT;
        DoubleStream values =
                DoubleStream.concat(DoubleStream.of(0.9, 1.1), points.stream().mapToDouble(Point::value));
        Axis y = Axis.log(Range.ofPositive(values).paddedLog(), bottom, top);
        double left = Frame.roomFor(Tick.ofRatios(y));
        double latest = DoubleStream.concat(
                        serverStarts.stream().mapToDouble(Double::doubleValue),
                        points.stream().mapToDouble(Point::seconds))
                .max()
                .orElse(0);
        Axis time = Axis.linear(new Range(0, latest > 0 ? latest * 1.01 : 1), left + 8, WIDTH - RIGHT);
        Thinning thinning = Thinning.of(points, time, MOST_POINTS);
        double end = bottom + (serverStarts.isEmpty() ? 0 : STARTS);
        double lowest = end + 2 * Frame.LABELS_BELOW;
        String note = "grey: warm-up"
                + (serverStarts.isEmpty() ? "" : "; uprights at the bottom: server starts")
                + thinning.note();
        String description = Numbers.count(points.size(), "iteration") + " of "
                + Numbers.count(series.size(), "configuration") + " against time; " + note + ".";
        Svg svg = Svg.scaling(id, WIDTH, lowest + 6, WIDEST, title, description);
        legend.draw(svg);
        new Frame(left, top, WIDTH - RIGHT, end).horizontal(svg, Tick.ofTime(time), "since the start of the run");
        svg.label("u", Anchor.START, 0, lowest, note, WIDTH * 0.8);
        new Frame(left, top, WIDTH - RIGHT, bottom)
                .vertical(svg, Tick.ofRatios(y), "Relative to the median of the cell");
        // warm-up first, so that measured points lie over it
        thinning.points().stream()
                .collect(groupingBy(
                        point -> point.series() + (point.isWarmup() ? 0 : series.size()), TreeMap::new, toList()))
                .values()
                .forEach(group -> draw(svg, group, time, y));
        PathData starts = new PathData();
        serverStarts.forEach(start -> starts.segment(time.at(start), bottom + 3, time.at(start), end));
        return svg.path("v", starts).markup();
    }

    private static void draw(Svg svg, List<Point> group, Axis time, Axis y) {
        SeriesStyle style = new SeriesStyle(group.get(0).series());
        PathData dots = new PathData();
        group.stream()
                .filter(point -> y.contains(point.value()))
                .forEach(point -> dots.outline(style.shape().dot(), time.at(point.seconds()), y.at(point.value())));
        if (!dots.isEmpty()) {
            svg.group(group.get(0).isWarmup() ? "w" : style.css())
                    .path(style.dotCss(), dots)
                    .end();
        }
    }

    /**
     * The points of a time line that are drawn. Too many are thinned: of each configuration's points in a column of the
     * drawing, the least and the greatest stay, so that no extreme is lost. Columns are as narrow as the limit allows.
     *
     * @param points that stay, those of a configuration by time
     * @param note the numbers of points before and after and the width of a column; empty if nothing was thinned
     */
    record Thinning(List<Point> points, String note) {
        private static final Comparator<Point> BY_TIME = Comparator.comparingDouble(Point::seconds);
        private static final Comparator<Point> BY_VALUE = Comparator.comparingDouble(Point::value);

        /** @param most points that may stay; four of each configuration always may */
        static Thinning of(List<Point> points, Axis time, int most) {
            List<Point> all =
                    points.stream().sorted(BY_TIME.thenComparing(BY_VALUE)).toList();
            List<Point> kept = all;
            double column = 0;
            for (double next = 1; kept.size() > most && column < time.to() - time.from(); next *= 2) {
                column = next;
                kept = thin(all, time, column);
            }
            String note = "; " + kept.size() + " of " + points.size() + " points are drawn, the extremes of every "
                    + PlotText.rounded(column) + " px among them";
            return new Thinning(kept, column > 0 ? note : "");
        }

        /** Keeps the least and the greatest point of each configuration in each column. */
        private static List<Point> thin(List<Point> points, Axis time, double column) {
            return points.stream()
                    .collect(groupingBy(
                            point -> List.of(
                                    point.series(),
                                    point.isWarmup(),
                                    Math.floor((time.at(point.seconds()) - time.from()) / column)),
                            LinkedHashMap::new,
                            toList()))
                    .values()
                    .stream()
                    .flatMap(inside -> Stream.of(Collections.min(inside, BY_VALUE), Collections.max(inside, BY_VALUE))
                            .distinct()
                            .sorted(BY_TIME))
                    .toList();
        }
    }
}

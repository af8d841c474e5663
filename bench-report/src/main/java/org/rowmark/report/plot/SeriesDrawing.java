package org.rowmark.report.plot;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.plot.LinePlot.Kind;
import org.rowmark.report.plot.LinePlot.Point;
import org.rowmark.stats.Interval;

/**
 * A writer of the series of a panel.
 *
 * @param x the place of a value on the horizontal axis
 * @param configurations their number in the plot
 */
record SeriesDrawing(Svg svg, Axis y, DoubleUnaryOperator x, int configurations) {
    /** Points of a series that are all drawn. */
    private static final int MOST_POINTS = 2_000;

    /** Of more, the extremes of so many pixels are. */
    private static final double STRETCH = 2;

    private static final double FOOT = 10;

    void draw(LinePlot.Series series) {
        SeriesStyle style = new SeriesStyle(series.style());
        boolean isAside = series.kind() == Kind.MEANS || series.kind() == Kind.STEPS;
        double aside = isAside ? style.aside(configurations) : 0;
        svg.group(series.kind().isGrey() ? "w" : style.css());
        if (!series.kind().line.isEmpty()) {
            svg.path(series.kind().line, line(series.points(), aside));
        }
        switch (series.kind()) {
            case MEANS, STEPS, POINTS, ROUNDS -> points(series.points(), style, aside);
            case HOLLOW -> svg.path("h", marks(series.points(), style.shape().mark(), aside));
            case DOTS, GREY_DOTS ->
                svg.path(
                        style.shape().equals(SeriesStyle.CIRCLE) ? "o" : "f",
                        marks(extremes(series.points()), style.shape().dot(), 0));
            case FEET -> svg.path("v", feet(series.points()));
            case BOLD, THIN, PLAIN, GREY -> {}
        }
        svg.end();
    }

    /** Draws points with their intervals, and arrows where an interval extends beyond the axis. */
    private void points(List<Point> points, SeriesStyle style, double aside) {
        PathData whiskers = new PathData();
        PathData arrows = new PathData();
        for (Point point : onAxis(points)) {
            Interval value = point.y();
            double at = x.applyAsDouble(point.x()) + aside;
            if (Double.isFinite(value.low()) && Double.isFinite(value.high())) {
                whiskers.segment(at, y.at(value.low()), at, y.at(value.high()));
            }
            if (value.high() > y.values().high()) {
                arrows.move(at, y.to() - 6).line(at + 4, y.to()).line(at - 4, y.to());
            }
            if (value.low() < y.values().low()) {
                arrows.move(at, y.from() + 6).line(at - 4, y.from()).line(at + 4, y.from());
            }
        }
        svg.path("e", whiskers)
                .path("a", arrows)
                .path("m", marks(points, style.shape().mark(), aside));
    }

    private List<Point> onAxis(List<Point> points) {
        return points.stream().filter(point -> y.contains(point.y().mean())).toList();
    }

    private PathData marks(List<Point> points, SeriesStyle.Outline outline, double aside) {
        PathData marks = new PathData();
        for (Point point : onAxis(points)) {
            marks.outline(
                    outline, x.applyAsDouble(point.x()) + aside, y.at(point.y().mean()));
        }
        return marks;
    }

    private PathData feet(List<Point> points) {
        PathData feet = new PathData();
        for (Point point : points) {
            double at = x.applyAsDouble(point.x());
            feet.segment(at, y.from() - FOOT, at, y.from());
        }
        return feet;
    }

    /** Returns the least and the greatest point of each stretch of the axis, where there are many points. */
    List<Point> extremes(List<Point> points) {
        if (points.size() <= MOST_POINTS) {
            return points;
        }
        Comparator<Point> byValue =
                Comparator.comparingDouble(point -> point.y().mean());
        return points.stream()
                .collect(Collectors.groupingBy(
                        point -> Math.floor(x.applyAsDouble(point.x()) / STRETCH), TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .flatMap(inside -> {
                    List<Point> drawn = onAxis(inside);
                    return drawn.isEmpty()
                            ? inside.stream().limit(1)
                            : Stream.of(Collections.min(drawn, byValue), Collections.max(drawn, byValue))
                                    .distinct()
                                    .sorted(Comparator.comparingDouble(Point::x));
                })
                .toList();
    }

    /** Draws a line through the points that are on the axis; of many, through the extremes. */
    private PathData line(List<Point> points, double aside) {
        PathData path = new PathData();
        boolean isOnAxis = false;
        for (Point point : extremes(points)) {
            double at = x.applyAsDouble(point.x()) + aside;
            double mean = point.y().mean();
            boolean wasOnAxis = isOnAxis;
            isOnAxis = y.contains(mean);
            if (isOnAxis && wasOnAxis) {
                path.line(at, y.at(mean));
            } else if (isOnAxis) {
                path.move(at, y.at(mean));
            }
        }
        return path;
    }
}

package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.plot.LinePlot.Point;
import org.rowmark.report.plot.LinePlot.Series;
import org.rowmark.report.plot.PathData.Place;
import org.rowmark.stats.Interval;

/**
 * A writer of the series of a panel.
 *
 * @param x the place of a value on the horizontal axis
 * @param configurations their number in the plot
 */
record SeriesDrawing(Svg svg, Axis y, DoubleUnaryOperator x, int configurations) {
    /** Dots of a series that are all drawn. */
    private static final int MOST_DOTS = 2_000;

    /** Of more, the extremes of so many pixels are. */
    private static final double STRETCH = 2;

    private static final double FOOT = 10;

    void draw(Series series) {
        SeriesStyle style = new SeriesStyle(series.style());
        double aside = series.kind().isAside ? style.aside(configurations) : 0;
        PathData line = line(series.points(), aside);
        if (series.kind() == LinePlot.Kind.DASHED) {
            svg.path("z", line);
            return;
        }
        svg.group(series.kind().isGrey() ? "w" : style.css());
        if (!series.kind().line.isEmpty()) {
            svg.path(series.kind().line, line);
        }
        switch (series.kind().mark) {
            case POINT -> points(series.points(), style, aside);
            case HOLLOW -> svg.path("h", marks(series.points(), style.shape().mark(), aside));
            case DOT ->
                svg.path(
                        style.dotCss(),
                        marks(extremes(series.points()), style.shape().dot(), 0));
            case FOOT -> svg.path("v", feet(series.points()));
            case NONE -> {}
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
            whiskers.interval(y, at, value.low(), value.high());
            if (value.high() > y.high()) {
                arrows.move(at, y.to() - 6).line(at + 4, y.to()).line(at - 4, y.to());
            }
            if (value.low() < y.low()) {
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
        onAxis(points)
                .forEach(point -> marks.outline(
                        outline,
                        x.applyAsDouble(point.x()) + aside,
                        y.at(point.y().mean())));
        return marks;
    }

    private PathData feet(List<Point> points) {
        PathData feet = new PathData();
        points.forEach(point -> {
            double at = x.applyAsDouble(point.x());
            feet.segment(at, y.from() - FOOT, at, y.from());
        });
        return feet;
    }

    /** Returns the least and the greatest point of each stretch of the axis, where there are many points. */
    List<Point> extremes(List<Point> points) {
        return points.size() <= MOST_DOTS
                ? points
                : extremes(
                        points,
                        point -> x.applyAsDouble(point.x()) / STRETCH,
                        point -> point.y().mean());
    }

    /** Returns the least and the greatest of the items in each stretch of length 1, in the order of the stretches. */
    private static <T> List<T> extremes(List<T> items, ToDoubleFunction<T> place, ToDoubleFunction<T> value) {
        Comparator<T> byValue = Comparator.comparingDouble(value);
        return items.stream()
                .collect(Collectors.groupingBy(
                        item -> Math.floor(place.applyAsDouble(item)), TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .flatMap(inside -> Stream.of(Collections.min(inside, byValue), Collections.max(inside, byValue))
                        .distinct()
                        .sorted(Comparator.comparingDouble(place)))
                .toList();
    }

    /** Draws a line through the points that are on the axis. */
    private PathData line(List<Point> points, double aside) {
        PathData path = new PathData();
        List<Place> piece = new ArrayList<>();
        for (Point point : points) {
            if (y.contains(point.y().mean())) {
                piece.add(new Place(
                        x.applyAsDouble(point.x()) + aside, y.at(point.y().mean())));
            } else {
                add(path, piece);
                piece = new ArrayList<>();
            }
        }
        add(path, piece);
        return path;
    }

    private static void add(PathData path, List<Place> piece) {
        if (!piece.isEmpty()) {
            path.move(piece.get(0).x(), piece.get(0).y()).simplified(thinned(piece));
        }
    }

    /** Of more places than pixels, leaves out those between the extremes of each pixel. */
    private static List<Place> thinned(List<Place> places) {
        boolean isSparse = places.size()
                <= places.get(places.size() - 1).x() - places.get(0).x();
        return isSparse ? places : extremes(places, Place::x, Place::y);
    }
}

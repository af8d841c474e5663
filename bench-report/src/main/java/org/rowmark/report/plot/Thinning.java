package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The points of a time line that are drawn. Too many are thinned: of each configuration's points in a column of the
 * drawing, the least and the greatest stay, so that no extreme is lost. Columns are as narrow as the limit allows.
 *
 * @param groups points that stay, by time; the first groups are the warm-up of each configuration, the others the rest
 * @param total points before
 * @param kept points that stay
 * @param column width of a column, 0 if nothing was thinned
 */
record Thinning(List<List<Timeline.Point>> groups, int total, int kept, double column) {
    /** @param most points that may stay; twice the number of groups always may */
    static Thinning of(List<Timeline.Point> points, int series, LinearAxis time, int most) {
        List<List<Timeline.Point>> all = groups(points, series);
        List<List<Timeline.Point>> kept = all;
        double column = 0;
        double width = time.to() - time.from();
        for (double next = 1; count(kept) > most && column < width; next *= 2) {
            column = next;
            double ofColumn = column;
            kept = all.stream().map(group -> thin(group, time, ofColumn)).toList();
        }
        return new Thinning(kept, points.size(), count(kept), column);
    }

    boolean isThinned() {
        return column > 0;
    }

    String words() {
        return kept + " of " + total + " points are drawn, the extremes of every " + Digits.plain(column)
                + " px among them";
    }

    /** Draws warm-up first, so that measured points lie over it. */
    void draw(Svg svg, Axis time, Axis y) {
        for (int i = 0; i < groups.size(); i++) {
            int configurations = groups.size() / 2;
            SeriesStyle style = new SeriesStyle(i % configurations);
            PathData dots = new PathData();
            for (Timeline.Point point : groups.get(i)) {
                if (y.contains(point.value())) {
                    dots.dot(style.glyph(), time.at(point.seconds()), y.at(point.value()));
                }
            }
            if (!dots.isEmpty()) {
                svg.group(i < configurations ? "w" : style.css())
                        .path(style.dotCss(), dots)
                        .end();
            }
        }
    }

    private static List<List<Timeline.Point>> groups(List<Timeline.Point> points, int series) {
        List<List<Timeline.Point>> groups = new ArrayList<>();
        IntStream.range(0, 2 * series).forEach(i -> groups.add(new ArrayList<>()));
        for (Timeline.Point point : points) {
            groups.get(point.series() + (point.isWarmup() ? 0 : series)).add(point);
        }
        groups.forEach(group -> group.sort(
                Comparator.comparingDouble(Timeline.Point::seconds).thenComparingDouble(Timeline.Point::value)));
        return groups;
    }

    /** Keeps the least and the greatest point of each column, in the order of time. */
    private static List<Timeline.Point> thin(List<Timeline.Point> points, LinearAxis time, double column) {
        Comparator<Timeline.Point> byValue = Comparator.comparingDouble(Timeline.Point::value);
        return points.stream()
                .collect(Collectors.groupingBy(
                        point -> Math.floor((time.at(point.seconds()) - time.from()) / column),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values()
                .stream()
                .flatMap(inside -> Stream.of(Collections.min(inside, byValue), Collections.max(inside, byValue))
                        .distinct()
                        .sorted(Comparator.comparingDouble(Timeline.Point::seconds)))
                .toList();
    }

    private static int count(List<List<Timeline.Point>> groups) {
        return groups.stream().mapToInt(List::size).sum();
    }
}

package org.rowmark.report.plot;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rowmark.report.plot.Timeline.Point;

/**
 * The points of a time line that are drawn. Too many are thinned: of each configuration's points in a column of the
 * drawing, the least and the greatest stay, so that no extreme is lost. Columns are as narrow as the limit allows.
 *
 * @param groups points that stay, by time: first the warm-up of each configuration, then the rest of each
 * @param note the numbers of points before and after and the width of a column; empty if nothing was thinned
 */
record Thinning(List<List<Point>> groups, String note) {
    private static final Comparator<Point> BY_TIME = Comparator.comparingDouble(Point::seconds);
    private static final Comparator<Point> BY_VALUE = Comparator.comparingDouble(Point::value);

    /** @param most points that may stay; twice the number of groups always may */
    static Thinning of(List<Point> points, Axis time, int most) {
        Comparator<Point> order =
                Comparator.comparing(Point::isWarmup).reversed().thenComparing(Point::series);
        List<List<Point>> all = List.copyOf(points.stream()
                .sorted(BY_TIME.thenComparing(BY_VALUE))
                .collect(groupingBy(point -> point, () -> new TreeMap<>(order), toList()))
                .values());
        List<List<Point>> kept = all;
        double column = 0;
        for (double next = 1; count(kept) > most && column < time.to() - time.from(); next *= 2) {
            double width = next;
            column = next;
            kept = all.stream().map(group -> thin(group, time, width)).toList();
        }
        String note = "; " + count(kept) + " of " + points.size() + " points are drawn, the extremes of every "
                + PlotText.rounded(column) + " px among them";
        return new Thinning(kept, column > 0 ? note : "");
    }

    /** Keeps the least and the greatest point of each column, in the order of time. */
    private static List<Point> thin(List<Point> points, Axis time, double column) {
        return points.stream()
                .collect(groupingBy(
                        point -> Math.floor((time.at(point.seconds()) - time.from()) / column), TreeMap::new, toList()))
                .values()
                .stream()
                .flatMap(inside -> Stream.of(Collections.min(inside, BY_VALUE), Collections.max(inside, BY_VALUE))
                        .distinct()
                        .sorted(BY_TIME))
                .toList();
    }

    private static int count(List<List<Point>> groups) {
        return groups.stream().mapToInt(List::size).sum();
    }
}

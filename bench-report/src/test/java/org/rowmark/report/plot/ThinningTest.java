package org.rowmark.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rowmark.report.plot.LinePlot.Kind;
import org.rowmark.report.plot.LinePlot.Point;
import org.rowmark.report.plot.LinePlot.Series;

/** Plots of more dots than their width has room for. */
class ThinningTest {
    @Test
    void two_thousand_dots_of_a_configuration_are_all_drawn() {
        assertThat(dots(plot(points(2_000)))).isEqualTo(2_000);
    }

    @Test
    void of_more_the_extremes_stay() {
        List<Point> points = points(200_000);
        points.set(70_000, Point.of(points.get(70_000).x(), 0.25));
        points.set(90_000, Point.of(points.get(90_000).x(), 3));
        String plot = plot(points);
        assertThat(dots(plot)).isBetween(500, 1_100);
        assertThat(plot).hasSizeLessThan(20_000);
        Axis y = new Axis(true, new Range(0.2, 4), 1000, 0);
        assertThat(new SeriesDrawing(Svg.fixed("", 1, 1, "t", "d"), y, seconds -> seconds / 100, 1).extremes(points))
                .contains(points.get(70_000), points.get(90_000))
                .hasSizeLessThan(1_100);
    }

    @Test
    void their_order_does_not_matter_to_what_is_drawn() {
        List<Point> points = points(5_000);
        int drawn = dots(plot(points));
        Collections.shuffle(points, new Random(1));
        assertThat(dots(plot(points))).isEqualTo(drawn);
    }

    private static String plot(List<Point> points) {
        return PlotDemos.timeline("t", List.of("a"), List.of(new Series(0, Kind.DOTS, points)))
                .plot("t");
    }

    /** Returns the number of strokes without length. */
    private static int dots(String plot) {
        return plot.split("h0", -1).length - 1;
    }

    private static List<Point> points(int count) {
        Random random = new Random(count);
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            points.add(Point.of(i * (100_000.0 / count), Math.exp(0.05 * random.nextGaussian())));
        }
        return points;
    }
}

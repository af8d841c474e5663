package org.rowmark.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ThinningTest {
    private static final Axis TIME = Axis.linear(new Range(0, 100_000), 0, 1000);

    @Test
    void keeps_extremes_of_every_configuration() {
        List<Timeline.Point> points = points(100_000);
        Timeline.Thinning thinning = Timeline.Thinning.of(points, TIME, 20_000);
        List<Timeline.Point> kept = thinning.points();
        assertThat(kept).hasSizeBetween(2_000, 20_000);
        assertThat(thinning.note()).contains(kept.size() + " of 100000 points are drawn");
        for (double start = 0; start < 100_000; start += 1000) {
            for (int series = 0; series < 2; series++) {
                assertThat(most(kept, series, start)).isEqualTo(most(points, series, start));
                assertThat(least(kept, series, start)).isEqualTo(least(points, series, start));
            }
        }
    }

    @Test
    void keeps_all_points_up_to_the_limit() {
        List<Timeline.Point> points = points(20_000);
        Timeline.Thinning thinning = Timeline.Thinning.of(points, TIME, 20_000);
        assertThat(thinning.note()).isEmpty();
        assertThat(thinning.points()).hasSize(20_000);
    }

    @Test
    void a_thinned_plot_has_a_note_and_is_small() {
        String plot = new Timeline("t", List.of("a", "b"), points(200_000), List.of()).plot("t");
        assertThat(plot).contains("of 200000 points are drawn").hasSizeLessThan(200_000);
        String whole = new Timeline("t", List.of("a", "b"), points(500), List.of()).plot("t");
        assertThat(whole).doesNotContain("points are drawn");
    }

    @Test
    void order_of_the_points_does_not_matter() {
        List<Timeline.Point> points = new ArrayList<>(points(500));
        String plot = new Timeline("t", List.of("a", "b"), points, List.of()).plot("t");
        Collections.shuffle(points, new Random(1));
        assertThat(new Timeline("t", List.of("a", "b"), points, List.of()).plot("t"))
                .isEqualTo(plot);
    }

    @Test
    void values_are_relative_to_the_median_of_the_measured_ones_of_their_cell() {
        List<Timeline.Point> cell = List.of(
                new Timeline.Point(1, 5, true, 0),
                new Timeline.Point(2, 10, false, 0),
                new Timeline.Point(3, 12, false, 0),
                new Timeline.Point(4, 30, false, 0));
        List<Timeline.Point> cold = List.of(new Timeline.Point(5, 7, true, 1));
        assertThat(Timeline.relative(List.of(cell, cold)))
                .extracting(Timeline.Point::value)
                .containsExactly(5 / 12.0, 10 / 12.0, 1.0, 2.5, 1.0);
    }

    private static List<Timeline.Point> points(int count) {
        Random random = new Random(count);
        List<Timeline.Point> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            points.add(
                    new Timeline.Point(i * (100_000.0 / count), 1000 + random.nextGaussian() * 50, i % 10 < 3, i % 2));
        }
        return points;
    }

    private static double most(List<Timeline.Point> points, int series, double start) {
        return points.stream()
                .filter(point -> isIn(point, series, start))
                .mapToDouble(Timeline.Point::value)
                .max()
                .orElseThrow();
    }

    private static double least(List<Timeline.Point> points, int series, double start) {
        return points.stream()
                .filter(point -> isIn(point, series, start))
                .mapToDouble(Timeline.Point::value)
                .min()
                .orElseThrow();
    }

    private static boolean isIn(Timeline.Point point, int series, double start) {
        return point.series() == series && point.seconds() >= start && point.seconds() < start + 1000;
    }
}

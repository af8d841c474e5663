package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.rowmark.stats.LineFit.Point;

class LineFitTest {
    private static final int RUNS = 4000;

    /** 0.1 % and 99.9 % points of a binomial with 4000 trials of 95 %: {@code binom.ppf(.001, 4000, .95) / 4000}. */
    private static final double LEAST_COVERAGE = 0.939;

    private static final double MOST_COVERAGE = 0.961;

    private static final double[] ROUND_TRIPS = {0, 20, 100, 500, 1000};

    @Test
    void points_on_a_line_give_that_line() {
        LineFit fit = LineFit.of(List.of(
                        new Point(0, Map.of(1, 35.0, 2, 36.0)),
                        new Point(100, Map.of(1, 137.0, 2, 138.0)),
                        new Point(1000, Map.of(1, 1055.0, 2, 1056.0))))
                .orElseThrow();

        assertThat(fit.intercept().mean()).isCloseTo(35.5, within(1e-9));
        assertThat(fit.slope().mean()).isCloseTo(1.02, within(1e-12));
        assertThat(fit.at(500)).isCloseTo(545.5, within(1e-9));
    }

    /** The expected values were computed with fractions. */
    @Test
    void small_values_count_as_much_as_large_ones() {
        LineFit fit = LineFit.of(List.of(
                        new Point(0, Map.of(1, 1.0)),
                        new Point(1, Map.of(1, 3.0)),
                        new Point(2, Map.of(1, 4.0)),
                        new Point(4, Map.of(1, 10.0))))
                .orElseThrow();

        assertThat(fit.intercept().mean()).isCloseTo(0.9928057553956835, within(1e-9));
        assertThat(fit.slope().mean()).isCloseTo(1.840698869475848, within(1e-9));
        assertThat(fit.slope().isKnown()).isFalse();
    }

    @Test
    void rounds_that_a_point_lacks_do_not_count() {
        LineFit fit = LineFit.of(List.of(
                        new Point(0, Map.of(1, 1.0, 2, 1.0, 3, 50.0)),
                        new Point(1, Map.of(1, 2.0, 2, 2.0)),
                        new Point(2, Map.of(1, 3.0, 2, 3.0, 4, 70.0))))
                .orElseThrow();

        assertThat(fit.slope().mean()).isCloseTo(1, within(1e-9));
        assertThat(fit.slope().n()).isEqualTo(2);
    }

    @Test
    void two_places_or_no_common_round_give_no_line() {
        Point first = new Point(0, Map.of(1, 1.0));
        Point second = new Point(1, Map.of(1, 2.0));

        assertThat(LineFit.of(List.of())).isEmpty();
        assertThat(LineFit.of(List.of(first, second, second))).isEmpty();
        assertThat(LineFit.of(List.of(first, second, new Point(2, Map.of(2, 3.0)))))
                .isEmpty();
    }

    /** Rounds share a factor of their own, and the error of a time is proportional to it. */
    @Test
    void the_intervals_contain_the_true_line_in_95_of_100_runs() {
        for (int rounds : new int[] {3, 5, 10}) {
            Random random = new Random(17L + rounds);
            int intercepts = 0;
            int slopes = 0;
            for (int run = 0; run < RUNS; run++) {
                LineFit fit = LineFit.of(points(rounds, random)).orElseThrow();
                intercepts += contains(fit.intercept(), 35);
                slopes += contains(fit.slope(), 1);
            }
            assertThat(intercepts / (double) RUNS).isBetween(LEAST_COVERAGE, MOST_COVERAGE);
            assertThat(slopes / (double) RUNS).isBetween(LEAST_COVERAGE, MOST_COVERAGE);
        }
    }

    private static List<Point> points(int rounds, Random random) {
        List<Point> points = new ArrayList<>();
        double[] shared = random.doubles(rounds)
                .map(any -> 1 + 0.05 * random.nextGaussian())
                .toArray();
        for (double roundTrip : ROUND_TRIPS) {
            Map<Integer, Double> byRound = new TreeMap<>();
            for (int round = 1; round <= rounds; round++) {
                byRound.put(round, (35 + roundTrip) * shared[round - 1] * (1 + 0.03 * random.nextGaussian()));
            }
            points.add(new Point(roundTrip, byRound));
        }
        return points;
    }

    private static int contains(Interval interval, double truth) {
        return interval.low() <= truth && truth <= interval.high() ? 1 : 0;
    }
}

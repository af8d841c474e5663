package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Sweep.Shape;
import org.rowmark.stats.Sweep.Step;

class SweepTest {
    private static final double MARGIN = 0.03;

    @Test
    void the_knee_is_where_every_further_doubling_gains_less_than_the_margin() {
        Sweep sweep = sweep(8, 8, 100, 16, 150, 32, 200, 64, 201, 128, 202);
        assertThat(sweep.shape()).isEqualTo(Shape.KNEE);
        assertThat(sweep.knee()).hasValue(32);
        assertThat(sweep.steps()).hasSize(4);
        assertThat(sweep.steps().get(0).gain().mean()).isCloseTo(1.5, within(0.01));
    }

    @Test
    void a_late_gain_moves_the_knee_behind_it() {
        assertThat(sweep(8, 8, 100, 16, 100, 32, 100, 64, 150, 128, 150).knee()).hasValue(64);
    }

    @Test
    void a_curve_that_falls_after_its_top_has_its_knee_at_the_top() {
        assertThat(sweep(8, 1, 100, 2, 190, 4, 350, 8, 300, 16, 250).knee()).hasValue(4);
    }

    @Test
    void a_curve_that_still_rises_and_one_that_never_did_have_no_knee() {
        assertThat(sweep(8, 8, 100, 16, 150, 32, 200, 64, 250).shape()).isEqualTo(Shape.STILL_RISING);
        Sweep flat = sweep(8, 8, 100, 16, 100, 32, 100);
        assertThat(flat.shape()).isEqualTo(Shape.FLAT);
        assertThat(flat.knee()).isEmpty();
    }

    @Test
    void a_wide_interval_is_no_proof_that_nothing_is_gained() {
        Random random = new Random(8);
        Map<Double, Map<Integer, Double>> curve = new TreeMap<>();
        for (double x = 8; x <= 64; x *= 2) {
            curve.put(x, noisy(random, 8, 100, 0.2));
        }
        assertThat(Sweep.of(curve, Better.HIGHER, MARGIN).shape()).isEqualTo(Shape.STILL_RISING);
    }

    @Test
    void the_knee_is_uncertain_down_to_the_value_after_which_no_gain_is_certain() {
        Random random = new Random(3);
        Map<Double, Map<Integer, Double>> curve = new TreeMap<>();
        curve.put(8.0, noisy(random, 8, 100, 0.002));
        curve.put(16.0, noisy(random, 8, 150, 0.002));
        curve.put(32.0, noisy(random, 8, 153, 0.04)); // between 16 and 32 a gain of 2 %, give or take more than 1 %
        curve.put(64.0, noisy(random, 8, 153, 0.002));
        curve.put(128.0, noisy(random, 8, 153, 0.002));

        Sweep sweep = Sweep.of(curve, Better.HIGHER, MARGIN);

        assertThat(sweep.leastKnee()).hasValue(16);
        assertThat(sweep.knee()).hasValue(64);
    }

    @Test
    void a_knee_that_is_certain_is_the_least_one_too() {
        Sweep sweep = sweep(8, 8, 100, 16, 150, 32, 200, 64, 201, 128, 202);

        assertThat(sweep.leastKnee()).isEqualTo(sweep.knee());
    }

    @Test
    void a_curve_that_still_rises_has_its_knee_at_the_largest_value_at_least() {
        assertThat(sweep(8, 8, 100, 16, 150, 32, 200, 64, 250).leastKnee()).hasValue(64);
        assertThat(sweep(8, 8, 100, 16, 100, 32, 100).leastKnee()).hasValue(8);
        assertThat(sweep(4, 8, 100, 16, 150, 32, 150).leastKnee()).isEmpty();
    }

    @Test
    void gains_are_per_doubling_whatever_the_steps() {
        Sweep fourfold = sweep(8, 1, 100, 4, 105, 16, 110);
        assertThat(fourfold.steps().get(0).gain().mean()).isCloseTo(Math.sqrt(1.05), within(1e-3));
        assertThat(fourfold.shape()).isEqualTo(Shape.FLAT);
    }

    @Test
    void a_value_is_compared_with_the_smallest_one_that_is_at_least_twice_as_large() {
        Sweep sweep = sweep(8, 128, 90, 256, 100, 384, 100, 512, 100);

        assertThat(sweep.steps())
                .extracting(Step::from, Step::to)
                .containsExactly(tuple(128.0, 256.0), tuple(256.0, 512.0));
        assertThat(sweep.knee()).hasValue(256);
        assertThat(sweep(8, 10, 100, 19, 100, 40, 100).steps())
                .extracting(Step::to)
                .containsExactly(19.0, 40.0);
    }

    @Test
    void a_value_without_one_twice_as_large_may_be_the_least_knee_and_is_not_the_knee() {
        Sweep sweep = sweep(8, 128, 90, 256, 100, 384, 120, 512, 120);

        assertThat(sweep.shape()).isEqualTo(Shape.STILL_RISING);
        assertThat(sweep.leastKnee()).hasValue(384);
    }

    @Test
    void a_range_below_a_doubling_shows_no_knee() {
        Sweep sweep = sweep(8, 64, 100, 80, 100, 96, 100);

        assertThat(sweep.steps()).isEmpty();
        assertThat(sweep.shape()).isEqualTo(Shape.UNKNOWN);
    }

    @Test
    void units_and_direction_of_the_metric_do_not_matter() {
        Random random = new Random(4);
        Map<Double, Map<Integer, Double>> rates = new TreeMap<>();
        Map<Double, Map<Integer, Double>> times = new TreeMap<>();
        double[] level = {100, 160, 200, 202, 203};
        for (int i = 0; i < level.length; i++) {
            Map<Integer, Double> rate = noisy(random, 8, level[i], 0.005);
            Map<Integer, Double> time = new TreeMap<>();
            rate.forEach((round, value) -> time.put(round, 1e9 / value));
            rates.put(1024 * Math.pow(2, i), rate);
            times.put(Math.pow(2, i), time);
        }
        Sweep rate = Sweep.of(rates, Better.HIGHER, MARGIN);
        Sweep time = Sweep.of(times, Better.LOWER, MARGIN);
        assertThat(rate.knee()).hasValue(4096);
        assertThat(time.knee()).hasValue(4);
    }

    @Test
    void too_few_rounds_points_or_a_zero_tell_no_knee() {
        assertThat(sweep(4, 8, 100, 16, 150, 32, 150).shape()).isEqualTo(Shape.UNKNOWN);
        assertThat(sweep(8, 0, 100, 16, 150, 32, 150).shape()).isEqualTo(Shape.UNKNOWN);
        assertThatIllegalArgumentException().isThrownBy(() -> sweep(8, 8, 100, 16, 150));
    }

    /** @param points value of the parameter, level of the metric, and so on */
    private static Sweep sweep(int rounds, double... points) {
        Random random = new Random(1);
        Map<Double, Map<Integer, Double>> curve = new TreeMap<>();
        for (int i = 0; i < points.length; i += 2) {
            curve.put(points[i], noisy(random, rounds, points[i + 1], 0.002));
        }
        return Sweep.of(curve, Better.HIGHER, MARGIN);
    }

    private static Map<Integer, Double> noisy(Random random, int rounds, double level, double sd) {
        Map<Integer, Double> replicates = new TreeMap<>();
        for (int round = 1; round <= rounds; round++) {
            replicates.put(round, level * Math.exp(sd * random.nextGaussian()));
        }
        return replicates;
    }
}

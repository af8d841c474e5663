package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.stats.ChangePoints.ChangePoint;
import org.rowmark.stats.Comparison.Better;

class ChangePointsTest {
    private static final double MARGIN = 0.03;

    @Test
    void a_step_is_found_at_its_first_value_with_its_ratio() {
        double[] values = series(0.02, 15, 100, 5, 80, 10, 80);

        ChangePoint found = only(new ChangePoints(1, MARGIN).find(values, Better.HIGHER));

        assertThat(found.at()).isEqualTo(15);
        assertThat(found.before()).isCloseTo(100, within(2.0));
        assertThat(found.after()).isCloseTo(80, within(2.0));
        assertThat(found.ratio().mean()).isCloseTo(0.8, within(0.02));
        assertThat(0.8).isBetween(found.ratio().low(), found.ratio().high());
        assertThat(found.p()).isLessThan(0.001);
        assertThat(only(new ChangePoints(1, MARGIN).find(values, Better.LOWER))
                        .ratio()
                        .mean())
                .isCloseTo(1 / found.ratio().mean(), within(1e-12));
    }

    @Test
    void several_steps_are_found_and_a_short_slow_time_among_them() {
        double[] values = series(0.02, 12, 100, 6, 80, 12, 100, 12, 120);

        assertThat(new ChangePoints(1, MARGIN).find(values, Better.HIGHER))
                .extracting(ChangePoint::at)
                .containsExactly(12, 18, 30);
    }

    @Test
    void outliers_and_values_that_do_not_vary_are_no_change() {
        double[] values = series(0.02, 20, 100);
        values[7] = 300;
        values[19] = 20;

        assertThat(new ChangePoints(1, MARGIN).find(values, Better.HIGHER)).isEmpty();
        assertThat(new ChangePoints(1, MARGIN).find(series(0, 20, 100), Better.HIGHER))
                .isEmpty();
    }

    @Test
    void a_change_within_the_margin_does_not_count() {
        double[] values = series(0.002, 15, 100, 15, 102);

        assertThat(new ChangePoints(1, MARGIN).find(values, Better.HIGHER)).isEmpty();
        assertThat(new ChangePoints(1, 0.01).find(values, Better.HIGHER)).hasSize(1);
    }

    @Test
    void many_series_need_more_values_behind_a_change() {
        double[] values = series(0.02, 20, 100, 3, 50);

        assertThat(new ChangePoints(1, MARGIN).find(values, Better.HIGHER)).hasSize(1);
        assertThat(new ChangePoints(1000, MARGIN).find(values, Better.HIGHER)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 8", "2, 10", "6, 11", "20, 13", "1000, 19"})
    void series_of_the_least_length_show_a_change_in_their_middle(int series, int least) {
        assertThat(ChangePoints.leastValues(series)).isEqualTo(least);
        double[] values = series(0.01, least / 2, 100, least - least / 2, 50);

        assertThat(new ChangePoints(series, MARGIN).find(values, Better.HIGHER)).hasSize(1);
        assertThat(new ChangePoints(series, MARGIN).find(Arrays.copyOf(values, 7), Better.HIGHER))
                .isEmpty();
    }

    /** The full size, and what the change points are worth, is in {@link ChangePointsSimulationTest}. */
    @Test
    void noise_is_taken_for_a_change_in_no_more_than_five_percent() {
        ChangePoints points = new ChangePoints(1, 0.001);
        Random random = new Random(3);
        long wrong = IntStream.range(0, 2000)
                .filter(run -> !points.find(noise(20, random), Better.HIGHER).isEmpty())
                .count();

        assertThat(wrong / 2000.0).isBetween(0.02, 0.066);
    }

    private static double[] noise(int n, Random random) {
        return DoubleStream.generate(() -> Math.exp(0.05 * random.nextGaussian()))
                .limit(n)
                .toArray();
    }

    /** Returns pairs of a number and a level as values with noise. */
    private static double[] series(double sd, int... numbersAndLevels) {
        Random random = new Random(11);
        DoubleStream.Builder values = DoubleStream.builder();
        for (int i = 0; i < numbersAndLevels.length; i += 2) {
            for (int j = 0; j < numbersAndLevels[i]; j++) {
                values.add(numbersAndLevels[i + 1] * Math.exp(sd * random.nextGaussian()));
            }
        }
        return values.build().toArray();
    }

    private static ChangePoint only(List<ChangePoint> found) {
        assertThat(found).hasSize(1);
        return found.get(0);
    }
}

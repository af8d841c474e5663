package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScalabilityLawTest {
    private static final int RUNS = 1000;
    private static final double MARGIN = 0.03;
    private static final List<Double> THREADS = List.of(1.0, 2.0, 4.0, 8.0, 16.0, 32.0);

    @Test
    void points_of_the_law_give_its_parameters_its_peak_and_one_doubling_on() {
        ScalabilityLaw law = law(curve(800, 0.05, 0.002, 5, 0, new Random(1)));

        assertThat(law.lambda().mean()).isCloseTo(800, within(1e-6));
        assertThat(law.sigma().mean()).isCloseTo(0.05, within(1e-9));
        assertThat(law.kappa().mean()).isCloseTo(0.002, within(1e-9));
        assertThat(law.peak().mean()).isCloseTo(Math.sqrt(0.95 / 0.002), within(1e-6));
        assertThat(law.doubled()).isEqualTo(64);
        assertThat(law.atDoubled().mean()).isCloseTo(throughput(800, 0.05, 0.002, 64), within(1e-6));
        assertThat(law.rSquared()).isCloseTo(1, within(1e-9));
        assertThat(law.farthestOff(MARGIN)).isEmpty();
    }

    @Test
    void without_a_cost_of_pairs_there_is_no_peak_and_where_one_thread_is_best_it_is_the_peak() {
        Interval none = law(curve(800, 0.1, 0, 5, 0.01, new Random(3))).peak();
        Interval one = law(curve(800, 1.2, 0.1, 5, 0.01, new Random(1))).peak();

        assertThat(none.high()).isInfinite();
        assertThat(one).isEqualTo(new Interval(1, 1, 1, 5));
    }

    @Test
    void throughput_that_grows_faster_than_the_threads_is_no_negative_contention_but_a_poor_fit() {
        Map<Double, Map<Integer, Double>> curve = new TreeMap<>();
        THREADS.forEach(n -> curve.put(n, Map.of(1, 100 * Math.pow(n, 1.3), 2, 101 * Math.pow(n, 1.3))));

        ScalabilityLaw law = law(curve);

        assertThat(law.sigma().mean()).isZero();
        assertThat(law.kappa().mean()).isZero();
        assertThat(law.farthestOff(MARGIN))
                .hasValueSatisfying(point -> assertThat(point.n()).isIn(1.0, 32.0));
    }

    @Test
    void a_point_that_is_off_by_less_than_the_noise_of_the_rounds_is_no_poor_fit() {
        Map<Double, Map<Integer, Double>> noisy = curve(800, 0.05, 0.002, 5, 0.2, new Random(5));

        assertThat(law(noisy).points()).anyMatch(point -> Math.abs(point.deviation()) > MARGIN);
        assertThat(law(noisy).farthestOff(MARGIN)).isEmpty();
    }

    @Test
    void four_values_no_common_round_or_a_round_without_throughput_give_no_law() {
        Map<Double, Map<Integer, Double>> four = curve(800, 0.05, 0.002, 5, 0, new Random(1));
        four.keySet().removeAll(List.of(1.0, 2.0));
        Map<Double, Map<Integer, Double>> apart = curve(800, 0.05, 0.002, 5, 0, new Random(1));
        apart.put(3.0, Map.of(6, 100.0));
        Map<Double, Map<Integer, Double>> none = curve(800, 0.05, 0.002, 5, 0, new Random(1));
        none.put(3.0, Map.of(1, 0.0));

        assertThat(List.of(four, apart, none, Map.<Double, Map<Integer, Double>>of()))
                .allSatisfy(curve -> assertThat(ScalabilityLaw.of(curve)).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4})
    void fewer_than_five_rounds_give_a_law_without_intervals(int rounds) {
        ScalabilityLaw law = law(curve(800, 0.05, 0.002, rounds, 0, new Random(1)));

        assertThat(law.sigma().mean()).isCloseTo(0.05, within(1e-9));
        assertThat(law.sigma().isKnown()).isFalse();
        assertThat(law.atDoubled().low()).isNaN();
        assertThat(law.atDoubled().n()).isEqualTo(rounds);
    }

    /** Least where κ is 0, the end of what it may be, and rounds are few. Results: docs/evidence/simulations.md. */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"0.05, 0.002, 5", "0.05, 0.002, 10", "0.05, 0, 5", "0.05, 0, 10", "0, 0.002, 10"})
    void the_intervals_contain_the_true_law_in_nearly_95_of_100_runs(double sigma, double kappa, int rounds) {
        Random random = new Random(29);
        double[] covered = new double[4];
        for (int run = 0; run < RUNS; run++) {
            ScalabilityLaw law = law(curve(800, sigma, kappa, rounds, 0.03, random));
            covered[0] += contains(law.lambda(), 800);
            covered[1] += contains(law.sigma(), sigma);
            covered[2] += contains(law.kappa(), kappa);
            covered[3] += contains(law.atDoubled(), throughput(800, sigma, kappa, 64));
        }
        System.out.printf(
                "σ %s, κ %s, %d rounds: intervals contain λ %.1f %%, σ %.1f %%, κ %.1f %%, one doubling on %.1f %%%n",
                sigma,
                kappa,
                rounds,
                100 * covered[0] / RUNS,
                100 * covered[1] / RUNS,
                100 * covered[2] / RUNS,
                100 * covered[3] / RUNS);
        assertThat(Arrays.stream(covered).min().orElseThrow() / RUNS).isGreaterThan(0.85);
    }

    private static ScalabilityLaw law(Map<Double, Map<Integer, Double>> curve) {
        return ScalabilityLaw.of(curve).orElseThrow();
    }

    private static double throughput(double lambda, double sigma, double kappa, double n) {
        return lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1));
    }

    /** Returns rounds that share a factor of their own, with the noise of each point. */
    private static Map<Double, Map<Integer, Double>> curve(
            double lambda, double sigma, double kappa, int rounds, double noise, Random random) {
        Map<Double, Map<Integer, Double>> curve = new TreeMap<>();
        for (int round = 1; round <= rounds; round++) {
            double shared = Math.exp(noise * random.nextGaussian());
            for (double n : THREADS) {
                double each = shared * Math.exp(noise * random.nextGaussian());
                curve.computeIfAbsent(n, none -> new TreeMap<>())
                        .put(round, throughput(lambda, sigma, kappa, n) * each);
            }
        }
        return curve;
    }

    private static int contains(Interval interval, double truth) {
        double rounding = 1e-9 * Math.abs(truth);
        return interval.low() - rounding <= truth && truth <= interval.high() + rounding ? 1 : 0;
    }
}

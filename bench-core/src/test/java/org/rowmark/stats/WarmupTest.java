package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.stats.Comparison.Better;

/** The warm-up of simulated forks of 23 iterations, with noise that is normal in the logarithm. Tests print what they found. */
class WarmupTest {
    private static final int RUNS = 1000;
    private static final int ITERATIONS = 23;

    private final Random random = new Random(11);

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.005, 0.05, 0.3})
    void a_flat_fork_is_warm_after_its_first_iteration(double noise) {
        assertThat(share("flat", i -> 1, noise, needed -> needed.equals(OptionalInt.of(1))))
                .isGreaterThan(0.92);
    }

    @ParameterizedTest
    @CsvSource({"3, 0.5, 0.1", "8, 0.3, 0.05", "12, 0.1, 0.02", "15, 0.3, 0.05"})
    void a_step_ends_the_warm_up_where_it_is(int at, double height, double noise) {
        IntToDoubleFunction step = i -> i < at ? 1 - height : 1;

        assertThat(share("step at " + at, step, noise, needed -> Math.abs(needed.orElse(0) - at) <= 1))
                .isGreaterThan(0.9);
    }

    @ParameterizedTest
    @CsvSource({"0.6, 1, 0.02", "0.6, 2, 0.05", "0.6, 3, 0.1", "0.3, 2, 0.02"})
    void the_next_three_iterations_lose_less_to_a_decaying_warm_up_than_one_to_noise(
            double depth, double decay, double noise) {
        IntToDoubleFunction curve = i -> 1 - depth * Math.exp(-i / decay);
        int[] needed = IntStream.range(0, RUNS)
                .map(run -> Warmup.iterations(List.of(fork(curve, noise)), Better.HIGHER)
                        .orElse(ITERATIONS))
                .toArray();
        double left = Arrays.stream(needed)
                .flatMap(n -> IntStream.range(n, n + 3))
                .mapToDouble(i -> 1 - curve.applyAsDouble(i))
                .average()
                .orElseThrow();

        print(
                "decay",
                curve,
                noise,
                String.format(
                        Locale.ROOT,
                        "%.1f iterations, the next three lose %.3f",
                        Arrays.stream(needed).average().orElseThrow(),
                        left));
        assertThat(left).isLessThan(noise);
        assertThat(Arrays.stream(needed).average().orElseThrow()).isLessThan(12);
    }

    @ParameterizedTest
    @CsvSource({"0.05, 0.02", "0.02, 0.02", "0.1, 0.1"})
    void a_fork_that_gets_faster_to_its_end_is_not_warm(double perIteration, double noise) {
        IntToDoubleFunction rising = i -> Math.exp(i * perIteration);

        assertThat(share("rising", rising, noise, OptionalInt::isEmpty)).isGreaterThan(0.9);
    }

    @Test
    void a_step_at_the_very_end_is_no_steady_state() {
        assertThat(share("late step", i -> i < 20 ? 0.5 : 1, 0.03, OptionalInt::isEmpty))
                .isGreaterThan(0.95);
    }

    @Test
    void getting_slower_is_no_warm_up() {
        assertThat(share("slower", i -> i < 12 ? 1.3 : 1, 0.05, needed -> needed.equals(OptionalInt.of(1))))
                .isGreaterThan(0.95);
    }

    @Test
    void stalls_do_not_decide() {
        IntToDoubleFunction stalling = i -> random.nextDouble() < 0.05 ? 0.01 : 1;

        assertThat(share("stalls", stalling, 0.05, needed -> needed.equals(OptionalInt.of(1))))
                .isGreaterThan(0.9);
    }

    @Test
    void several_forks_show_what_the_noise_of_one_hides() {
        IntToDoubleFunction curve = i -> 1 - 0.3 * Math.exp(-i / 2.0);
        double one = share("one fork", curve, 0.15, needed -> needed.orElse(0) > 2);
        double ten = IntStream.range(0, RUNS)
                        .filter(run -> Warmup.iterations(
                                                IntStream.range(0, 10)
                                                        .mapToObj(fork -> fork(curve, 0.15))
                                                        .toList(),
                                                Better.HIGHER)
                                        .orElse(0)
                                > 2)
                        .count()
                / (double) RUNS;

        System.out.println("ten forks: " + ten);
        assertThat(ten).isGreaterThan(2 * one);
    }

    @Test
    void times_are_judged_as_their_rates() {
        double[] rates = fork(i -> 1 - 0.6 * Math.exp(-i / 2.0), 0.05);
        double[] times = DoubleStream.of(rates).map(rate -> 1 / rate).toArray();

        OptionalInt needed = Warmup.iterations(List.of(rates), Better.HIGHER);
        assertThat(needed.orElseThrow()).isGreaterThan(2);
        assertThat(Warmup.iterations(List.of(times), Better.LOWER)).isEqualTo(needed);
    }

    @Test
    void iterations_without_an_operation_are_slow_ones() {
        double[] scores = fork(i -> i < 4 ? 0 : 1, 0.05);
        double[] unknown = scores.clone();
        Arrays.fill(unknown, 0, 4, Double.NaN);

        assertThat(Warmup.iterations(List.of(scores), Better.HIGHER)).hasValue(4);
        assertThat(Warmup.iterations(List.of(unknown), Better.HIGHER)).hasValue(4);
    }

    @Test
    void too_few_iterations_show_nothing() {
        for (int n = 1; n <= 3; n++) {
            double[] scores = IntStream.range(0, n).mapToDouble(i -> i).toArray();
            assertThat(Warmup.iterations(List.of(scores), Better.HIGHER)).hasValue(1);
        }
    }

    private double share(String name, IntToDoubleFunction speed, double noise, Predicate<OptionalInt> expected) {
        double share = IntStream.range(0, RUNS)
                        .filter(run -> expected.test(Warmup.iterations(List.of(fork(speed, noise)), Better.HIGHER)))
                        .count()
                / (double) RUNS;
        print(name, speed, noise, "as expected in " + share);
        return share;
    }

    private static void print(String name, IntToDoubleFunction speed, double noise, String found) {
        System.out.printf(Locale.ROOT, "%s from %.2f, noise %.3f: %s%n", name, speed.applyAsDouble(0), noise, found);
    }

    private double[] fork(IntToDoubleFunction speed, double noise) {
        return IntStream.range(0, ITERATIONS)
                .mapToDouble(i -> speed.applyAsDouble(i) * Math.exp(noise * random.nextGaussian()))
                .toArray();
    }
}

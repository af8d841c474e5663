package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.rowmark.stats.ComparisonTest.byRound;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PrecisionTest {
    private static final String RATIO = "point-select: b against a";
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Precision RULE = new Precision(RATIO, 0.02, 40, Duration.ofHours(2));

    /** SciPy 1.17.1: {@code expm1(t.ppf(.975, 9) * (np.log(b) - np.log(a)).std(ddof=1) / sqrt(10))}. */
    @Test
    void the_width_equals_scipy() {
        double[] a = {1012.4, 998.7, 1030.1, 1005.5, 987.2, 1021.9, 1010.0, 995.3, 1003.8, 1018.6};
        double[] b = {1101.3, 1120.9, 1093.4, 1133.0, 1088.8, 1127.1, 1099.5, 1140.2, 1105.7, 1096.6};
        Width width = Width.of(byRound(a), byRound(b));
        assertThat(width.relative()).isCloseTo(0.01630655164488147, within(1e-9));
        assertThat(width.rounds()).isEqualTo(10);
        Comparison comparison = ComparisonTest.compare(a, b);
        assertThat(1 + width.relative()).isCloseTo(comparison.high() / comparison.ratio(), within(1e-9));
    }

    @Test
    void a_narrow_interval_does_not_stop_before_the_eighth_round() {
        for (int rounds = 2; rounds < 8; rounds++) {
            assertThat(stop(width(rounds, 0.001), rounds, MINUTE)).isEmpty();
        }
        assertThat(stop(width(8, 0.001), 8, MINUTE)).hasValue(StopReason.PRECISION);
    }

    @Test
    void rounds_that_failed_do_not_count_for_the_precision_but_for_the_cap() {
        assertThat(stop(width(7, 0.001), 12, MINUTE)).isEmpty();
        assertThat(stop(width(7, 0.001), 40, MINUTE)).hasValue(StopReason.MAX_ROUNDS);
    }

    @Test
    void the_caps_on_rounds_and_time_stop_it() {
        assertThat(stop(width(39, 0.1), 39, MINUTE)).isEmpty();
        assertThat(stop(width(40, 0.1), 40, MINUTE)).hasValue(StopReason.MAX_ROUNDS);
        assertThat(stop(width(10, 0.04), 10, Duration.ofMinutes(119))).isEmpty();
        assertThat(stop(width(10, 0.04), 10, Duration.ofHours(2))).hasValue(StopReason.BUDGET);
        assertThat(stop(width(3, 0.04), 3, Duration.ofHours(2))).hasValue(StopReason.BUDGET);
    }

    @Test
    void what_needs_more_than_three_times_what_is_allowed_is_hopeless() {
        Width noisy = width(8, 0.2);
        assertThat(RULE.predictedRounds(noisy, 8)).isGreaterThan(120);
        assertThat(stop(noisy, 8, MINUTE)).hasValue(StopReason.HOPELESS);
        assertThat(stop(width(7, 0.2), 7, MINUTE)).isEmpty();
        Width bearable = width(8, 0.06);
        assertThat(RULE.predictedRounds(bearable, 8)).isBetween(40L, 120L);
        assertThat(stop(bearable, 8, MINUTE)).isEmpty();
        assertThat(stop(bearable, 8, Duration.ofMinutes(110))).hasValue(StopReason.HOPELESS);
    }

    @Test
    void a_ratio_without_pairs_of_rounds_stops_as_failed() {
        Width none = Width.of(Map.of(1, 2.0), Map.of());
        assertThat(none.relative()).isInfinite();
        assertThat(stop(none, 7, MINUTE)).isEmpty();
        assertThat(stop(none, 8, MINUTE)).hasValue(StopReason.FAILED);
        assertThat(stop(none, 40, MINUTE)).hasValue(StopReason.FAILED);
    }

    /** If it looked at the result, making B a tenth, or a thousandth, or ten times better would change an answer. */
    @Test
    void no_result_however_striking_changes_when_it_stops() {
        Random random = new Random(11);
        for (int run = 0; run < 300; run++) {
            double noise = Math.exp(-6 + 4 * random.nextDouble());
            Map<Integer, Double> a = new TreeMap<>();
            Map<Integer, Double> b = new TreeMap<>();
            for (int round = 1; round <= 40; round++) {
                a.put(round, Math.exp(noise * random.nextGaussian()));
                b.put(round, Math.exp(noise * random.nextGaussian()));
                Optional<StopReason> none = answer(a, b, 1);
                for (double factor : new double[] {1.001, 1.1, 10, 0.5, 1e6}) {
                    assertThat(answer(a, b, factor)).isEqualTo(none);
                }
                assertThat(answer(b, a, 1)).isEqualTo(none);
            }
        }
    }

    @Test
    void nothing_that_shows_which_is_better_goes_in_or_comes_out() {
        Set<Class<?>> telling =
                Set.of(Comparison.class, Verdict.class, Interval.class, Holm.class, CentralTendency.class);
        List<Class<?>> seen = new ArrayList<>();
        for (Class<?> type : List.of(Precision.class, Width.class)) {
            for (Method method : type.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers())) {
                    seen.add(method.getReturnType());
                    seen.addAll(Arrays.asList(method.getParameterTypes()));
                }
            }
        }
        assertThat(seen).isNotEmpty().doesNotContainAnyElementsOf(telling);
        assertThat(Width.class.getConstructors()).isEmpty();
        assertThat(Arrays.stream(Width.class.getDeclaredMethods())
                        .filter(method -> Modifier.isPublic(method.getModifiers()))
                        .map(Method::getName))
                .containsExactlyInAnyOrder("of", "rounds", "relative");
    }

    private static Optional<StopReason> answer(Map<Integer, Double> a, Map<Integer, Double> b, double factor) {
        Map<Integer, Double> better = new HashMap<>();
        b.forEach((round, value) -> better.put(round, factor * value));
        return stop(Width.of(a, better), a.size(), MINUTE);
    }

    private static Optional<StopReason> stop(Width width, int rounds, Duration elapsed) {
        return RULE.stop(width, RULE.predictedRounds(width, rounds), rounds, elapsed);
    }

    /** Of log ratios that alternate between plus and minus the noise. */
    private static Width width(int rounds, double noise) {
        Map<Integer, Double> a = new TreeMap<>();
        Map<Integer, Double> b = new TreeMap<>();
        for (int round = 1; round <= rounds; round++) {
            a.put(round, 100.0);
            b.put(round, 100 * Math.exp(round % 2 == 0 ? noise : -noise));
        }
        return Width.of(a, b);
    }
}

package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LooksTest {
    private static final int RUNS = 40_000;

    /** Three standard errors of 5 % of {@link #RUNS}. */
    private static final double SLACK = 0.0033;

    private static final Design AT_LOOKS =
            new Design(Design.Order.INTERLEAVED, Design.Unit.FORK, Optional.of(Looks.ALL));

    @ParameterizedTest
    @ValueSource(ints = {5, 7, 10, 14, 20, 28, 40, 56, 80})
    void all_looks_together_call_equal_arms_with_normal_noise_different_in_a_little_less_than_five_percent(int last) {
        Looks looks = new Looks(last);

        assertThat(differ(looks, pairs -> looks.level(StudentT.ALPHA, pairs))).isCloseTo(0.78 * 0.05, within(SLACK));
    }

    @Test
    void one_percent_remains_one_percent() {
        assertThat(differ(Looks.ALL, pairs -> Looks.ALL.level(0.01, pairs))).isCloseTo(0.78 * 0.01, within(0.0015));
    }

    /** Why the price of looking is paid. */
    @Test
    void the_fixed_t_would_find_a_difference_between_equal_arms_in_one_run_of_five() {
        assertThat(differ(Looks.ALL, pairs -> StudentT.ALPHA)).isGreaterThan(0.18);
    }

    /** Returns in how many runs of equal arms the t test of any look is below its level. */
    private static double differ(Looks looks, IntToDoubleFunction level) {
        Map<Integer, Double> boundaries = looks.all().stream()
                .collect(Collectors.toMap(
                        look -> look, look -> StudentT.twoSidedQuantile(level.applyAsDouble(look), look - 1)));
        Random random = new Random(11);
        int differ = 0;
        for (int run = 0; run < RUNS; run++) {
            double sum = 0;
            double squares = 0;
            for (int n = 1; n <= looks.last(); n++) {
                double d = random.nextGaussian();
                sum += d;
                squares += d * d;
                double error = Math.sqrt((squares - sum * sum / n) / (n - 1) / n);
                if (boundaries.containsKey(n) && Math.abs(sum / n) > boundaries.get(n) * error) {
                    differ++;
                    break;
                }
            }
        }
        return differ / (double) RUNS;
    }

    @Test
    void p_is_five_percent_where_the_interval_ends_at_no_difference() {
        for (int pairs : Looks.ALL.all()) {
            Comparison row = Comparison.ofLogRatios(values(pairs)).of(AT_LOOKS);
            double half = row.halfWidth();
            Comparison shifted = row.centredOn(1 + half);

            assertThat(shifted.low()).isCloseTo(1, within(1e-9));
            assertThat(shifted.p()).isCloseTo(StudentT.ALPHA, within(1e-6));
            assertThat(half)
                    .isGreaterThan(1.2 * Comparison.ofLogRatios(values(pairs)).halfWidth());
        }
    }

    @Test
    void a_run_that_has_time_for_few_looks_has_narrower_intervals_at_them() {
        double fixed = Comparison.ofLogRatios(values(5)).halfWidth();

        assertThat(halfWidth(5) / fixed).isBetween(1.0, 1.1);
        assertThat(halfWidth(5)).isLessThan(halfWidth(7));
        assertThat(halfWidth(7)).isLessThan(halfWidth(10));
        assertThat(Looks.upTo(3)).isEqualTo(Looks.upTo(6)).isEqualTo(new Looks(5));
    }

    /** Returns the half-width after five rounds of a run whose last look is after so many. */
    private static double halfWidth(int last) {
        return Comparison.ofLogRatios(values(5))
                .of(new Design(Design.Order.INTERLEAVED, Design.Unit.FORK, Optional.of(new Looks(last))))
                .halfWidth();
    }

    @Test
    void rounds_after_a_look_wait_for_the_next() {
        assertThat(Looks.ALL.reached(values(12))).hasSize(10).doesNotContainKeys(11, 12);
        assertThat(Looks.ALL.reached(values(4))).hasSize(4);
        assertThat(Looks.ALL.reached(values(500))).hasSize(Looks.ALL.last());
        assertThat(Looks.ALL.after(12)).hasValue(14);
        assertThat(Looks.ALL.after(Looks.ALL.last())).isEmpty();
    }

    @Test
    void an_unclear_row_names_the_look_that_would_settle_it() {
        Comparison row = Comparison.ofLogRatios(values(10)).of(AT_LOOKS).centredOn(1.05);
        int more = Verdict.of(row, row.p(), 0.03).moreRounds().orElseThrow();

        assertThat(Looks.ALL.all()).contains(10 + more);
        Comparison later =
                Comparison.estimate(row.logRatio(), row.sd() / Math.sqrt(10 + more), 10 + more, 9 + more, AT_LOOKS);
        assertThat(later.p()).isLessThan(StudentT.ALPHA);
        Comparison noisy = Comparison.estimate(0.001, 1, 10, 9, AT_LOOKS);
        assertThat(Verdict.of(noisy, 1, 0.03).moreRounds()).isEmpty();
    }

    @Test
    void an_unclear_row_names_rounds_that_another_run_has_the_time_for() {
        Design ofOneLook = new Design(Design.Order.INTERLEAVED, Design.Unit.FORK, Optional.of(new Looks(5)));
        Comparison row = Comparison.estimate(0.1, 0.06, 5, 4, ofOneLook);

        assertThat(Verdict.of(row, row.p(), 0.03).moreRounds()).hasValue(15);
    }

    private static Map<Integer, Double> values(int rounds) {
        Random random = new Random(3);
        return IntStream.rangeClosed(1, rounds)
                .boxed()
                .collect(Collectors.toMap(
                        round -> round, round -> 0.08 * random.nextGaussian(), (one, other) -> one, TreeMap::new));
    }
}

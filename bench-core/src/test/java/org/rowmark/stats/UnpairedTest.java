package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.rowmark.stats.ComparisonTest.byRound;

import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.rowmark.stats.Comparison.Better;

/**
 * Expected values are those of SciPy 1.17.1: {@code t = stats.ttest_ind(np.log(b), np.log(a), equal_var=False, trim=0)}
 * with {@code np.exp(t.confidence_interval(.95))}, {@code t.pvalue}, {@code t.df}; the same with {@code trim=.1} for
 * Yuen's test, whose interval is {@code np.exp(m ± stats.t.ppf(.975, t.df) * m / t.statistic)} with m the difference of
 * {@code stats.trim_mean(np.log(x), .1)}.
 */
class UnpairedTest {
    private static final Offset<Double> EXACT = within(1e-9);
    private static final Map<Integer, Double> A =
            byRound(1012.4, 998.7, 1030.1, 1005.5, 987.2, 1021.9, 1010.0, 995.3, 1003.8, 1018.6);
    private static final Map<Integer, Double> B =
            byRound(1101.3, 1120.9, 1093.4, 1133.0, 1088.8, 1127.1, 1099.5, 1140.2, 1105.7, 1096.6);

    @Test
    void welch_of_ten_and_ten_equals_scipy() {
        Comparison comparison = Comparison.unpaired(A, B, Better.HIGHER);
        assertThat(comparison.ratio()).isCloseTo(1.1014037317004066, EXACT);
        assertThat(comparison.low()).isCloseTo(1.0862650253283654, EXACT);
        assertThat(comparison.high()).isCloseTo(1.1167534182893148, EXACT);
        assertThat(comparison.p()).isCloseTo(3.8264681903834225e-11, within(1e-19));
        assertThat(comparison.df()).isCloseTo(17.1036560834299, EXACT);
        assertThat(comparison.n()).isEqualTo(10);
    }

    @Test
    void welch_of_three_and_six_equals_scipy_and_counts_the_smaller_arm() {
        Comparison comparison =
                Comparison.unpaired(byRound(4.1, 5.3, 3.9), byRound(4.0, 5.9, 4.4, 7.1, 3.3, 4.6), Better.HIGHER);
        assertThat(comparison.ratio()).isCloseTo(1.0767321699662444, EXACT);
        assertThat(comparison.low()).isCloseTo(0.7559367964973269, EXACT);
        assertThat(comparison.high()).isCloseTo(1.5336628289721275, EXACT);
        assertThat(comparison.p()).isCloseTo(0.6317473587950694, EXACT);
        assertThat(comparison.df()).isCloseTo(6.449484365649006, EXACT);
        assertThat(comparison.n()).isEqualTo(3);
    }

    @Test
    void yuen_of_eight_kept_out_of_ten_equals_scipy() {
        Comparison comparison = TrimmedMean.compare(A, B, 1, Better.HIGHER);
        assertThat(comparison.ratio()).isCloseTo(1.1005318166114493, EXACT);
        assertThat(comparison.low()).isCloseTo(1.0835531848152575, EXACT);
        assertThat(comparison.high()).isCloseTo(1.1177764934358965, EXACT);
        assertThat(comparison.p()).isCloseTo(9.109956286813877e-09, within(1e-17));
        assertThat(comparison.df()).isCloseTo(12.487491003541312, EXACT);
    }

    /**
     * SciPy: the error is {@code trim_mean(a, .1) / t.statistic} of {@code t = ttest_ind(a, np.zeros(10), equal_var=False,
     * trim=.1)}, whose {@code t.df} is 7.
     */
    @Test
    void a_trimmed_mean_has_the_interval_of_all_ten_runs() {
        TrimmedMean trimmed =
                TrimmedMean.of(A.values().stream().mapToDouble(v -> v).toArray(), 1);
        assertThat(trimmed.mean()).isCloseTo(1008.275, EXACT);
        assertThat(trimmed.error()).isCloseTo(4.127313204218248, EXACT);
        assertThat(trimmed.interval().low()).isCloseTo(998.5154551033864, EXACT);
        assertThat(trimmed.interval().high()).isCloseTo(1018.0345448966135, EXACT);
        assertThat(trimmed.kept()).isEqualTo(8);
    }

    @Test
    void nothing_cut_off_is_the_plain_mean() {
        double[] values = {3, 1, 4, 1, 5};
        TrimmedMean all = TrimmedMean.of(values, 0);
        Interval plain = Interval.ofMean(values);
        assertThat(all.interval().mean()).isCloseTo(plain.mean(), EXACT);
        assertThat(all.interval().high()).isCloseTo(plain.high(), EXACT);
        assertThatIllegalArgumentException().isThrownBy(() -> TrimmedMean.of(values, 3));
        assertThat(TrimmedMean.of(values, 2).interval().isKnown()).isFalse();
    }

    @Test
    void swapping_the_arms_inverts_the_ratio_and_units_do_not_matter() {
        Random random = new Random(3);
        for (int i = 0; i < 200; i++) {
            Map<Integer, Double> a = noise(random, 2 + random.nextInt(12));
            Map<Integer, Double> b = noise(random, 2 + random.nextInt(12));
            double unit = Math.exp(20 * random.nextGaussian());
            Comparison forth = Comparison.unpaired(a, b, Better.HIGHER);
            assertClose(Comparison.unpaired(b, a, Better.LOWER), forth);
            assertClose(Comparison.unpaired(times(a, unit), times(b, unit), Better.HIGHER), forth);
            assertClose(Comparison.unpaired(inverse(a), inverse(b), Better.LOWER), forth);
            Comparison back = Comparison.unpaired(b, a, Better.HIGHER);
            assertThat(back.ratio() * forth.ratio()).isCloseTo(1, EXACT);
            assertThat(back.low() * forth.high()).isCloseTo(1, EXACT);
            assertThat(back.p()).isCloseTo(forth.p(), EXACT);
        }
    }

    @Test
    void an_arm_of_one_has_no_interval_and_equal_values_are_flagged() {
        assertThat(Comparison.unpaired(byRound(2), byRound(3, 3.1), Better.HIGHER)
                        .hasInterval())
                .isFalse();
        assertThat(Comparison.unpaired(byRound(), byRound(3, 3.1), Better.HIGHER)
                        .ratio())
                .isNaN();
        Comparison exact = Comparison.unpaired(byRound(2, 2, 2), byRound(3, 3, 3), Better.HIGHER);
        assertThat(exact.hasNoVariation()).isTrue();
        assertThat(exact.low()).isCloseTo(1.5, EXACT);
        assertThat(exact.p()).isZero();
    }

    @Test
    void the_badge_that_drift_is_not_ruled_out_stays() {
        Comparison comparison = Comparison.unpaired(A, B, Better.HIGHER);
        assertThat(comparison.design().badges()).containsExactly("not interleaved: drift is not ruled out");
        assertThat(Comparison.paired(A, B, Better.HIGHER).design().badges()).isEmpty();
    }

    private static void assertClose(Comparison one, Comparison other) {
        assertThat(one.ratio()).isCloseTo(other.ratio(), EXACT);
        assertThat(one.low()).isCloseTo(other.low(), EXACT);
        assertThat(one.high()).isCloseTo(other.high(), EXACT);
        assertThat(one.p()).isCloseTo(other.p(), EXACT);
        assertThat(Verdict.of(one, one.p(), 0.03).word())
                .isEqualTo(Verdict.of(other, other.p(), 0.03).word());
    }

    private static Map<Integer, Double> noise(Random random, int n) {
        return byRound(random.doubles(n)
                .map(u -> Math.exp(u + random.nextGaussian() / 10))
                .toArray());
    }

    private static Map<Integer, Double> times(Map<Integer, Double> values, double factor) {
        return byRound(values.values().stream().mapToDouble(v -> factor * v).toArray());
    }

    private static Map<Integer, Double> inverse(Map<Integer, Double> values) {
        return byRound(values.values().stream().mapToDouble(v -> 1 / v).toArray());
    }
}

package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.rowmark.stats.Comparison.Better;

/**
 * Expected values are those of SciPy 1.17.1: {@code t = stats.ttest_rel(np.log(b), np.log(a))}, {@code
 * np.exp(t.confidence_interval(.95))}, {@code t.pvalue} and {@code (np.log(b) - np.log(a)).std(ddof=1)}.
 */
class ComparisonTest {
    private static final Offset<Double> EXACT = within(1e-9);
    private static final double[] A = {1012.4, 998.7, 1030.1, 1005.5, 987.2, 1021.9, 1010.0, 995.3, 1003.8, 1018.6};
    private static final double[] B = {1101.3, 1120.9, 1093.4, 1133.0, 1088.8, 1127.1, 1099.5, 1140.2, 1105.7, 1096.6};

    @Test
    void ten_rounds_equal_scipy() {
        Comparison comparison = compare(A, B);
        assertThat(comparison.ratio()).isCloseTo(1.1014037317004075, EXACT);
        assertThat(comparison.low()).isCloseTo(1.083731803084214, EXACT);
        assertThat(comparison.high()).isCloseTo(1.1193638285332455, EXACT);
        assertThat(comparison.p()).isCloseTo(2.7925123559955654e-07, within(1e-15));
        assertThat(comparison.sd()).isCloseTo(0.02261112959371643, EXACT);
        assertThat(comparison.n()).isEqualTo(10);
    }

    @Test
    void three_rounds_equal_scipy() {
        Comparison comparison = compare(new double[] {4.1, 5.3, 3.9}, new double[] {4.0, 5.9, 4.4});
        assertThat(comparison.ratio()).isCloseTo(1.0700731049437462, EXACT);
        assertThat(comparison.low()).isCloseTo(0.8765238995789794, EXACT);
        assertThat(comparison.high()).isCloseTo(1.306360785454857, EXACT);
        assertThat(comparison.p()).isCloseTo(0.28159008765842236, EXACT);
    }

    @Test
    void six_rounds_of_seconds_equal_scipy() {
        double[] a = {0.52, 0.61, 0.48, 0.55, 0.57, 0.50};
        double[] b = {0.53, 0.60, 0.50, 0.54, 0.59, 0.49};
        Comparison comparison = Comparison.paired(byRound(b), byRound(a), Better.LOWER);
        assertThat(comparison.ratio()).isCloseTo(1.0065673406319189, EXACT);
        assertThat(comparison.low()).isCloseTo(0.9772032477321647, EXACT);
        assertThat(comparison.high()).isCloseTo(1.036813798540003, EXACT);
        assertThat(comparison.p()).isCloseTo(0.5943744273646313, EXACT);
    }

    @Test
    void swapping_the_arms_inverts_the_ratio_and_its_interval() {
        Comparison forth = compare(A, B);
        Comparison back = compare(B, A);
        assertThat(back.ratio()).isCloseTo(1 / forth.ratio(), EXACT);
        assertThat(back.low()).isCloseTo(1 / forth.high(), EXACT);
        assertThat(back.high()).isCloseTo(1 / forth.low(), EXACT);
        assertThat(back.p()).isCloseTo(forth.p(), EXACT);
    }

    @Test
    void the_unit_does_not_matter() {
        assertSame(compare(A, B), compare(map(A, v -> v / 1e6), map(B, v -> v / 1e6)));
    }

    @Test
    void operations_per_second_and_seconds_per_operation_give_the_same_answer() {
        Comparison time = Comparison.paired(byRound(map(A, v -> 1 / v)), byRound(map(B, v -> 1 / v)), Better.LOWER);
        assertSame(compare(A, B), time);
    }

    @Test
    void rounds_are_paired_by_number_and_those_without_both_values_are_left_out() {
        Map<Integer, Double> a = new TreeMap<>(Map.of(1, 10.0, 2, 20.0, 3, Double.NaN, 4, 0.0, 5, 50.0, 7, 3.0));
        Map<Integer, Double> b = new TreeMap<>(Map.of(2, 40.0, 3, 5.0, 4, 5.0, 5, 100.0, 6, 1.0, 7, -1.0));
        assertThat(Comparison.logRatios(a, b, Better.HIGHER)).containsOnlyKeys(2, 5);
        Comparison comparison = Comparison.paired(a, b, Better.HIGHER);
        assertThat(comparison.n()).isEqualTo(2);
        assertThat(comparison.ratio()).isCloseTo(2, EXACT);
    }

    @Test
    void one_round_gives_a_ratio_without_an_interval_and_none_gives_nothing() {
        Comparison one = compare(new double[] {2}, new double[] {3});
        assertThat(one.ratio()).isCloseTo(1.5, EXACT);
        assertThat(one.hasInterval()).isFalse();
        assertThat(one.low()).isNaN();
        assertThat(one.p()).isNaN();
        assertThat(compare(new double[0], new double[0]).ratio()).isNaN();
    }

    @Test
    void rounds_that_agree_exactly_are_flagged() {
        Comparison comparison = compare(new double[] {1, 2, 3, 7, 9}, new double[] {1.1, 2.2, 3.3, 7.7, 9.9});
        assertThat(comparison.hasNoVariation()).isTrue();
        assertThat(comparison.low()).isEqualTo(comparison.high());
        assertThat(comparison.p()).isZero();
        assertThat(compare(A, A).p()).isEqualTo(1);
        assertThat(compare(A, B).hasNoVariation()).isFalse();
    }

    /** 0.061 is the 99.9 % point of a binomial with 4000 trials of 5 %, {@code binom.ppf(.999, 4000, .05) / 4000}. */
    @Test
    void equal_arms_on_a_drifting_machine_differ_in_five_percent_of_the_runs() {
        Random random = new Random(20261120);
        int differ = 0;
        int runs = 4000;
        for (int run = 0; run < runs; run++) {
            double[] a = new double[10];
            double[] b = new double[10];
            for (int round = 0; round < a.length; round++) {
                double machine = 1000 * (1 - 0.03 * round) * Math.exp(0.05 * random.nextGaussian());
                a[round] = machine * Math.exp(0.02 * random.nextGaussian());
                b[round] = machine * Math.exp(0.04 * random.nextGaussian());
            }
            differ += compare(a, b).p() < 0.05 ? 1 : 0;
        }
        assertThat(differ / (double) runs).isBetween(0.039, 0.061);
    }

    static Comparison compare(double[] a, double[] b) {
        return Comparison.paired(byRound(a), byRound(b), Better.HIGHER);
    }

    private static void assertSame(Comparison one, Comparison other) {
        assertThat(other.ratio()).isCloseTo(one.ratio(), EXACT);
        assertThat(other.low()).isCloseTo(one.low(), EXACT);
        assertThat(other.high()).isCloseTo(one.high(), EXACT);
        assertThat(other.p()).isCloseTo(one.p(), EXACT);
        assertThat(Verdict.of(other, other.p(), 0.03)).isEqualTo(Verdict.of(one, one.p(), 0.03));
    }

    private static double[] map(double[] values, DoubleUnaryOperator each) {
        return java.util.Arrays.stream(values).map(each).toArray();
    }

    static Map<Integer, Double> byRound(double... values) {
        Map<Integer, Double> byRound = new TreeMap<>();
        for (int i = 0; i < values.length; i++) {
            byRound.put(i + 1, values[i]);
        }
        return byRound;
    }
}

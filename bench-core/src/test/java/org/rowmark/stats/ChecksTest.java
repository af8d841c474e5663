package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.rowmark.stats.ComparisonTest.byRound;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.stats.Checks.Check;
import org.rowmark.stats.Comparison.Better;

class ChecksTest {
    private static final Offset<Double> EXACT = within(1e-9);
    private static final Map<Integer, Double> RISING =
            byRound(0.011, 0.023, 0.008, 0.031, 0.052, 0.044, 0.067, 0.059, 0.081, 0.072, 0.096, 0.091);

    /** SciPy 1.17.1: twice the smaller of {@code linregress(range, d).pvalue} and Welch's of the halves. */
    @Test
    void drift_equals_scipy() {
        Check drift = Checks.drift(RISING).orElseThrow();
        assertThat(drift.p()).isCloseTo(2 * 1.1407076126146592e-06, within(1e-15));
        assertThat(drift.size()).isCloseTo(0.09161019155462032, EXACT);
        assertThat(drift.isRaised()).isTrue();
    }

    /** NumPy: {@code ((d[1:] - m) * (d[:-1] - m)).sum() / ((d - m) ** 2).sum()}, then {@code norm.sf}. */
    @Test
    void autocorrelation_equals_numpy() {
        Check check = Checks.autocorrelation(RISING).orElseThrow();
        assertThat(check.size()).isCloseTo(0.679123390344727, EXACT);
        assertThat(check.p()).isCloseTo(0.0012045162524298612, EXACT);
        assertThat(check.isRaised()).isTrue();
    }

    @Test
    void drift_is_measured_by_round_numbers_not_by_position() {
        Map<Integer, Double> gap = new java.util.TreeMap<>();
        RISING.forEach((round, d) -> gap.put(round > 6 ? 100 + round : round, d));
        assertThat(Checks.drift(gap).orElseThrow().size())
                .isNotCloseTo(Checks.drift(RISING).orElseThrow().size(), within(1e-3));
    }

    @Test
    void a_step_is_a_drift() {
        Random random = new Random(5);
        double[] d = DoubleStream.iterate(0, i -> i + 1)
                .limit(12)
                .map(i -> (i < 6 ? 0 : 0.1) + 0.01 * random.nextGaussian())
                .toArray();
        assertThat(Checks.drift(byRound(d)).orElseThrow().isRaised()).isTrue();
    }

    @Test
    void two_groups_of_runs_are_seen_and_one_outlier_is_none() {
        double[] groups = {100, 101, 115, 99, 100.5, 116, 101.2, 115.3, 100.2, 99.5, 115.8, 100.7};
        Check check = Checks.bimodality(byRound(groups)).orElseThrow();
        assertThat(check.isRaised()).isTrue();
        assertThat(check.size()).isCloseTo(115 / 101.2 - 1, EXACT);
        double[] outlier = {100, 101, 101.7, 99, 100.5, 99.7, 101.2, 150, 100.2, 99.5, 100.9, 100.7};
        assertThat(Checks.bimodality(byRound(outlier)).orElseThrow().isRaised()).isFalse();
    }

    /** SciPy: {@code exp} of {@code d.mean()}, {@code np.median(d)} and {@code stats.trim_mean(d, .1)}. */
    @Test
    void centres_equal_scipy() {
        CentralTendency centres = CentralTendency.of(Comparison.logRatios(
                byRound(1012.4, 998.7, 1030.1, 1005.5, 987.2, 1021.9, 1010.0, 995.3, 1003.8, 1018.6),
                byRound(1101.3, 1120.9, 1093.4, 1133.0, 1088.8, 1127.1, 1099.5, 1140.2, 1105.7, 1096.6),
                Better.HIGHER));
        assertThat(centres.mean()).isCloseTo(1.1014037317004073, EXACT);
        assertThat(centres.median()).isCloseTo(1.102215570657732, EXACT);
        assertThat(centres.trimmed()).isCloseTo(1.1010761106306473, EXACT);
        assertThat(centres.disagreement()).isCloseTo(1.102215570657732 / 1.1014037317004073 - 1, EXACT);
    }

    /** Mean 0.035 with an interval from 0.001 to 0.069 and p 0.043; median and trimmed mean 0.05. */
    @Test
    void a_mean_is_doubted_where_the_median_would_give_another_verdict() {
        Map<Integer, Double> logRatios = byRound(0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, -0.1);
        assertThat(centres(logRatios, 1, 0.01)).hasValueSatisfying(check -> {
            assertThat(check.isRaised()).isTrue();
            assertThat(check.size()).isCloseTo(Math.expm1(0.015), EXACT);
        });
        assertThat(centres(logRatios, 1, 0.03)).hasValueSatisfying(this::isSilent);
        assertThat(centres(logRatios, 2, 0.03))
                .as("p 0.086 after Holm")
                .hasValueSatisfying(check -> assertThat(check.isRaised()).isTrue());
    }

    @Test
    void a_mean_far_from_the_median_is_not_doubted_where_the_interval_is_wider() {
        assertThat(centres(byRound(0, 0.01, -0.01, 0.005, -0.005, 0.47), 1, 0.03))
                .hasValueSatisfying(this::isSilent);
        assertThat(centres(byRound(new double[9]), 1, 0.03)).hasValueSatisfying(this::isSilent);
        assertThat(centres(byRound(0, 0.1, 0.2, 0.9), 1, 0.03)).isEmpty();
    }

    private static Optional<Check> centres(Map<Integer, Double> logRatios, double tests, double margin) {
        return Checks.centres(Comparison.ofLogRatios(logRatios), logRatios, tests, margin);
    }

    private void isSilent(Check check) {
        assertThat(check.isRaised()).isFalse();
    }

    @Test
    void too_few_rounds_and_equal_rounds_are_not_checked() {
        assertThat(Checks.of(byRound(1, 2, 3, 4), byRound(2, 3, 4, 5), Better.HIGHER))
                .isEmpty();
        assertThat(Checks.drift(byRound(new double[9]))).isEmpty();
        assertThat(Checks.autocorrelation(byRound(new double[9]))).isEmpty();
    }

    /** 0.0185 is {@code binom.ppf(.999, 4000, .012) / 4000}: one in a hundred, and a little for what is not exact. */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = {8, 10, 20, 60})
    void sound_rounds_raise_each_check_in_about_one_of_a_hundred_rows(int rounds) {
        Random random = new Random(rounds);
        int[] raised = new int[3];
        for (int run = 0; run < 4000; run++) {
            Map<Integer, Double> d = byRound(gaussians(random, rounds));
            Map<Integer, Double> values = byRound(DoubleStream.of(gaussians(random, rounds))
                    .map(x -> Math.exp(0.02 * x))
                    .toArray());
            raised[0] += Checks.drift(d).orElseThrow().isRaised() ? 1 : 0;
            raised[1] += Checks.autocorrelation(d).orElseThrow().isRaised() ? 1 : 0;
            raised[2] += Checks.bimodality(values).filter(Check::isRaised).isPresent() ? 1 : 0;
        }
        List<Double> rates =
                java.util.Arrays.stream(raised).mapToObj(r -> r / 4000.0).toList();
        assertThat(rates).allSatisfy(rate -> assertThat(rate).isLessThan(0.0185));
    }

    private static double[] gaussians(Random random, int n) {
        return DoubleStream.generate(random::nextGaussian).limit(n).toArray();
    }
}

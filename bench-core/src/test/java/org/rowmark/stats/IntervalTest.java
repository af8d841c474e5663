package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Expected values are those of SciPy 1.17.1: {@code stats.ttest_1samp(a, 0).confidence_interval(.95)}. */
class IntervalTest {
    @Test
    void ten_rounds_equal_scipy() {
        Interval interval = Interval.ofMean(
                new double[] {1012.4, 998.7, 1030.1, 1005.5, 987.2, 1021.9, 1010.0, 995.3, 1003.8, 1018.6});
        assertThat(interval.mean()).isCloseTo(1008.35, within(1e-9));
        assertThat(interval.low()).isCloseTo(999.0521182100018, within(1e-9));
        assertThat(interval.high()).isCloseTo(1017.6478817899982, within(1e-9));
    }

    @Test
    void two_rounds_equal_scipy() {
        Interval interval = Interval.ofMean(new double[] {1, 2});
        assertThat(interval.low()).isCloseTo(-4.853102368087347, within(1e-9));
        assertThat(interval.high()).isCloseTo(7.853102368087347, within(1e-9));
    }

    @Test
    void one_round_has_a_mean_only() {
        Interval interval = Interval.ofMean(new double[] {7});
        assertThat(interval.mean()).isEqualTo(7);
        assertThat(interval.isKnown()).isFalse();
        assertThat(Interval.ofMean(new double[0]).mean()).isNaN();
    }
}

package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.stats.OrderStatistics.Between;

class OrderStatisticsTest {
    /** Ranks of tables of the sign test. */
    @ParameterizedTest
    @CsvSource({"5, 0", "6, 1", "8, 1", "9, 2", "11, 2", "12, 3", "20, 6", "100, 40"})
    void the_interval_of_a_median_is_that_of_the_sign_test(int n, int rank) {
        assertThat(OrderStatistics.medianRank(n)).isEqualTo(rank);
    }

    @Test
    void the_median_of_too_few_rounds_has_no_interval() {
        assertThat(OrderStatistics.median(List.of(1.0, 2.0, 3.0, 4.0, 5.0))).isEmpty();
        assertThat(OrderStatistics.median(List.of(6.0, 1.0, 2.0, 3.0, 4.0, 5.0)))
                .hasValue(new Between(3.5, 1, 6));
    }

    @Test
    void the_interval_of_a_percentile_covers_the_true_one_in_95_of_100_samples() {
        Random random = new Random(7);
        int covered = 0;
        List<Double> widths = new ArrayList<>();
        for (int sample = 0; sample < 500; sample++) {
            Histogram times = new Histogram(3);
            for (int i = 0; i < 2000; i++) {
                times.recordValue(Math.round(-1e6 * Math.log(1 - random.nextDouble())));
            }
            Between p99 = Percentiles.of(List.of(times)).between(99).orElseThrow();
            double truth = -1e6 * Math.log(0.01);
            covered += p99.low() <= truth && truth <= p99.high() ? 1 : 0;
            widths.add(p99.high() - p99.low());
        }
        assertThat(covered).isBetween(465, 498);
        assertThat(widths).allSatisfy(width -> assertThat(width).isPositive());
    }
}

package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PercentilesTest {
    @Test
    void merged_histograms_are_the_histogram_of_all_operations() {
        Random random = new Random(9);
        Histogram fast = new Histogram(3);
        Histogram slow = new Histogram(3);
        Histogram all = new Histogram(3);
        for (int i = 0; i < 30_000; i++) {
            long nanos = Math.round(Math.exp(9 + random.nextGaussian()));
            (i % 3 == 0 ? slow : fast).recordValue(i % 3 == 0 ? 50 * nanos : nanos);
            all.recordValue(i % 3 == 0 ? 50 * nanos : nanos);
        }
        Percentiles merged = Percentiles.of(List.of(fast, slow));
        for (double percentile : new double[] {0, 10, 50, 90, 99, 99.9}) {
            assertThat(merged.at(percentile)).hasValue((double) all.getValueAtPercentile(percentile));
        }
        assertThat(merged.count()).isEqualTo(30_000);
        double average = (fast.getValueAtPercentile(99) + slow.getValueAtPercentile(99)) / 2.0;
        assertThat(merged.at(99).orElseThrow()).isNotCloseTo(average, within(0.1 * average));
    }

    @Test
    void times_and_numbers_of_operations_may_be_of_any_size() {
        Histogram times = new Histogram(3);
        times.recordValueWithCount(0, 30);
        times.recordValueWithCount(129, 5_000_000_000L);
        times.recordValueWithCount(3_600_000_000_000L, 70);
        Percentiles of = Percentiles.of(List.of(times));

        assertThat(of.count()).isEqualTo(5_000_000_100L);
        assertThat(of.at(0)).hasValue(0);
        assertThat(of.at(50)).hasValue(129);
        assertThat(of.max()).isEqualTo((double) times.getMaxValue());
        assertThat(Percentiles.merged(List.of(of, of)).count()).isEqualTo(10_000_000_200L);
    }

    @Test
    void a_percentile_needs_ten_operations_beyond_it() {
        assertThat(Percentiles.needed(50)).isEqualTo(20);
        assertThat(Percentiles.needed(95)).isEqualTo(200);
        assertThat(Percentiles.needed(99)).isEqualTo(1_000);
        assertThat(Percentiles.needed(99.9)).isEqualTo(10_000);
        assertThat(Percentiles.needed(99.99)).isEqualTo(100_000);
        assertThat(of(999).at(99)).isEmpty();
        assertThat(of(1_000).at(99)).isPresent();
        assertThat(of(1_000).at(99.9)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> of(10).at(100));
    }

    @Test
    void slow_rounds_with_few_operations_are_not_left_out() {
        Map<Integer, Percentiles> rounds = Map.of(1, of(5_000), 2, of(900));
        assertThat(Percentiles.byRound(rounds, 99)).isEmpty();
        assertThat(Percentiles.byRound(rounds, 95)).containsOnlyKeys(1, 2);
        assertThat(Percentiles.byRound(Map.of(), 50)).isEmpty();
        assertThat(Percentiles.merged(rounds.values()).count()).isEqualTo(5_900);
    }

    @Test
    void histograms_of_different_precision_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Percentiles.of(List.of(new Histogram(3), new Histogram(2))))
                .withMessageContaining("exactly");
        assertThatIllegalArgumentException().isThrownBy(() -> Percentiles.of(List.of()));
    }

    @Test
    void adding_up_leaves_the_histograms_as_they_were_and_takes_those_that_threads_shared() {
        ConcurrentHistogram shared = new ConcurrentHistogram(1_000_000, 3);
        shared.recordValue(10);
        Histogram other = new Histogram(3);
        other.recordValue(3_000_000);
        assertThat(Percentiles.of(List.of(shared, other)).count()).isEqualTo(2);
        assertThat(shared.getTotalCount()).isEqualTo(1);
        assertThat(other.getTotalCount()).isEqualTo(1);
    }

    private static Percentiles of(int count) {
        Histogram histogram = new Histogram(3);
        for (int i = 1; i <= count; i++) {
            histogram.recordValue(i);
        }
        return Percentiles.of(List.of(histogram));
    }
}

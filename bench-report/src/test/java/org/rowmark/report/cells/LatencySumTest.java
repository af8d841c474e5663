package org.rowmark.report.cells;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.rowmark.stats.Percentiles;
import org.rowmark.util.LatencyHistogram;

/** The times of a replicate. */
class LatencySumTest {
    @Test
    void encoded_histograms_of_many_iterations_are_added_up_without_loss() {
        LatencySum sum = new LatencySum();
        Histogram all = new Histogram(3);
        for (int iteration = 1; iteration <= 40; iteration++) {
            Histogram times = LatencyHistogram.empty();
            times.recordValueWithCount(1_000L * iteration, 50);
            all.recordValueWithCount(1_000L * iteration, 50);
            sum.add(LatencyHistogram.encode(times));
            sum.add("");
        }

        Percentiles added = Percentiles.ofAny(sum.histograms()).orElseThrow();

        assertThat(added.count()).isEqualTo(2_000);
        for (double percentile : new double[] {50, 95, 99}) {
            assertThat(added.at(percentile)).hasValue((double) all.getValueAtPercentile(percentile));
        }
        assertThat(Percentiles.ofAny(new LatencySum().histograms())).isEmpty();
    }
}

package org.rowmark.report.cells;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.rowmark.stats.Percentiles;
import org.rowmark.util.LatencyHistogram;

class RunSumsTest {
    @Test
    void encoded_histograms_of_many_iterations_are_added_up_without_loss() {
        List<byte[]> kept = new ArrayList<>();
        Histogram all = new Histogram(3);
        for (int iteration = 1; iteration <= 40; iteration++) {
            Histogram times = LatencyHistogram.empty();
            times.recordValueWithCount(1_000L * iteration, 50);
            all.recordValueWithCount(1_000L * iteration, 50);
            RunSums.add(LatencyHistogram.encode(times), kept);
            RunSums.add("", kept);
        }

        Percentiles added = Percentiles.ofCompressed(kept);

        assertThat(kept).hasSizeLessThan(20);
        assertThat(added.count()).isEqualTo(2_000);
        for (double percentile : new double[] {50, 95, 99}) {
            assertThat(added.at(percentile)).hasValue((double) all.getValueAtPercentile(percentile));
        }
    }
}

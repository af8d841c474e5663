package org.rowmark.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.rowmark.util.LatencyHistogram;

/**
 * The times of single operations in all iterations of a replicate, added up from their encoded histograms and kept
 * encoded: a large run has more replicates than memory holds histograms.
 */
public final class LatencySum {
    /** As many histograms are kept before they are added up; a round in turns has many iterations. */
    private static final int MOST = 16;

    private final List<String> histograms = new ArrayList<>(0);

    /** @param histogram see {@link LatencyHistogram}; empty for an iteration without times */
    public void add(String histogram) {
        if (histogram.isEmpty()) {
            return;
        }
        histograms.add(histogram);
        if (histograms.size() == MOST) {
            Histogram sum = LatencyHistogram.empty();
            histograms.forEach(one -> sum.add(LatencyHistogram.decode(one)));
            histograms.clear();
            histograms.add(LatencyHistogram.encode(sum));
        }
    }

    /** Returns the percentiles; empty without times. */
    public Optional<Percentiles> percentiles() {
        return histograms.isEmpty()
                ? Optional.empty()
                : Optional.of(Percentiles.of(
                        histograms.stream().map(LatencyHistogram::decode).toList()));
    }
}

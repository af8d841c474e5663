package org.rowmark.report.cells;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.rowmark.util.LatencyHistogram;

/**
 * The times of single operations in all iterations of a replicate, added up from their encoded histograms and kept
 * encoded: a large run has more replicates than memory holds histograms.
 */
final class LatencySum {
    /** As many histograms are kept before they are added up; a round in turns has many iterations. */
    private static final int MOST = 16;

    private final List<String> histograms = new ArrayList<>(0);

    /** @param histogram see {@link LatencyHistogram}; empty for an iteration without times */
    void add(String histogram) {
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

    /** Returns the times as a few histograms; none without times. */
    List<Histogram> histograms() {
        return histograms.stream().map(LatencyHistogram::decode).toList();
    }
}

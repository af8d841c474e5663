package org.rowmark.report.jmh;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.UsageException;

/**
 * The field {@code rawDataHistogram} of one result. Pairs are arrays because it is by far the largest part of a file.
 *
 * @param forks pairs of a time in the unit of the score and its count, by fork and iteration
 */
record JmhTimes(List<List<List<double[]>>> forks) {
    private static final Map<String, Double> NANOS = Map.of(
            "ns/op", 1.0,
            "us/op", 1e3,
            "ms/op", 1e6,
            "s/op", 1e9,
            "min/op", 60e9,
            "hr/op", 3600e9,
            "day/op", 86_400e9);

    /** @throws UsageException if a pair is not a time and a count */
    JmhTimes {
        forks.stream().flatMap(List::stream).flatMap(List::stream).forEach(JmhTimes::require);
    }

    private static void require(double[] pair) {
        if (pair.length < 2 || !(pair[0] >= 0 && pair[0] < Double.POSITIVE_INFINITY && pair[1] >= 0)) {
            throw new UsageException(
                    "has a pair in a histogram that is not a time and a count: " + Arrays.toString(pair));
        }
    }

    /**
     * Returns the forks with their scores and histograms.
     *
     * @param unit of the times, for example us/op; forks have no histograms if it is unknown
     */
    List<JmhResult.Fork> in(String unit) {
        return forks.stream()
                .map(fork -> new JmhResult.Fork(
                        fork.stream().map(JmhTimes::mean).toList(),
                        Optional.ofNullable(NANOS.get(unit)).map(nanos -> histogram(fork, nanos))))
                .toList();
    }

    /** Returns the score that JMH computes for an iteration. */
    private static double mean(List<double[]> iteration) {
        double n = iteration.stream().mapToDouble(pair -> pair[1]).sum();
        return iteration.stream().mapToDouble(pair -> pair[0] * pair[1]).sum() / n;
    }

    private static Histogram histogram(List<List<double[]>> fork, double nanos) {
        Histogram histogram = LatencyHistogram.empty();
        fork.stream()
                .flatMap(List::stream)
                .forEach(pair -> histogram.recordValueWithCount(Math.round(pair[0] * nanos), Math.round(pair[1])));
        return histogram;
    }
}

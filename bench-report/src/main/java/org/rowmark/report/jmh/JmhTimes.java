package org.rowmark.report.jmh;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.UsageException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.exc.MismatchedInputException;

/**
 * The field {@code rawDataHistogram} of one result. It is by far the largest part of a file, so it is read into arrays;
 * the unit may come behind it.
 *
 * @param forks pairs of a time in the unit of the score and how often it was measured, by fork and iteration
 */
record JmhTimes(double[][][][] forks) {
    static final JmhTimes NONE = new JmhTimes(new double[0][][][]);

    private static final Map<String, Double> NANOS = Map.of(
            "ns/op", 1.0,
            "us/op", 1e3,
            "ms/op", 1e6,
            "s/op", 1e9,
            "min/op", 60e9,
            "hr/op", 3600e9,
            "day/op", 86_400e9);

    /** @param json on the field's value; afterwards on its end */
    static JmhTimes read(JsonParser json) {
        try {
            JmhTimes times = new JmhTimes(json.readValueAs(double[][][][].class));
            times.pairs().forEach(JmhTimes::require);
            return times;
        } catch (MismatchedInputException e) {
            throw new UsageException("rawDataHistogram is not made of forks, iterations and pairs", e);
        }
    }

    private Stream<double[]> pairs() {
        return Arrays.stream(forks).flatMap(Arrays::stream).flatMap(Arrays::stream);
    }

    private static void require(double[] pair) {
        if (pair.length < 2) {
            throw new UsageException("rawDataHistogram is not made of forks, iterations and pairs");
        }
        if (!(pair[0] >= 0 && pair[0] < Double.POSITIVE_INFINITY && pair[1] >= 0)) {
            throw new UsageException("a histogram holds " + pair[0] + " counted " + pair[1] + " times");
        }
    }

    boolean isEmpty() {
        return forks.length == 0;
    }

    /** @param unit of the times, for example us/op; of an unknown one there are scores without histograms */
    List<JmhResult.Fork> in(String unit) {
        return Arrays.stream(forks)
                .map(fork -> new JmhResult.Fork(
                        Arrays.stream(fork).map(JmhTimes::mean).toList(),
                        Optional.ofNullable(NANOS.get(unit)).map(nanos -> histogram(fork, nanos))))
                .toList();
    }

    /** The score that JMH gives to an iteration. */
    private static double mean(double[][] iteration) {
        double n = Arrays.stream(iteration).mapToDouble(pair -> pair[1]).sum();
        return Arrays.stream(iteration).mapToDouble(pair -> pair[0] * pair[1]).sum() / n;
    }

    private static Histogram histogram(double[][][] fork, double nanos) {
        Histogram histogram = LatencyHistogram.empty();
        Arrays.stream(fork)
                .flatMap(Arrays::stream)
                .forEach(pair -> histogram.recordValueWithCount(Math.round(pair[0] * nanos), Math.round(pair[1])));
        return histogram;
    }
}

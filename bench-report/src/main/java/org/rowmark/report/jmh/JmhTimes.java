package org.rowmark.report.jmh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.UsageException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The field {@code rawDataHistogram} of one result: pairs of a time in the unit of the score and how often it was
 * measured, by fork and iteration. It is by far the largest part of a file, so it is read piece by piece; the unit may
 * come behind it.
 */
final class JmhTimes {
    private static final Map<String, Double> NANOS = Map.of(
            "ns/op", 1.0,
            "us/op", 1e3,
            "ms/op", 1e6,
            "s/op", 1e9,
            "min/op", 60e9,
            "hr/op", 3600e9,
            "day/op", 86_400e9);

    private final List<List<Iteration>> forks = new ArrayList<>();

    /** Times and their counts, two arrays that grow together. */
    private static final class Iteration {
        private double[] times = new double[64];
        private long[] counts = new long[64];
        private int size;

        void add(double time, double count) {
            if (!(time >= 0 && time < Double.POSITIVE_INFINITY && count >= 0)) {
                throw new UsageException("a histogram holds " + time + " counted " + count + " times");
            }
            if (size == times.length) {
                times = Arrays.copyOf(times, 2 * size);
                counts = Arrays.copyOf(counts, 2 * size);
            }
            times[size] = time;
            counts[size++] = Math.round(count);
        }

        /** The score that JMH gives to the iteration. */
        double mean() {
            double sum = 0;
            long n = 0;
            for (int i = 0; i < size; i++) {
                sum += times[i] * counts[i];
                n += counts[i];
            }
            return n == 0 ? Double.NaN : sum / n;
        }
    }

    /** @param json on the field's value; afterwards on its end */
    static JmhTimes read(JsonParser json) {
        JmhTimes times = new JmhTimes();
        if (!json.isExpectedStartArrayToken()) {
            json.skipChildren();
            return times;
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            List<Iteration> fork = new ArrayList<>();
            expectArray(json);
            while (json.nextToken() != JsonToken.END_ARRAY) {
                fork.add(iteration(json));
            }
            times.forks.add(fork);
        }
        return times;
    }

    private static Iteration iteration(JsonParser json) {
        Iteration iteration = new Iteration();
        expectArray(json);
        while (json.nextToken() != JsonToken.END_ARRAY) {
            expectArray(json);
            json.nextToken();
            double time = JmhNumber.of(json);
            json.nextToken();
            double count = JmhNumber.of(json);
            iteration.add(time, count);
            while (json.nextToken() != JsonToken.END_ARRAY) {
                json.skipChildren();
            }
        }
        return iteration;
    }

    private static void expectArray(JsonParser json) {
        if (!json.isExpectedStartArrayToken()) {
            throw new UsageException("rawDataHistogram is not made of forks, iterations and pairs");
        }
    }

    boolean isEmpty() {
        return forks.isEmpty();
    }

    /** @param unit of the times, for example us/op; of an unknown one there are scores without histograms */
    List<JmhResult.Fork> in(String unit) {
        return forks.stream()
                .map(fork -> new JmhResult.Fork(
                        fork.stream().map(Iteration::mean).toList(),
                        Optional.ofNullable(NANOS.get(unit)).map(nanos -> histogram(fork, nanos))))
                .toList();
    }

    private static Histogram histogram(List<Iteration> fork, double nanos) {
        Histogram histogram = LatencyHistogram.empty();
        for (Iteration iteration : fork) {
            for (int i = 0; i < iteration.size; i++) {
                histogram.recordValueWithCount(Math.round(iteration.times[i] * nanos), iteration.counts[i]);
            }
        }
        return histogram;
    }
}

package org.rowmark.report.cells;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiFunction;
import org.rowmark.report.cells.SummedMetric.Way;
import org.rowmark.result.Sample;
import org.rowmark.stats.Percentiles;
import org.rowmark.stats.RoundValue;
import org.rowmark.util.LatencyHistogram;

/**
 * The sums over the measured iterations of a cell in one round. Samples are not kept, because a large run has more than
 * memory holds.
 */
final class RoundSums {
    private final String mode;
    private final String unit;
    private final RoundValue score;
    private long operations;
    private final List<String> histograms = new ArrayList<>(0);

    /** The metrics, in the order of {@link #sums} and their divisors {@link #weights}. */
    private SummedMetric[] metrics = new SummedMetric[0];

    private double[] sums = new double[0];
    private double[] weights = new double[0];

    /** Operations of iterations with a counter of single files but not of all files, by the name of the latter. */
    private final Map<String, Long> ofFilesOnly = new HashMap<>(0);

    /** @param first the first iteration, to be added like the others */
    RoundSums(Sample first) {
        mode = first.mode();
        unit = first.unit();
        score = new RoundValue(mode.equals("thrpt"));
    }

    /** @param known returns the metric of a name and unit, which rounds share */
    void add(Sample sample, BiFunction<String, String, SummedMetric> known) {
        score.add(sample.score(), sample.measuredOperations());
        operations += sample.operations();
        if (!sample.histogram().isEmpty()) {
            histograms.add(sample.histogram());
        }
        if (metrics.length < sample.secondary().size()) {
            grow(sample.secondary().size());
        }
        Adding adding = new Adding(sample, known);
        sample.secondary().forEach(adding::add);
    }

    private void grow(int size) {
        metrics = Arrays.copyOf(metrics, size);
        sums = Arrays.copyOf(sums, size);
        weights = Arrays.copyOf(weights, size);
    }

    private int indexOf(String name) {
        for (int i = 0; i < metrics.length && metrics[i] != null; i++) {
            if (metrics[i].name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    String mode() {
        return mode;
    }

    String unit() {
        return unit;
    }

    long operations() {
        return operations;
    }

    /** Returns the value of the iterations that have a score. */
    OptionalDouble score() {
        return score.value();
    }

    /** Returns the times of single operations in all iterations. */
    Optional<Percentiles> latencies() {
        return histograms.isEmpty()
                ? Optional.empty()
                : Optional.of(Percentiles.of(
                        histograms.stream().map(LatencyHistogram::decode).toList()));
    }

    /** Returns the metrics in the order of their first occurrence; those of an iteration are sorted by name. */
    List<SummedMetric> metrics() {
        return Arrays.stream(metrics).takeWhile(metric -> metric != null).toList();
    }

    /** Returns the value of a metric over all iterations; empty if none has it. */
    OptionalDouble value(String name) {
        int i = indexOf(name);
        return i < 0 || weights[i] == 0 ? OptionalDouble.empty() : OptionalDouble.of(sums[i] / weights[i]);
    }

    /** Returns the number of events for each operation of all iterations. */
    double perOperation(String name) {
        int i = indexOf(name);
        return (i < 0 ? 0 : sums[i]) / operations;
    }

    /**
     * Returns the value of a counter of one file. An iteration leaves out files with nothing to count: it counts as 0
     * for them if it has the counter of all files or of another.
     */
    OptionalDouble ofOneFile(String name, String ofAllFiles) {
        int all = indexOf(ofAllFiles);
        double reported = ofFilesOnly.getOrDefault(ofAllFiles, 0L)
                + (all >= 0 && metrics[all].way() == Way.PER_OPERATION ? weights[all] : 0);
        int i = indexOf(name);
        if (i < 0 || weights[i] == 0) {
            return reported > 0 ? OptionalDouble.of(0) : OptionalDouble.empty();
        }
        return OptionalDouble.of(sums[i] / Math.max(weights[i], reported));
    }

    /** The addition of a sample's metrics, in their order because most samples of a round have the same. */
    private final class Adding {
        private final Sample sample;
        private final BiFunction<String, String, SummedMetric> known;
        private final Set<String> filesOnly = new HashSet<>(0);
        private int place;

        private Adding(Sample sample, BiFunction<String, String, SummedMetric> known) {
            this.sample = sample;
            this.known = known;
        }

        private void add(String name, Sample.Metric metric) {
            if (place >= metrics.length
                    || metrics[place] == null
                    || !metrics[place].name().equals(name)) {
                place = indexOf(name);
            }
            if (place < 0) {
                place = metrics().size();
                if (place == metrics.length) {
                    grow(2 * place);
                }
                metrics[place] = known.apply(name, metric.unit());
            }
            if (metrics[place].counts(metric.score())) {
                add(metrics[place], metric.score());
            }
            place++;
        }

        private void add(SummedMetric metric, double value) {
            switch (metric.way()) {
                case MEAN -> {
                    sums[place] += metric.factor().orElse(1) * value;
                    weights[place]++;
                }
                case EVENTS, LOAD -> {
                    sums[place] += value;
                    weights[place]++;
                }
                case PER_OPERATION -> {
                    sums[place] += value * sample.operations();
                    weights[place] += sample.operations();
                }
                case LEVEL -> {
                    sums[place] = value;
                    weights[place] = 1;
                }
            }
            metric.ofAllFiles()
                    .filter(all -> !isFinite(sample.secondary().get(all)) && filesOnly.add(all))
                    .ifPresent(all -> ofFilesOnly.merge(all, sample.operations(), Long::sum));
        }

        private static boolean isFinite(Sample.Metric metric) {
            return metric != null && Double.isFinite(metric.score());
        }
    }
}

package org.rowmark.report.cells;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiFunction;
import org.rowmark.report.cells.FurtherMetric.Kind;
import org.rowmark.result.Sample;
import org.rowmark.stats.Percentiles;
import org.rowmark.util.LatencyHistogram;

/**
 * The sums over the measured iterations of a cell in one round. Samples are not kept, because a large run has more than
 * memory holds.
 */
final class RoundSums {
    private static final FurtherMetric SCORE = FurtherMetric.of("score", "");

    private final String mode;
    private final String unit;
    private final Sum score = new Sum(SCORE);
    private long operations;
    private final List<String> histograms = new ArrayList<>(0);
    private final Map<String, Sum> sums = new HashMap<>();

    /** Operations of iterations with a counter of single files but not of all files, by the name of the latter. */
    private final Map<String, Long> ofFilesOnly = new HashMap<>(0);

    /** @param first the first iteration, to be added like the others */
    RoundSums(Sample first) {
        mode = first.mode();
        unit = first.unit();
    }

    /** @param known returns the metric of a name and unit, which rounds share */
    void add(Sample sample, BiFunction<String, String, FurtherMetric> known) {
        score.add(sample.score(), 1);
        operations += sample.operations();
        if (!sample.histogram().isEmpty()) {
            histograms.add(sample.histogram());
        }
        Set<String> filesOnly = new HashSet<>();
        sample.secondary().forEach((name, measured) -> {
            Sum sum = sums.computeIfAbsent(name, none -> new Sum(known.apply(name, measured.unit())));
            if (sum.add(measured.score(), sample.operations())) {
                sum.metric
                        .ofAllFiles()
                        .filter(all -> !isFinite(sample.secondary().get(all)))
                        .ifPresent(filesOnly::add);
            }
        });
        filesOnly.forEach(all -> ofFilesOnly.merge(all, sample.operations(), Long::sum));
    }

    private static boolean isFinite(Sample.Metric metric) {
        return metric != null && Double.isFinite(metric.score());
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

    /** Returns the mean of the iterations that have a score. */
    OptionalDouble score() {
        return score.over(score.weight);
    }

    /** Returns the times of single operations in all iterations. */
    Optional<Percentiles> latencies() {
        return histograms.isEmpty()
                ? Optional.empty()
                : Optional.of(Percentiles.of(
                        histograms.stream().map(LatencyHistogram::decode).toList()));
    }

    Collection<FurtherMetric> metrics() {
        return sums.values().stream().map(sum -> sum.metric).toList();
    }

    /**
     * Returns the value of a metric over all iterations; empty if none has it. An iteration leaves out files with
     * nothing to count: it counts as 0 for them if it has the counter of all files or of another.
     */
    OptionalDouble value(FurtherMetric metric) {
        Sum sum = sums.getOrDefault(metric.name(), new Sum(metric));
        if (metric.kind() == Kind.EVENTS) {
            return OptionalDouble.of(sum.total / operations);
        }
        return sum.over(Math.max(sum.weight, metric.ofAllFiles().map(this::reported).orElse(0.0)));
    }

    private double reported(String ofAllFiles) {
        Sum all = sums.get(ofAllFiles);
        return ofFilesOnly.getOrDefault(ofAllFiles, 0L)
                + (all == null || all.metric.kind() != Kind.COUNTER ? 0 : all.weight);
    }

    /** The values of a metric, added up for its kind of mean. */
    private static final class Sum {
        private final FurtherMetric metric;
        private double total;
        private double weight;

        private Sum(FurtherMetric metric) {
            this.metric = metric;
        }

        /** Adds a value, and returns whether it counts. */
        private boolean add(double value, long operations) {
            if (!metric.counts(value)) {
                return false;
            }
            double by = metric.kind() == Kind.COUNTER ? operations : 1;
            boolean replaces = metric.kind() == Kind.LEVEL;
            total = (replaces ? 0 : total) + by * metric.factor().orElse(1) * value;
            weight = (replaces ? 0 : weight) + by;
            return true;
        }

        private OptionalDouble over(double divisor) {
            return divisor == 0 ? OptionalDouble.empty() : OptionalDouble.of(total / divisor);
        }
    }
}

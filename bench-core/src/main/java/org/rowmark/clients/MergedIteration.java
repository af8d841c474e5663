package org.rowmark.clients;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.ScalarResult;
import org.rowmark.fixture.Latencies;
import org.rowmark.result.CounterName;
import org.rowmark.result.Sample;
import org.rowmark.util.LatencyHistogram;

/**
 * An iteration of several clients as one. Throughputs, operations and counts add up; histograms merge; a percentile that
 * was computed by a client is left out, because percentiles cannot be averaged. A single shot, or fixed work, takes as
 * long as the slowest client. Counters of the server, which the first client reads, are divided by the operations of
 * all; those of the clients add up.
 */
final class MergedIteration {
    private static final String PER_OPERATION = "/op";
    private static final String THROUGHPUT = "ops/";

    /** The units of what JMH's profilers and auxiliary counters count. */
    private static final Set<String> COUNTS = Set.of("#", "counts");

    private static final String PERCENTILES = "pool.wait.";

    private final List<ClientIteration> parts;
    private final long operations;

    /** @param parts one of each client, at least one */
    MergedIteration(List<ClientIteration> parts) {
        this.parts = parts.stream()
                .sorted(Comparator.comparingInt(part -> part.client))
                .toList();
        this.operations = parts.stream().mapToLong(ClientIteration::operations).sum();
    }

    List<ClientIteration> parts() {
        return parts;
    }

    ClientIteration first() {
        return parts.get(0);
    }

    List<Window> windows() {
        return parts.stream().map(part -> part.window).toList();
    }

    /** Returns whether a time ended the iteration, and not a number of operations. */
    boolean isTimed() {
        return first().result.setup().mode() != Mode.SingleShotTime;
    }

    /** Returns JMH's result of all. */
    IterationResult result() {
        JmhResult any = first().result;
        IterationResult merged = new IterationResult(
                any.setup().params(),
                any.params(),
                new IterationResultMetaData(
                        operations,
                        parts.stream().mapToLong(part -> part.result.measured()).sum()));
        primary().forEach(part -> merged.addResult(part.result.primary()));
        parts.stream()
                .flatMap(part -> part.result.secondary().keySet().stream())
                .distinct()
                .forEach(label -> merged.addResult(secondary(label)));
        return merged;
    }

    /** Returns the parts whose scores JMH aggregates as it does those of threads. */
    private List<ClientIteration> primary() {
        Comparator<ClientIteration> byTime =
                Comparator.comparingDouble(part -> part.result.score().score());
        return isTimed() ? parts : List.of(parts.stream().max(byTime).orElseThrow());
    }

    private ScalarResult secondary(String label) {
        List<ClientIteration> having = parts.stream()
                .filter(part -> part.result.secondary().containsKey(label))
                .toList();
        String unit = having.get(0).result.secondary().get(label).unit();
        Optional<CounterName> counter = CounterName.of(label);
        boolean isOfServer = counter.filter(name -> !name.kind().equals(CounterName.CLIENT_LOAD.kind()))
                .isPresent();
        DoubleStream scores = having.subList(0, isOfServer ? 1 : having.size()).stream()
                .mapToDouble(part -> {
                    double score = part.result.secondary().get(label).score();
                    return unit.endsWith(PER_OPERATION) ? score * part.operations() / Math.max(1, operations) : score;
                });
        boolean adds = unit.endsWith(PER_OPERATION)
                || (counter.isEmpty() && (unit.startsWith(THROUGHPUT) || COUNTS.contains(unit)));
        double value = adds ? scores.sum() : scores.average().orElseThrow();
        return new ScalarResult(label, value, unit, AggregationPolicy.AVG);
    }

    /** Returns the further metrics that the forks signalled, by name. */
    Map<String, Sample.Metric> metrics() {
        Map<String, List<Sample.Metric>> byName = new TreeMap<>();
        parts.forEach(part -> part.metrics.forEach((name, metric) ->
                byName.computeIfAbsent(name, none -> new ArrayList<>()).add(metric)));
        Map<String, Sample.Metric> merged = new TreeMap<>();
        byName.forEach((name, values) -> {
            if (!name.startsWith(PERCENTILES) && !(name.equals(Latencies.EVERY) && !isEqual())) {
                merged.put(name, merged(name, values));
            }
        });
        return merged;
    }

    private static Sample.Metric merged(String name, List<Sample.Metric> values) {
        String unit = values.get(0).unit();
        double sum = values.stream().mapToDouble(Sample.Metric::score).sum();
        boolean adds = unit.equals("#") || name.equals(Latencies.OFFERED);
        return new Sample.Metric(adds ? sum : sum / values.size(), unit);
    }

    /** Returns the times of operations by kind. */
    Map<String, Histogram> times() {
        Map<String, Histogram> merged = new LinkedHashMap<>();
        for (ClientIteration part : parts) {
            part.times.forEach((kind, times) -> merged.computeIfAbsent(kind, none -> LatencyHistogram.empty())
                    .add(weighed(times, every(part))));
        }
        return merged;
    }

    /** Returns whether all clients time one of as many operations; else each time stands for those between. */
    private boolean isEqual() {
        return parts.stream().map(MergedIteration::every).distinct().count() < 2;
    }

    private static int every(ClientIteration part) {
        return (int) Optional.ofNullable(part.metrics.get(Latencies.EVERY))
                .map(Sample.Metric::score)
                .orElse(1.0)
                .doubleValue();
    }

    private Histogram weighed(Histogram times, int every) {
        if (isEqual()) {
            return times;
        }
        Histogram weighed = LatencyHistogram.empty();
        for (HistogramIterationValue value : times.recordedValues()) {
            weighed.recordValueWithCount(value.getValueIteratedTo(), value.getCountAddedInThisIterationStep() * every);
        }
        return weighed;
    }

    /** Returns the operations by second: the first seconds of all clients as one, then the next. */
    List<ClientIteration.Second> seconds() {
        int most = parts.stream().mapToInt(part -> part.seconds.size()).max().orElse(0);
        List<ClientIteration.Second> merged = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            int second = i;
            List<ClientIteration.Second> ofAll = parts.stream()
                    .filter(part -> part.seconds.size() > second)
                    .map(part -> part.seconds.get(second))
                    .toList();
            Histogram times = LatencyHistogram.empty();
            ofAll.forEach(each -> times.add(weighed(each.times(), each.every())));
            merged.add(new ClientIteration.Second(
                    ofAll.get(0).start(),
                    ofAll.stream()
                            .map(ClientIteration.Second::length)
                            .max(Duration::compareTo)
                            .orElseThrow(),
                    isEqual() ? ofAll.get(0).every() : 1,
                    times));
        }
        return merged;
    }
}

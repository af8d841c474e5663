package org.rowmark.clients;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.ScalarResult;
import org.rowmark.clients.coordination.ClockOffset;
import org.rowmark.fixture.Latencies;
import org.rowmark.result.CounterName;
import org.rowmark.result.Sample;
import org.rowmark.run.fork.ForkSignalReader;
import org.rowmark.run.fork.SampleRecorder;
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

    private final List<Part> parts;
    private final long operations;

    MergedIteration(List<Part> parts) {
        this.parts = parts.stream()
                .sorted(Comparator.comparingInt(part -> part.client))
                .toList();
        this.operations =
                parts.stream().mapToLong(part -> part.result.operations()).sum();
    }

    List<Part> parts() {
        return parts;
    }

    Part first() {
        return parts.get(0);
    }

    /** Returns when the first client began to work, by the coordinator's clock. */
    Instant firstStart() {
        return Collections.min(all(part -> part.start));
    }

    Instant lastEnd() {
        return Collections.max(all(part -> part.end));
    }

    /** Returns the time in which all worked as a part of that of the client that took longest; 0 if there is none. */
    double overlap() {
        Duration common =
                Duration.between(Collections.max(all(part -> part.start)), Collections.min(all(part -> part.end)));
        Duration longest = Collections.max(all(part -> Duration.between(part.start, part.end)));
        return longest.isZero() ? 0 : Math.max(0, (double) common.toNanos() / longest.toNanos());
    }

    private <T> List<T> all(Function<Part, T> value) {
        return parts.stream().map(value).toList();
    }

    /** Returns whether a time ended the iteration, and not a number of operations. */
    boolean isTimed() {
        return first().result.setup().mode() != Mode.SingleShotTime;
    }

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

    private List<Part> primary() {
        Comparator<Part> byTime =
                Comparator.comparingDouble(part -> part.result.score().score());
        return isTimed() ? parts : List.of(parts.stream().max(byTime).orElseThrow());
    }

    private ScalarResult secondary(String label) {
        List<Part> having = parts.stream()
                .filter(part -> part.result.secondary().containsKey(label))
                .toList();
        String unit = having.get(0).result.secondary().get(label).unit();
        Optional<CounterName> counter = CounterName.of(label);
        boolean isOfServer = counter.filter(name -> !name.kind().equals(CounterName.CLIENT_LOAD.kind()))
                .isPresent();
        DoubleStream scores = having.subList(0, isOfServer ? 1 : having.size()).stream()
                .mapToDouble(part -> {
                    double score = part.result.secondary().get(label).score();
                    return unit.endsWith(PER_OPERATION)
                            ? score * part.result.operations() / Math.max(1, operations)
                            : score;
                });
        boolean adds = unit.endsWith(PER_OPERATION)
                || (counter.isEmpty() && (unit.startsWith(THROUGHPUT) || COUNTS.contains(unit)));
        double value = adds ? scores.sum() : scores.average().orElseThrow();
        return new ScalarResult(label, value, unit, AggregationPolicy.AVG);
    }

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

    Map<String, Histogram> times() {
        Map<String, Histogram> merged = new LinkedHashMap<>();
        for (Part part : parts) {
            part.times.forEach((kind, times) -> merged.computeIfAbsent(kind, none -> LatencyHistogram.empty())
                    .add(weighed(times, every(part))));
        }
        return merged;
    }

    /** Returns whether all clients time one of as many operations; else each time stands for those between. */
    private boolean isEqual() {
        return parts.stream().map(MergedIteration::every).distinct().count() < 2;
    }

    private static int every(Part part) {
        Sample.Metric every = part.metrics.get(Latencies.EVERY);
        return every == null ? 1 : (int) every.score();
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
    List<Part.Second> seconds() {
        int most = parts.stream().mapToInt(part -> part.seconds.size()).max().orElse(0);
        List<Part.Second> merged = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            int second = i;
            List<Part.Second> ofAll = parts.stream()
                    .filter(part -> part.seconds.size() > second)
                    .map(part -> part.seconds.get(second))
                    .toList();
            Histogram times = LatencyHistogram.empty();
            ofAll.forEach(each -> times.add(weighed(each.times(), each.every())));
            merged.add(new Part.Second(
                    ofAll.get(0).start(),
                    ofAll.stream()
                            .map(Part.Second::length)
                            .max(Duration::compareTo)
                            .orElseThrow(),
                    isEqual() ? ofAll.get(0).every() : 1,
                    times));
        }
        return merged;
    }

    /** A client's part of an iteration: JMH's result, and what the fork signalled, by the coordinator's clock. */
    static final class Part implements ForkSignalReader.Taker {
        record Second(Instant start, Duration length, int every, Histogram times) {}

        final int client;
        final ClockOffset clock;
        final JmhResult result;
        final Map<String, Sample.Metric> metrics = new TreeMap<>();
        final Map<String, Histogram> times = new LinkedHashMap<>();
        final List<Second> seconds = new ArrayList<>();
        final Map<String, String> data = new TreeMap<>();
        final List<String> lines = new ArrayList<>();
        OptionalDouble speed = OptionalDouble.empty();
        Instant start = Instant.EPOCH;
        Instant end = Instant.EPOCH;

        Part(int client, Report.Iterated report) {
            this.client = client;
            this.clock = report.clock();
            this.result = report.result();
            ForkSignalReader reader = new ForkSignalReader(this);
            report.lines().forEach(reader);
        }

        /** Returns the load of the fork's CPU time in percent; empty where it was not counted. */
        OptionalDouble cpuLoad() {
            Sample.Metric load = result.secondary().get(CounterName.CLIENT_LOAD.metric());
            return load == null ? OptionalDouble.empty() : OptionalDouble.of(load.score());
        }

        @Override
        public void progress(String text) {
            // of a single client: nobody watches it
        }

        @Override
        public void metric(String name, Sample.Metric metric) {
            metrics.merge(name, metric, SampleRecorder::ofThreads);
        }

        @Override
        public void latencies(String kind, Histogram ofThread) {
            times.computeIfAbsent(kind, none -> LatencyHistogram.empty()).add(ofThread);
        }

        @Override
        public void second(Instant from, Duration length, int every, Histogram ofSecond) {
            seconds.add(new Second(clock.correct(from), length, every, ofSecond));
        }

        @Override
        public void data(String name, String fingerprint) {
            data.put(name, fingerprint);
        }

        @Override
        public void speed(double millionSteps) {
            speed = OptionalDouble.of(millionSteps);
        }

        @Override
        public void window(Instant from, Instant to) {
            start = clock.correct(from);
            end = clock.correct(to);
        }

        @Override
        public void line(String text) {
            lines.add(text);
        }
    }
}

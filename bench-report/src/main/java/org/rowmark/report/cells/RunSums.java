package org.rowmark.report.cells;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rowmark.report.cells.FurtherMetric.Kind;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.Sample;
import org.rowmark.result.Samples;
import org.rowmark.stats.Percentiles;
import org.rowmark.stats.RoundValue;
import org.rowmark.util.LatencyHistogram;

/**
 * The sums of a run's measured iterations by cell and round, added up as they are read. Only successful rounds count.
 */
final class RunSums {
    private static final int MOST_HISTOGRAMS = 16;

    private final Map<Integer, Map<Integer, CellOutcome>> ok;
    private final Map<Integer, SortedMap<Integer, RoundSums>> cells = new ConcurrentHashMap<>();
    private final Map<String, FurtherMetric> known = new HashMap<>();

    private RunSums(Map<Integer, Map<Integer, CellOutcome>> ok) {
        this.ok = ok;
    }

    static RunSums of(Samples samples, List<CellOutcome> outcomes) {
        Map<Integer, Map<Integer, CellOutcome>> ok = outcomes.stream()
                .filter(outcome -> outcome.outcome() == Outcome.OK)
                .collect(Collectors.groupingBy(
                        CellOutcome::cell,
                        Collectors.toMap(CellOutcome::round, Function.identity(), (first, last) -> last)));
        RunSums sums = new RunSums(ok);
        samples.measured().forEach(sums::add);
        return sums;
    }

    /** Returns the values of a cell, the means of its rounds, and forgets the sums. */
    CellValues values(int cell) {
        SortedMap<Integer, RoundSums> rounds = cells.remove(cell);
        if (rounds == null) {
            return CellValues.NONE;
        }
        // the metrics of all rounds: a profiler may leave some out of an iteration
        Map<String, FurtherMetric> metrics = new TreeMap<>();
        rounds.values().forEach(round -> round.sums.forEach((name, sum) -> metrics.putIfAbsent(name, sum.metric)));
        Map<FurtherMetric, Map<Integer, Double>> values = new LinkedHashMap<>();
        metrics.values().forEach(metric -> values.put(metric, byRound(rounds, sums -> sums.value(metric))));
        RoundSums first = rounds.get(rounds.firstKey());
        return new CellValues(
                        first.mode,
                        first.unit,
                        byRound(rounds, sums -> sums.score.value()),
                        byRound(rounds, sums -> Optional.of(sums.outcome.start())),
                        byRound(rounds, sums -> Optional.of(sums.outcome.serverStart())),
                        byRound(rounds, sums -> percentiles(sums.latencies)),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Counters.NONE,
                        kinds(rounds))
                .withMetrics(values, byRound(rounds, sums -> Optional.of(sums.operations)));
    }

    private static Map<String, Map<Integer, Percentiles>> kinds(Map<Integer, RoundSums> rounds) {
        Set<String> names = new LinkedHashSet<>();
        rounds.values().forEach(round -> names.addAll(round.kinds.keySet()));
        Map<String, Map<Integer, Percentiles>> kinds = new LinkedHashMap<>();
        names.forEach(name -> kinds.put(
                name,
                byRound(
                        rounds,
                        sums -> Optional.ofNullable(sums.kinds.get(name)).flatMap(RunSums::percentiles))));
        return kinds;
    }

    private static Optional<Percentiles> percentiles(List<byte[]> histograms) {
        return histograms.isEmpty() ? Optional.empty() : Optional.of(Percentiles.ofCompressed(histograms));
    }

    /**
     * Adds a histogram to others, which are added up where they are many: a round in turns has many iterations.
     *
     * @param encoded see {@link LatencyHistogram}; empty for an iteration without times
     */
    static void add(String encoded, List<byte[]> histograms) {
        if (encoded.isEmpty()) {
            return;
        }
        histograms.add(Base64.getDecoder().decode(encoded));
        if (histograms.size() == MOST_HISTOGRAMS) {
            byte[] sum = Percentiles.ofCompressed(histograms).compressed();
            histograms.clear();
            histograms.add(sum);
        }
    }

    private static <V> Map<Integer, V> byRound(Map<Integer, RoundSums> rounds, Function<RoundSums, Optional<V>> value) {
        Map<Integer, V> values = new TreeMap<>();
        rounds.forEach((round, sums) -> value.apply(sums).ifPresent(known -> values.put(round, known)));
        return values;
    }

    private void add(Sample sample) {
        CellOutcome outcome = ok.getOrDefault(sample.cell(), Map.of()).get(sample.round());
        // a round that was interrupted and repeated also has samples from before the repetition
        if (outcome == null || sample.start().isBefore(outcome.start())) {
            return;
        }
        cells.computeIfAbsent(sample.cell(), cell -> new TreeMap<>())
                .computeIfAbsent(sample.round(), round -> new RoundSums(sample, outcome))
                .add(sample, this);
    }

    private FurtherMetric metric(String name, String unit) {
        FurtherMetric metric = known.computeIfAbsent(name, of -> FurtherMetric.of(name, unit));
        return metric.unit().equals(unit) ? metric : FurtherMetric.of(name, unit);
    }

    /**
     * The sums over the measured iterations of a cell in one round. Samples are not kept, because a large run has more
     * than memory holds.
     */
    private static final class RoundSums {
        private final String mode;
        private final String unit;
        private final CellOutcome outcome;
        private final RoundValue score;
        private long operations;
        private final List<byte[]> latencies = new ArrayList<>(1);
        private final Map<String, List<byte[]>> kinds = new LinkedHashMap<>();
        private final Map<String, Sum> sums = new HashMap<>();

        /** @param first the first iteration, to be added like the others */
        private RoundSums(Sample first, CellOutcome outcome) {
            this.outcome = outcome;
            mode = first.mode();
            unit = first.unit();
            score = new RoundValue(mode.equals("thrpt"));
        }

        private void add(Sample sample, RunSums run) {
            score.add(sample.score(), sample.measuredOperations());
            operations += sample.operations();
            RunSums.add(sample.histogram(), latencies);
            sample.kinds()
                    .forEach((kind, times) ->
                            RunSums.add(times, kinds.computeIfAbsent(kind, none -> new ArrayList<>(1))));
            Set<Sum> filesOnly = new HashSet<>();
            sample.secondary().forEach((name, measured) -> {
                Sum sum = sum(name, measured.unit(), run);
                if (sum.add(measured.score(), sample.operations())) {
                    sum.metric
                            .ofAllFiles()
                            .filter(all -> !isFinite(sample.secondary().get(all)))
                            .map(all -> sum(all, measured.unit(), run))
                            .ifPresent(filesOnly::add);
                }
            });
            filesOnly.forEach(all -> all.weightOfFilesOnly += sample.operations());
        }

        private Sum sum(String name, String unitOfMetric, RunSums run) {
            return sums.computeIfAbsent(name, none -> new Sum(run.metric(name, unitOfMetric)));
        }

        /**
         * Returns the value of a metric over all iterations; empty if none has it. An iteration leaves out files with
         * nothing to count: it counts as 0 for them if it has the counter of all files or of another.
         */
        private Optional<Double> value(FurtherMetric metric) {
            Sum sum = sums.getOrDefault(metric.name(), new Sum(metric));
            if (metric.kind() == Kind.EVENTS) {
                return Optional.of(sum.total / operations);
            }
            Optional<Sum> all = metric.ofAllFiles().map(sums::get);
            return sum.over(Math.max(
                    sum.weight, all.map(of -> of.weight + of.weightOfFilesOnly).orElse(0.0)));
        }
    }

    private static boolean isFinite(Sample.Metric metric) {
        return metric != null && Double.isFinite(metric.score());
    }

    /** The values of a metric, added up for its kind of mean. */
    private static final class Sum {
        private final FurtherMetric metric;
        private double total;
        private double weight;

        /** Operations of iterations with this counter for single files but not for all. */
        private double weightOfFilesOnly;

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

        private Optional<Double> over(double divisor) {
            return divisor == 0 ? Optional.empty() : Optional.of(total / divisor);
        }
    }
}

package org.rowmark.report.cells;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    /** The kinds of sums of a metric, in their order. */
    private static final int TOTAL = 0;

    private static final int WEIGHT = 1;
    private static final int FILES_ONLY = 2;
    private static final int KINDS = 3;

    private final Map<Integer, Map<Integer, CellOutcome>> ok;
    private final Map<Integer, CellSums> cells = new ConcurrentHashMap<>();
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
        CellSums all = cells.remove(cell);
        if (all == null) {
            return CellValues.NONE;
        }
        SortedMap<Integer, RoundSums> rounds = all.rounds;
        Map<FurtherMetric, Map<Integer, Double>> values = new LinkedHashMap<>();
        new TreeMap<>(all.places)
                .forEach((name, place) ->
                        values.put(all.metrics.get(place), byRound(rounds, sums -> sums.value(place, all))));
        RoundSums first = rounds.get(rounds.firstKey());
        return new CellValues(
                        first.mode,
                        first.unit,
                        byRound(rounds, sums -> sums.score.value()),
                        byRound(rounds, sums -> Optional.of(sums.outcome.start())),
                        byRound(rounds, sums -> Optional.of(sums.outcome.serverStart())),
                        byRound(rounds, sums -> percentiles(sums.latencies)))
                .with(values, kinds(rounds), true);
    }

    private static Map<String, Map<Integer, Percentiles>> kinds(Map<Integer, RoundSums> rounds) {
        Map<String, Map<Integer, Percentiles>> kinds = new LinkedHashMap<>();
        rounds.values().stream()
                .flatMap(round -> round.kinds.keySet().stream())
                .distinct()
                .forEach(name -> kinds.put(
                        name, byRound(rounds, sums -> percentiles(sums.kinds.getOrDefault(name, List.of())))));
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

    @SuppressWarnings("unchecked")
    private static <V> Map<Integer, V> byRound(Map<Integer, RoundSums> rounds, Function<RoundSums, Optional<V>> value) {
        List<Integer> known = new ArrayList<>(rounds.size());
        List<V> values = new ArrayList<>(rounds.size());
        rounds.forEach((round, sums) -> value.apply(sums).ifPresent(of -> {
            known.add(round);
            values.add(of);
        }));
        return new ByRound<>(known.toArray(Integer[]::new), (V[]) values.toArray());
    }

    private void add(Sample sample) {
        CellOutcome outcome = ok.getOrDefault(sample.cell(), Map.of()).get(sample.round());
        // a round that was interrupted and repeated also has samples from before the repetition
        if (outcome == null || sample.start().isBefore(outcome.start())) {
            return;
        }
        CellSums cell = cells.computeIfAbsent(sample.cell(), number -> new CellSums());
        cell.rounds
                .computeIfAbsent(sample.round(), round -> new RoundSums(sample, outcome, cell.metrics.size()))
                .add(sample, cell, this);
    }

    private FurtherMetric metric(String name, String unit) {
        FurtherMetric metric = known.computeIfAbsent(name, of -> FurtherMetric.of(name, unit));
        return metric.unit().equals(unit) ? metric : FurtherMetric.of(name, unit);
    }

    /** The sums of a cell by round, and the places of its metrics in them: a profiler may leave some out of a round. */
    private static final class CellSums {
        private final SortedMap<Integer, RoundSums> rounds = new TreeMap<>();
        private final Map<String, Integer> places = new HashMap<>();
        private final List<FurtherMetric> metrics = new ArrayList<>();

        private int place(String name, String unit, RunSums run) {
            return places.computeIfAbsent(name, none -> {
                metrics.add(run.metric(name, unit));
                return metrics.size() - 1;
            });
        }
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

        /** By place of the metric: total, weight, and operations of iterations with this counter for single files only. */
        private double[] sums;

        /**
         * @param first the first iteration, to be added like the others
         * @param metrics of the rounds before
         */
        private RoundSums(Sample first, CellOutcome outcome, int metrics) {
            this.outcome = outcome;
            sums = new double[metrics * KINDS];
            mode = first.mode();
            unit = first.unit();
            score = new RoundValue(mode.equals("thrpt"));
        }

        private void add(Sample sample, CellSums cell, RunSums run) {
            score.add(sample.score(), sample.measuredOperations());
            operations += sample.operations();
            RunSums.add(sample.histogram(), latencies);
            sample.kinds()
                    .forEach((kind, times) ->
                            RunSums.add(times, kinds.computeIfAbsent(kind, none -> new ArrayList<>(1))));
            Set<Integer> filesOnly = new HashSet<>();
            sample.secondary().forEach((name, measured) -> {
                int place = cell.place(name, measured.unit(), run);
                FurtherMetric metric = cell.metrics.get(place);
                if (metric.counts(measured.score())) {
                    boolean replaces = metric.kind() == Kind.LEVEL;
                    double by = metric.kind() == Kind.COUNTER ? sample.operations() : 1;
                    double more = by * metric.factor().orElse(1) * measured.score();
                    put(TOTAL, place, (replaces ? 0 : get(TOTAL, place)) + more);
                    put(WEIGHT, place, (replaces ? 0 : get(WEIGHT, place)) + by);
                    metric.ofAllFiles()
                            .filter(all -> Stream.ofNullable(sample.secondary().get(all))
                                    .noneMatch(of -> Double.isFinite(of.score())))
                            .map(all -> cell.place(all, measured.unit(), run))
                            .ifPresent(filesOnly::add);
                }
            });
            filesOnly.forEach(all -> put(FILES_ONLY, all, get(FILES_ONLY, all) + sample.operations()));
        }

        private double get(int kind, int place) {
            int i = place * KINDS + kind;
            return i < sums.length ? sums[i] : 0;
        }

        private void put(int kind, int place, double sum) {
            int least = (place + 1) * KINDS;
            sums = sums.length < least ? Arrays.copyOf(sums, least) : sums;
            sums[place * KINDS + kind] = sum;
        }

        /**
         * Returns the value of a metric over all iterations; empty if none has it. An iteration leaves out files with
         * nothing to count: it counts as 0 for them if it has the counter of all files or of another.
         */
        private Optional<Double> value(int place, CellSums cell) {
            FurtherMetric metric = cell.metrics.get(place);
            if (metric.kind() == Kind.EVENTS) {
                return Optional.of(get(TOTAL, place) / operations);
            }
            double ofAll = metric.ofAllFiles()
                    .map(cell.places::get)
                    .map(all -> get(WEIGHT, all) + get(FILES_ONLY, all))
                    .orElse(0.0);
            double weight = Math.max(get(WEIGHT, place), ofAll);
            return weight == 0 ? Optional.empty() : Optional.of(get(TOTAL, place) / weight);
        }
    }
}

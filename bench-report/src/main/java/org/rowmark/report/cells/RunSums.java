package org.rowmark.report.cells;

import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.Sample;
import org.rowmark.result.Samples;
import org.rowmark.stats.Percentiles;

/**
 * The sums of a run's measured iterations by cell and round, added up as they are read. Only successful rounds count.
 */
final class RunSums {
    private final Map<Integer, Map<Integer, CellOutcome>> ok;
    private final Map<Integer, SortedMap<Integer, RoundSums>> cells = new HashMap<>();
    private final Map<String, FurtherMetric> metrics = new HashMap<>();

    private RunSums(Map<Integer, Map<Integer, CellOutcome>> ok) {
        this.ok = ok;
    }

    /** @param outcomes of all cells and rounds */
    static RunSums of(Samples samples, List<CellOutcome> outcomes) {
        Map<Integer, Map<Integer, CellOutcome>> ok = new HashMap<>();
        for (CellOutcome outcome : outcomes) {
            if (outcome.outcome() == Outcome.OK) {
                ok.computeIfAbsent(outcome.cell(), cell -> new TreeMap<>()).put(outcome.round(), outcome);
            }
        }
        return samples.addUpMeasured(() -> new RunSums(ok), RunSums::add, RunSums::addAll);
    }

    /** Returns the values of a cell: the means of its rounds. */
    CellValues values(int cell) {
        SortedMap<Integer, RoundSums> byRound = cells.getOrDefault(cell, Collections.emptySortedMap());
        if (byRound.isEmpty()) {
            return CellValues.NONE;
        }
        // the metrics of all rounds: a profiler may leave some out of an iteration
        Map<String, FurtherMetric> all = new TreeMap<>();
        byRound.values().forEach(sums -> sums.metrics().forEach(metric -> all.putIfAbsent(metric.name(), metric)));
        Map<FurtherMetric, Map<Integer, Double>> means = new LinkedHashMap<>();
        all.values().forEach(metric -> means.put(metric, means(byRound, sums -> sums.value(metric))));
        Map<Integer, Instant> starts = new TreeMap<>();
        Map<Integer, Integer> serverStarts = new TreeMap<>();
        Map<Integer, Percentiles> latencies = new TreeMap<>();
        Map<Integer, Long> operations = new TreeMap<>();
        byRound.forEach((round, sums) -> {
            starts.put(round, ok(cell).get(round).start());
            serverStarts.put(round, ok(cell).get(round).serverStart());
            sums.latencies().ifPresent(times -> latencies.put(round, times));
            operations.put(round, sums.operations());
        });
        RoundSums first = byRound.get(byRound.firstKey());
        Map<Integer, Double> score = means(byRound, RoundSums::score);
        return new CellValues(first.mode(), first.unit(), score, starts, serverStarts, latencies)
                .withMetrics(means, operations);
    }

    /** Returns the values by round, without rounds that have none. */
    private static Map<Integer, Double> means(
            Map<Integer, RoundSums> byRound, Function<RoundSums, OptionalDouble> value) {
        Map<Integer, Double> means = new TreeMap<>();
        byRound.forEach((round, sums) -> value.apply(sums).ifPresent(mean -> means.put(round, mean)));
        return means;
    }

    private Map<Integer, CellOutcome> ok(int cell) {
        return ok.getOrDefault(cell, Map.of());
    }

    private void add(Sample sample) {
        CellOutcome outcome = ok(sample.cell()).get(sample.round());
        // a round that was interrupted and repeated also has samples from before the repetition
        if (outcome == null || sample.start().isBefore(outcome.start())) {
            return;
        }
        cells.computeIfAbsent(sample.cell(), cell -> new TreeMap<>())
                .computeIfAbsent(sample.round(), round -> new RoundSums(sample))
                .add(sample, this::metric);
    }

    private FurtherMetric metric(String name, String unit) {
        FurtherMetric known = metrics.computeIfAbsent(name, of -> FurtherMetric.of(name, unit));
        return known.unit().equals(unit) ? known : FurtherMetric.of(name, unit);
    }

    /** Adds a later part of the record. */
    private void addAll(RunSums later) {
        later.cells.forEach((cell, rounds) ->
                cells.computeIfAbsent(cell, none -> new TreeMap<>()).putAll(rounds));
    }
}

package org.rowmark.report.cells;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rowmark.report.cells.SummedMetric.Way;
import org.rowmark.result.CounterName;

/**
 * The counters of the server, its processes and the measuring process for one cell, see {@link CounterName}. They are
 * neither scores nor rates, even in the same unit. A file that is missing from an iteration with counters of other
 * files counts as 0: samples leave out files in which nothing was counted.
 *
 * @param byMetric by the metric's name in samples, sorted; without counters that are not reported
 * @param operations of the measured iterations by round; empty where they are not known
 */
public record Counters(Map<String, CounterSeries> byMetric, Map<Integer, Long> operations) {
    public static final Counters NONE = new Counters(Map.of(), Map.of());

    static final String PER_OPERATION = "/op";

    public Counters {
        byMetric = Collections.unmodifiableMap(new TreeMap<>(byMetric));
    }

    /**
     * Returns the counters among the metrics.
     *
     * @param byRound the measured iterations
     * @param metrics of all rounds, with the unit of their first occurrence
     */
    static Counters of(Map<Integer, RoundSums> byRound, Collection<SummedMetric> metrics) {
        Map<String, CounterSeries> counted = new TreeMap<>();
        metrics.stream().filter(SummedMetric::isCounter).forEach(metric -> {
            Map<Integer, Double> rounds = rounds(byRound, metric);
            if (!rounds.isEmpty()) {
                counted.put(metric.name(), of(metric.unit(), rounds));
            }
        });
        Map<Integer, Long> operations = new TreeMap<>();
        if (metrics.stream().anyMatch(SummedMetric::isCounter)) {
            byRound.forEach((round, sums) -> operations.put(round, sums.operations()));
        }
        return new Counters(counted, operations);
    }

    private static Map<Integer, Double> rounds(Map<Integer, RoundSums> byRound, SummedMetric metric) {
        Map<Integer, Double> rounds = new TreeMap<>();
        Optional<String> ofAllFiles = metric.ofAllFiles().filter(all -> metric.way() == Way.PER_OPERATION);
        byRound.forEach((round, sums) -> ofAllFiles
                .map(all -> sums.ofOneFile(metric.name(), all))
                .orElseGet(() -> sums.value(metric.name()))
                .ifPresent(value -> rounds.put(round, value)));
        return rounds;
    }

    /** Returns a counter from its mean in each replicate. */
    static CounterSeries of(String unit, Map<Integer, Double> rounds) {
        boolean isPerOperation = unit.endsWith(PER_OPERATION);
        return new CounterSeries(
                isPerOperation ? unit.substring(0, unit.length() - PER_OPERATION.length()) : unit,
                isPerOperation,
                rounds);
    }

    public boolean isEmpty() {
        return byMetric.isEmpty();
    }

    /** Returns values by round; empty where they are not reported. */
    public Map<Integer, Double> rounds(String metric) {
        CounterSeries counted = byMetric.get(metric);
        return counted == null ? Map.of() : counted.rounds();
    }

    /** Returns these counters followed by those of a second visit. */
    public Counters followedBy(Counters second, int offset) {
        Map<String, CounterSeries> joined = new TreeMap<>();
        byMetric.forEach((metric, counted) -> {
            Map<Integer, Double> rounds = new TreeMap<>(counted.rounds());
            second.rounds(metric).forEach((round, value) -> rounds.put(round + offset, value));
            joined.put(metric, new CounterSeries(counted.unit(), counted.isPerOperation(), rounds));
        });
        Map<Integer, Long> all = new TreeMap<>(operations);
        second.operations.forEach((round, n) -> all.put(round + offset, n));
        return new Counters(joined, all);
    }
}

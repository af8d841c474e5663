package org.rowmark.report.cells;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rowmark.report.cells.SummedMetric.Way;
import org.rowmark.result.CounterName;

/**
 * What the server, its processes and the measuring process counted for one cell, see {@link CounterName}. They are neither
 * scores nor rates, whatever unit they share with one. Of one file an iteration that tells others counts as 0: samples
 * leave out files in which nothing was counted.
 *
 * @param byMetric by the name that the metric has in samples, sorted; without what nobody tells
 * @param operations of the measured iterations by round; empty where nobody tells
 */
public record Counters(Map<String, CounterSeries> byMetric, Map<Integer, Long> operations) {
    public static final Counters NONE = new Counters(Map.of(), Map.of());

    static final String PER_OPERATION = "/op";

    public Counters {
        byMetric = Collections.unmodifiableMap(new TreeMap<>(byMetric));
    }

    /**
     * @param byRound the measured iterations
     * @param metrics those of all rounds, each as it was met first
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

    /** Of means by replicate, where nobody tells more. */
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

    /** Values by round; empty where nobody tells them. */
    public Map<Integer, Double> rounds(String metric) {
        CounterSeries counted = byMetric.get(metric);
        return counted == null ? Map.of() : counted.rounds();
    }

    /** A second visit's behind the first's. */
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

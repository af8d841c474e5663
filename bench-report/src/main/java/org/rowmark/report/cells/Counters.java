package org.rowmark.report.cells;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.result.CounterName;

/**
 * The counters of the server, its processes and the measuring process for one cell, see {@link CounterName}. They are
 * neither scores nor rates, even in the same unit.
 *
 * @param byMetric by the metric's name in samples, sorted; without counters that are not reported
 * @param operations of the measured iterations by round; empty where they are not known
 */
public record Counters(Map<String, CounterSeries> byMetric, Map<Integer, Long> operations) {
    public static final Counters NONE = new Counters(Map.of(), Map.of());

    public Counters {
        byMetric = Collections.unmodifiableMap(new TreeMap<>(byMetric));
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
    Counters followedBy(Counters second, int offset) {
        Map<String, CounterSeries> joined = new TreeMap<>(byMetric);
        joined.replaceAll((metric, counted) -> new CounterSeries(
                counted.sampleUnit(), CellValues.joined(counted.rounds(), second.rounds(metric), offset)));
        return new Counters(joined, CellValues.joined(operations, second.operations, offset));
    }
}

package org.rowmark.report.cells;

import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.lang3.Strings;
import org.rowmark.result.CounterName;
import org.rowmark.stats.Interval;

/**
 * The counters of the server, its processes and the measuring process for one cell, see {@link CounterName}. They are
 * neither scores nor rates, even in the same unit.
 *
 * @param byMetric by the metric's name in samples, sorted; without counters that are not reported
 */
public record Counters(Map<String, Series> byMetric) {
    public static final Counters NONE = new Counters(Map.of());

    /**
     * One counter of a cell.
     *
     * @param sampleUnit unit in samples: {@code bytes/op} of a counter that is divided by all operations of the round,
     *     {@code bytes} of a level, {@code %} of a load
     * @param rounds values by round, sorted; without the rounds that do not report it
     */
    public record Series(String sampleUnit, Map<Integer, Double> rounds) {
        public Interval mean() {
            return Means.mean(rounds);
        }

        /** Returns the unit without {@code /op}. */
        public String unit() {
            return Strings.CS.removeEnd(sampleUnit, FurtherMetric.PER_OPERATION);
        }
    }

    public Map<Integer, Double> rounds(String metric) {
        Series counted = byMetric.get(metric);
        return counted == null ? Map.of() : counted.rounds();
    }

    Counters followedBy(Counters second, int offset) {
        Map<String, Series> joined = new TreeMap<>(byMetric);
        joined.replaceAll((metric, counted) ->
                new Series(counted.sampleUnit(), CellValues.joined(counted.rounds(), second.rounds(metric), offset)));
        return new Counters(joined);
    }
}

package org.rowmark.report.cells;

import java.util.Map;
import org.rowmark.stats.Interval;

/**
 * One counter of a cell.
 *
 * @param sampleUnit unit in samples: {@code bytes/op} of a counter that is divided by all operations of the round,
 *     {@code bytes} of a level, {@code %} of a load
 * @param rounds values by round, sorted; without the rounds that do not report it
 */
public record CounterSeries(String sampleUnit, Map<Integer, Double> rounds) {
    public Interval mean() {
        return Means.mean(rounds);
    }

    /** Returns the unit without {@code /op}. */
    public String unit() {
        return sampleUnit.replaceFirst(FurtherMetric.PER_OPERATION + "$", "");
    }
}

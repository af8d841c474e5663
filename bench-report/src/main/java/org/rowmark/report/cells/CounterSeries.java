package org.rowmark.report.cells;

import java.util.Map;
import org.rowmark.stats.Interval;

/**
 * One counter of a cell.
 *
 * @param unit {@code bytes}, {@code ms}, {@code count}, {@code %} or another, without {@code /op}
 * @param isPerOperation whether values are divided by all operations of the round; a level or a load is not
 * @param rounds values by round, sorted; without the rounds that do not report it
 */
public record CounterSeries(String unit, boolean isPerOperation, Map<Integer, Double> rounds) {
    public Interval mean() {
        return Means.mean(rounds);
    }

    /** Returns the unit in samples: {@code bytes/op}. */
    public String sampleUnit() {
        return isPerOperation ? unit + Counters.PER_OPERATION : unit;
    }
}

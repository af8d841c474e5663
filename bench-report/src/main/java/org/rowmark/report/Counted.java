package org.rowmark.report;

import java.util.Map;
import org.rowmark.stats.Interval;

/**
 * One counter of a cell.
 *
 * @param unit {@code bytes}, {@code ms}, {@code count}, {@code %} or what else it is in, without what it is divided by
 * @param isPerOperation whether values are divided by all operations of the round; a level or a load is not
 * @param rounds values by round, sorted; without the rounds that do not tell it
 */
record Counted(String unit, boolean isPerOperation, Map<Integer, Double> rounds) {
    Interval mean() {
        return Rounds.mean(rounds);
    }

    /** The unit as samples have it: {@code bytes/op}. */
    String sampleUnit() {
        return isPerOperation ? unit + Counts.PER_OPERATION : unit;
    }
}

package org.rowmark.report;

import java.util.Map;
import org.rowmark.stats.Interval;

/** Values by round. */
final class Rounds {
    private Rounds() {}

    /** Their mean with its interval; without a round where there are none. */
    static Interval mean(Map<Integer, Double> byRound) {
        return Interval.ofMean(
                byRound.values().stream().mapToDouble(Double::doubleValue).toArray());
    }
}

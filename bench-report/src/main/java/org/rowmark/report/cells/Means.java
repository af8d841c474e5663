package org.rowmark.report.cells;

import java.util.Map;
import org.rowmark.stats.Interval;

/** Values by round. */
public final class Means {
    private Means() {}

    /** Their mean with its interval; without a round where there are none. */
    public static Interval mean(Map<Integer, Double> byRound) {
        return Interval.ofMean(
                byRound.values().stream().mapToDouble(Double::doubleValue).toArray());
    }
}

package org.rowmark.report.cells;

import java.util.Optional;
import java.util.OptionalDouble;
import org.rowmark.result.CounterName;

/**
 * A further metric of a cell, and the way to combine its values in the iterations of a round.
 *
 * @param factor of a named metric, see {@link NamedMetrics#factor}; empty for others
 * @param isCounter whether it is one of {@link Counters}
 * @param ofAllFiles of a counter of one file, the name of the counter of all files; empty for others
 */
record SummedMetric(
        String name, String unit, Way way, OptionalDouble factor, boolean isCounter, Optional<String> ofAllFiles) {
    private static final String LOAD = "%";

    /** The ways to combine the values of several iterations. */
    enum Way {
        /** The mean of the iterations that have a value. */
        MEAN,
        /** The sum of the finite values over the operations of all iterations. */
        EVENTS,
        /** The mean over the operations of the iterations that have a finite value, not a mean of means. */
        PER_OPERATION,
        /** The mean of the finite values. */
        LOAD,
        /** The last finite value. */
        LEVEL
    }

    static SummedMetric of(String name, String unit) {
        Optional<CounterName> counter = CounterName.of(name);
        return new SummedMetric(
                name,
                unit,
                way(unit, counter.isPresent()),
                NamedMetrics.factor(name, unit),
                counter.isPresent(),
                counter.filter(CounterName::isOfOneFile)
                        .map(one -> new CounterName(one.kind(), one.name(), "").metric()));
    }

    private static Way way(String unit, boolean isCounter) {
        if (!isCounter) {
            return MetricUnit.isEvents(unit) ? Way.EVENTS : Way.MEAN;
        }
        if (unit.endsWith(Counters.PER_OPERATION)) {
            return Way.PER_OPERATION;
        }
        return unit.equals(LOAD) ? Way.LOAD : Way.LEVEL;
    }

    boolean counts(double value) {
        return way == Way.MEAN ? !Double.isNaN(value) : Double.isFinite(value);
    }
}

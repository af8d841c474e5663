package org.rowmark.report.cells;

import java.util.Optional;
import java.util.OptionalDouble;
import org.rowmark.result.CounterName;

/**
 * A further metric of a cell.
 *
 * @param kind the way to combine its values in the iterations of a round
 * @param factor of a named metric, see {@link NamedMetrics#factor}; empty for others
 * @param ofAllFiles of a counter of one file per operation, the name of the counter of all files; empty for others
 */
record FurtherMetric(String name, String unit, Kind kind, OptionalDouble factor, Optional<String> ofAllFiles) {
    static final String PER_OPERATION = "/op";

    private static final String LOAD = "%";

    enum Kind {
        /** The mean of the iterations that have a value. */
        MEAN,
        /** The sum of the finite values over the operations of all iterations. */
        EVENTS,
        /** A counter: the mean over the operations of the iterations with a finite value, not a mean of means. */
        COUNTER,
        /** A counter: the mean of the finite values. */
        LOAD,
        /** A counter: the last finite value. */
        LEVEL
    }

    static FurtherMetric of(String name, String unit) {
        Optional<CounterName> counter = CounterName.of(name);
        Kind kind = kind(unit, counter.isPresent());
        return new FurtherMetric(
                name,
                unit,
                kind,
                NamedMetrics.factor(name, unit),
                counter.filter(one -> kind == Kind.COUNTER && one.isOfOneFile())
                        .map(one -> new CounterName(one.kind(), one.name(), "").metric()));
    }

    private static Kind kind(String unit, boolean isCounter) {
        if (!isCounter) {
            return MetricUnit.isEvents(unit) ? Kind.EVENTS : Kind.MEAN;
        }
        if (unit.endsWith(PER_OPERATION)) {
            return Kind.COUNTER;
        }
        return unit.equals(LOAD) ? Kind.LOAD : Kind.LEVEL;
    }

    boolean isCounter() {
        return kind != Kind.MEAN && kind != Kind.EVENTS;
    }

    boolean counts(double value) {
        return kind == Kind.MEAN ? !Double.isNaN(value) : Double.isFinite(value);
    }
}

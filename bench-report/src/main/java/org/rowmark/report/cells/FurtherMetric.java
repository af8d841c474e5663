package org.rowmark.report.cells;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
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
    static final String OPERATIONS = "ops/";
    private static final Pattern NAME_OF_OPERATIONS = Pattern.compile("\\w+");

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
            return unit.equals("#") ? Kind.EVENTS : Kind.MEAN;
        }
        if (unit.endsWith(PER_OPERATION)) {
            return Kind.COUNTER;
        }
        return unit.equals("%") ? Kind.LOAD : Kind.LEVEL;
    }

    boolean isCounter() {
        return kind != Kind.MEAN && kind != Kind.EVENTS;
    }

    boolean counts(double value) {
        return kind == Kind.MEAN ? !Double.isNaN(value) : Double.isFinite(value);
    }

    /**
     * Returns the unit in which the metric is shown. A counter of kind OPERATIONS has the unit of the primary result
     * and its name replaces the operation: {@code MB} in ops/s is MB/s, in ms/op it is ms/MB. One whose unit has its
     * name, such as {@code pass} in s/pass, is shown by the unit. A profiler's metric has a dotted name or another unit
     * and keeps it.
     */
    String shown(String primaryUnit) {
        if (unit.equals(primaryUnit) && NAME_OF_OPERATIONS.matcher(name).matches()) {
            if (unit.startsWith(OPERATIONS)) {
                return name + unit.substring(OPERATIONS.length() - 1);
            }
            if (unit.endsWith(PER_OPERATION)) {
                return unit.substring(0, unit.length() - PER_OPERATION.length() + 1) + name;
            }
        }
        if (unit.endsWith("/" + name)) {
            return unit;
        }
        return kind == Kind.EVENTS ? name + PER_OPERATION : name + " (" + unit + ")";
    }
}

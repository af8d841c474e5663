package org.rowmark.report.cells;

import java.util.regex.Pattern;
import org.rowmark.stats.Comparison.Better;

/** The meaning of JMH's units. */
public final class MetricUnit {
    private static final String OPERATIONS = "ops/";
    private static final String PER_OPERATION = "/op";
    private static final String THROUGHPUT = "thrpt";

    /** JMH's short name of the mode that measures one operation at a time. */
    public static final String SINGLE_SHOT = "ss";

    private static final Pattern COUNTER_NAME = Pattern.compile("\\w+");

    private MetricUnit() {}

    /** Returns the better direction: throughput when higher; all other modes measure time. */
    public static Better better(String mode) {
        return THROUGHPUT.equals(mode) ? Better.HIGHER : Better.LOWER;
    }

    /**
     * Returns the unit in which a further metric is shown. A counter of kind OPERATIONS has the unit of the primary
     * result and its name replaces the operation: {@code MB} in ops/s is MB/s, in ms/op it is ms/MB. A profiler's
     * metric has a dotted name or another unit and keeps it.
     */
    static String shown(String name, String unit, String primaryUnit) {
        if (unit.equals(primaryUnit) && COUNTER_NAME.matcher(name).matches()) {
            if (unit.startsWith(OPERATIONS)) {
                return name + unit.substring(OPERATIONS.length() - 1);
            }
            if (unit.endsWith(PER_OPERATION)) {
                return unit.substring(0, unit.length() - PER_OPERATION.length() + 1) + name;
            }
        }
        return isEvents(unit) ? name + "/op" : name + " (" + unit + ")";
    }

    /** Returns whether a metric counts events of an iteration rather than a rate. */
    static boolean isEvents(String unit) {
        return "#".equals(unit);
    }
}

package org.rowmark.report.cells;

import org.rowmark.stats.Comparison.Better;

/** The meaning of JMH's modes. */
public final class MetricUnit {
    /** JMH's short name of the mode that measures one operation at a time. */
    public static final String SINGLE_SHOT = "ss";

    private MetricUnit() {}

    /** Returns the better direction: throughput when higher; all other modes measure time. */
    public static Better better(String mode) {
        return mode.equals("thrpt") ? Better.HIGHER : Better.LOWER;
    }
}

package org.rowmark.report;

import org.rowmark.stats.Comparison.Better;

/**
 * What is compared of two cells.
 *
 * @param name empty for the score, otherwise for example {@code p99}
 * @param unit of the values, empty if nothing was measured
 * @param better which way a value is better
 */
record Metric(String name, String unit, Better better) {
    /** The primary result. */
    static Metric score(Replicates replicates) {
        return new Metric("", replicates.unit(), MetricUnit.better(replicates.mode()));
    }

    boolean isScore() {
        return name.isEmpty();
    }

    String direction() {
        return better == Better.HIGHER ? "higher is better" : "lower is better";
    }
}

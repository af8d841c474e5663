package org.rowmark.report.compare;

import org.rowmark.report.cells.CellValues;
import org.rowmark.stats.Comparison.Better;

/**
 * A quantity in which cells are compared.
 *
 * @param name empty for the score, otherwise for example {@code p99}
 * @param unit of the values, empty if nothing was measured
 * @param better which way a value is better
 */
public record Metric(String name, String unit, Better better) {
    /** Returns the primary result. */
    public static Metric score(CellValues cellValues) {
        return new Metric("", cellValues.unit(), cellValues.better());
    }

    public boolean isScore() {
        return name.isEmpty();
    }

    public String direction() {
        return better == Better.HIGHER ? "higher is better" : "lower is better";
    }
}

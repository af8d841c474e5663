package org.rowmark.report.compare;

import java.util.Locale;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.MetricUnit;
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
        return new Metric("", cellValues.unit(), MetricUnit.better(cellValues.mode()));
    }

    public boolean isScore() {
        return name.isEmpty();
    }

    /** Returns {@code score} or its name, for files. */
    public String id() {
        return isScore() ? "score" : name;
    }

    /** Returns {@code higher} or {@code lower}, whichever is better. */
    public String way() {
        return better.name().toLowerCase(Locale.ROOT);
    }
}

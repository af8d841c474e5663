package org.rowmark.report;

import java.util.Optional;

/**
 * How the same measurements may be looked at.
 *
 * @param margin δ; empty: the run's own
 * @param row keys of the lines, separated by commas; empty: all that are not the columns'
 * @param column key of the columns; empty: the targets of a run, a parameter of a file of JMH, or what stands side by side
 * @param baseline name of a column, or of what stands side by side; empty: the run's own, or the first
 * @param isFull whether counters.csv holds the counters of each round rather than their means
 */
public record ReportOptions(
        Optional<Double> margin,
        Optional<String> row,
        Optional<String> column,
        Optional<String> baseline,
        boolean isFull) {
    /** Nothing said. */
    public static final ReportOptions NONE =
            new ReportOptions(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public ReportOptions(
            Optional<Double> margin, Optional<String> row, Optional<String> column, Optional<String> baseline) {
        this(margin, row, column, baseline, false);
    }

    /** The same, with the counters of each round or without. */
    public ReportOptions full(boolean full) {
        return new ReportOptions(margin, row, column, baseline, full);
    }

    ReportOptions withoutBaseline() {
        return new ReportOptions(margin, row, column, Optional.empty(), isFull);
    }
}

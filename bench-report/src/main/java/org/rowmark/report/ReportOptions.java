package org.rowmark.report;

import java.util.List;
import java.util.Optional;

/**
 * The options of a report on given measurements.
 *
 * @param margin δ; empty: the run's own
 * @param rows keys of the lines; none: all except the column's
 * @param column key of the columns; empty: the targets of a run, a parameter of a file of JMH, or the sources side by
 *     side
 * @param baseline name of a column or a source; empty: the run's own, or the first
 * @param isFull whether counters.csv holds the counters of each round rather than their means
 */
public record ReportOptions(
        Optional<Double> margin,
        List<String> rows,
        Optional<String> column,
        Optional<String> baseline,
        boolean isFull) {
    public static final ReportOptions NONE =
            new ReportOptions(Optional.empty(), List.of(), Optional.empty(), Optional.empty(), false);

    ReportOptions with(List<String> lines, Optional<String> ofColumns, Optional<String> other) {
        return new ReportOptions(margin, lines, ofColumns, other, isFull);
    }
}

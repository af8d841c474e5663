package org.rowmark.report;

import java.util.List;
import java.util.Optional;

/**
 * The options of a report on given measurements.
 *
 * @param margin δ; empty: the run's own
 * @param row keys of the lines, separated by commas; empty: all except the column's
 * @param column key of the columns; empty: the targets of a run, a parameter of a file of JMH, or the sources side by
 *     side
 * @param baseline name of a column or a source; empty: the run's own, or the first
 * @param isFull whether counters.csv holds the counters of each round rather than their means
 */
public record ReportOptions(
        Optional<Double> margin,
        Optional<String> row,
        Optional<String> column,
        Optional<String> baseline,
        boolean isFull) {
    public static final ReportOptions NONE =
            new ReportOptions(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public ReportOptions(
            Optional<Double> margin, Optional<String> row, Optional<String> column, Optional<String> baseline) {
        this(margin, row, column, baseline, false);
    }

    List<String> rows() {
        return row.map(keys -> List.of(keys.split(",", -1))).orElse(List.of());
    }
}

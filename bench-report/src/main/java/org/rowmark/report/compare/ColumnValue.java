package org.rowmark.report.compare;

import java.util.List;
import java.util.Map;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case.Metric;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Interval;

/**
 * A column of a line: a cell in one metric.
 *
 * @param column name of the column
 * @param cell the cell; {@link Cell#absent} if there is none
 * @param values by round, in the unit of the line's metric
 * @param score their mean
 */
public record ColumnValue(String column, Cell cell, Map<Integer, Double> values, Interval score) {

    public ColumnValue(String column, Cell cell, Map<Integer, Double> values) {
        this(column, cell, values, Means.mean(values));
    }

    /** Returns the score of the cells that share a place. */
    static ColumnValue score(String column, List<Cell> cells) {
        Cell cell = Cell.mixed(cells);
        return new ColumnValue(column, cell, cell.values().score());
    }

    public boolean isMeasured() {
        return !values.isEmpty();
    }

    /** Returns the unit of the values: cells of one line may have been measured in different ones. */
    public String unit(Metric metric) {
        return metric.isScore() && isMeasured() ? cell.values().unit() : metric.unit();
    }

    /** Returns the value of one round as a table shows it. */
    public String raw(int round) {
        return Numbers.raw(values.getOrDefault(round, Double.NaN));
    }

    /** Returns the mean of a further metric, NaN if the cell does not have it. */
    public double secondary(String unit) {
        return Means.mean(cell.values().secondary().getOrDefault(unit, Map.of()))
                .mean();
    }
}

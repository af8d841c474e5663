package org.rowmark.report.compare;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The columns of a comparison side by side for one subject in one metric.
 *
 * @param columnValues by column
 * @param title {@code insert-batch batchSize=100}, {@code point-select p99}; kept because many readers need it
 */
public record Case(CaseKey key, Metric metric, List<ColumnValue> columnValues, String title) {

    Case(CaseKey key, Metric metric, List<ColumnValue> columnValues) {
        this(key, metric, columnValues, metric.isScore() ? key.title() : key.title() + " " + metric.name());
    }

    /** Returns the unit, {@code ops/s}; all units where the sides were measured in different ones. */
    public String unit() {
        return isMeasured()
                ? columnValues.stream()
                        .filter(ColumnValue::isMeasured)
                        .map(side -> side.unit(metric))
                        .distinct()
                        .collect(Collectors.joining(", "))
                : metric.unit();
    }

    public boolean isMeasured() {
        return columnValues.stream().anyMatch(ColumnValue::isMeasured);
    }

    /** Returns the numbers of the rounds that any side has, ascending. */
    public List<Integer> rounds() {
        TreeSet<Integer> rounds = new TreeSet<>();
        columnValues.forEach(side -> rounds.addAll(side.values().keySet()));
        return List.copyOf(rounds);
    }
}

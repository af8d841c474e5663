package org.rowmark.report.compare;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The columns of a comparison side by side for one subject in one metric.
 *
 * @param sides by column
 * @param title {@code insert-batch batchSize=100}, {@code point-select p99}; it is asked for many times
 */
public record Case(CaseKey subject, Metric metric, List<ColumnValue> sides, String title) {

    Case(CaseKey subject, Metric metric, List<ColumnValue> sides) {
        this(subject, metric, sides, metric.isScore() ? subject.title() : subject.title() + " " + metric.name());
    }

    /** {@code ops/s}; all of them, where the sides were measured in different ones. */
    public String unit() {
        return isMeasured()
                ? sides.stream()
                        .filter(ColumnValue::isMeasured)
                        .map(side -> side.unit(metric))
                        .distinct()
                        .collect(Collectors.joining(", "))
                : metric.unit();
    }

    /** Units of the further metrics that some side has. */
    List<String> secondaryUnits() {
        return sides.stream()
                .flatMap(side -> side.cell().replicates().secondary().keySet().stream())
                .distinct()
                .toList();
    }

    public boolean isMeasured() {
        return sides.stream().anyMatch(ColumnValue::isMeasured);
    }

    /** Numbers of the rounds that some side has, ascending. */
    public List<Integer> rounds() {
        TreeSet<Integer> rounds = new TreeSet<>();
        sides.forEach(side -> rounds.addAll(side.values().keySet()));
        return List.copyOf(rounds);
    }
}

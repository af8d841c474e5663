package org.rowmark.report;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The columns of a comparison side by side for one subject in one metric.
 *
 * @param sides by column
 * @param title {@code insert-batch batchSize=100}, {@code point-select p99}; it is asked for many times
 */
record Line(Subject subject, Metric metric, List<Side> sides, String title) {

    Line(Subject subject, Metric metric, List<Side> sides) {
        this(subject, metric, sides, metric.isScore() ? subject.title() : subject.title() + " " + metric.name());
    }

    /** {@code ops/s}; all of them, where the sides were measured in different ones. */
    String unit() {
        return isMeasured()
                ? sides.stream()
                        .filter(Side::isMeasured)
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

    boolean isMeasured() {
        return sides.stream().anyMatch(Side::isMeasured);
    }

    /** Numbers of the rounds that some side has, ascending. */
    List<Integer> rounds() {
        TreeSet<Integer> rounds = new TreeSet<>();
        sides.forEach(side -> rounds.addAll(side.values().keySet()));
        return List.copyOf(rounds);
    }
}

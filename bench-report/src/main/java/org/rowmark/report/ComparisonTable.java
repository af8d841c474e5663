package org.rowmark.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rowmark.result.PlannedCell;
import org.rowmark.stats.Comparison.Better;

/**
 * The targets side by side for one workload with one set of parameter values.
 *
 * @param workload name of the workload
 * @param parameters parameter values by name, sorted
 * @param operation what one operation is, in words
 * @param unit of the scores, empty if nothing was measured
 * @param better which way a score is better
 * @param baseline name of the target that ratios are relative to
 * @param secondaryUnits units of the further metrics that some row has
 * @param rows in the order of the plan
 */
record ComparisonTable(
        String workload,
        Map<String, String> parameters,
        String operation,
        String unit,
        Better better,
        String baseline,
        List<String> secondaryUnits,
        List<Row> rows) {

    /** What a table is about: cells that share it stand in one table. */
    record Key(String workload, Map<String, String> parameters) {
        static Key of(PlannedCell cell) {
            return new Key(cell.workload(), cell.parameters());
        }
    }

    /** {@code batchSize=100 rewrite=off}, empty without parameters. */
    String parametersText() {
        return parameters.entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                .collect(Collectors.joining(" "));
    }

    /** {@code insert-batch batchSize=100}. */
    String title() {
        return parameters.isEmpty() ? workload : workload + " " + parametersText();
    }

    String direction() {
        return better == Better.HIGHER ? "higher is better" : "lower is better";
    }

    boolean hasRatios() {
        return rows.stream().anyMatch(row -> row.against().isPresent());
    }

    /** Columns of the table: target, score, interval, rounds, verdict, and what else there is to show. */
    int columns() {
        return 5 + secondaryUnits.size() + (hasRatios() ? 2 : 0);
    }

    /** Whether any row says more than numbers. */
    boolean hasWords() {
        return rows.stream().flatMap(row -> row.against().stream()).anyMatch(Row.Against::hasWord);
    }

    boolean isMeasured() {
        return rows.stream().anyMatch(Row::isMeasured);
    }

    /** Numbers of the planned rounds. */
    List<Integer> rounds() {
        return IntStream.rangeClosed(1, rows.get(0).plannedRounds()).boxed().toList();
    }
}

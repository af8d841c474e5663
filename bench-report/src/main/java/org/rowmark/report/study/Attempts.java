package org.rowmark.report.study;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.Means;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.report.section.Results;
import org.rowmark.report.section.Section;
import org.rowmark.stats.Comparison.Better;

/** Attempts and goodput of workloads that count retries, errors and rollbacks. */
public final class Attempts {
    private static final String RETRIES = "retries";
    private static final String ROLLBACKS = "rollbacks";

    /** Prefix of the number of failed attempts with a SQLSTATE. */
    private static final String ERRORS = "errors.";

    private Attempts() {}

    public static Section section(Results results) {
        Set<String> counting = results.cells().stream()
                .filter(cell -> Set.of(RETRIES, ROLLBACKS).stream()
                        .anyMatch(cell.values().events()::containsKey))
                .map(Attempts::workload)
                .collect(Collectors.toSet());
        List<Cell> cells = results.cells().stream()
                .filter(cell -> cell.isMeasured()
                        && cell.values().better() == Better.HIGHER
                        && counting.contains(workload(cell)))
                .toList();
        String unit =
                cells.stream().map(cell -> cell.values().unit()).distinct().collect(Collectors.joining(", "));
        DataTable table = results.keyColumns(cells.stream().map(Cell::keys).toList(), "")
                .table(
                        cells,
                        Cell::keys,
                        List.of(
                                column(
                                        "throughput, " + unit,
                                        cell -> cell.values().score()),
                                column("attempts", cell -> plus(cell, 1, RETRIES)),
                                column("goodput", cell -> plus(cell, -1, ROLLBACKS)),
                                column(ROLLBACKS, cell -> rate(cell, ROLLBACKS)),
                                column(RETRIES, cell -> rate(cell, RETRIES)),
                                Column.ofText("errors by SQLSTATE", Attempts::errors)));
        return new Section(
                "Attempts and goodput",
                "Means over rounds with 95 % intervals, all in the unit of the throughput, which counts each operation"
                        + " once. Attempts are these and the retries after errors; goodput is without the operations"
                        + " that were rolled back as intended.",
                table);
    }

    private static String workload(Cell cell) {
        return cell.keys().getOrDefault(Cell.WORKLOAD, "");
    }

    private static Column<Cell> column(String name, Function<Cell, Map<Integer, Double>> byRound) {
        return new Column<>(name, cell -> TableCell.of(Means.mean(byRound.apply(cell))));
    }

    /** Returns the throughput with the rate of an event added so many times. */
    private static Map<Integer, Double> plus(Cell cell, int times, String event) {
        return Means.joined(cell.values().score(), rate(cell, event), (all, some) -> all + times * some);
    }

    /** Returns an event in the unit of the throughput. */
    private static Map<Integer, Double> rate(Cell cell, String event) {
        Map<Integer, Double> score = cell.values().score();
        Map<Integer, Double> counted = cell.values().events().get(event);
        return counted == null ? Means.scaled(score, 0) : Means.joined(score, counted, (all, each) -> all * each);
    }

    private static String errors(Cell cell) {
        String errors = cell.values().events().keySet().stream()
                .filter(event -> event.startsWith(ERRORS))
                .map(event -> event.substring(ERRORS.length()) + ": "
                        + Numbers.score(Means.mean(rate(cell, event)).mean()))
                .collect(Collectors.joining(", "));
        return errors.isEmpty() ? Numbers.NONE : errors;
    }
}

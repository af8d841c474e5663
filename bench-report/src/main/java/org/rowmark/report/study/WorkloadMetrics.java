package org.rowmark.report.study;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.report.section.Results;
import org.rowmark.report.section.Section;
import org.rowmark.report.study.RestoreTables.Rate;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Interval;

/** Metrics of workloads other than their scores and those with sections of their own, and operations in round trips. */
public final class WorkloadMetrics {
    private static final String PING = "ping";

    /** The modes whose scores are means over many operations. */
    private static final Set<String> MODES = Set.of("thrpt", "avgt");

    private WorkloadMetrics() {}

    private record Row(Case line, String metric) {}

    /** The pings of one operation of a configuration, for programs. */
    private record Cost(int line, String column, Interval pings) {}

    public static Section section(Results results) {
        List<Row> rows = results.table().scores().stream()
                .flatMap(line -> metrics(line).map(metric -> new Row(line, metric)))
                .toList();
        List<Column<Row>> keys = List.of(
                Column.ofText("workload", row -> row.line.title()),
                Column.ofText("metric", row -> row.metric.replace('-', ' ')));
        List<Integer> shown =
                results.table().shownIn(rows.stream().map(Row::line).toList());
        DataTable table = DataTable.of(
                keys,
                results.table().columns(shown),
                rows,
                (row, i) -> amount(row.line.columnValues().get(shown.get(i)).cell(), row.metric));
        return new Section(
                "Metrics of the workloads", "Of one operation: means over rounds with 95 % intervals.", table);
    }

    private static TableCell amount(Cell cell, String metric) {
        return cell.state() == Cell.State.ABSENT
                ? TableCell.of(Numbers.NONE, cell.problem())
                : TableCell.amount(Means.mean(cell.values().named(metric)), NamedMetrics.unit(metric));
    }

    private static Stream<String> metrics(Case line) {
        return line.columnValues().stream()
                .filter(side -> !PageFill.isFill(side.cell()))
                .flatMap(side -> side.cell().values().named().keySet().stream())
                .filter(metric -> !metric.startsWith(NamedMetrics.PHASE)
                        && !metric.startsWith(NamedMetrics.PHASE_CPU)
                        && !metric.startsWith(NamedMetrics.LEFT_OUT)
                        && !Rate.METRICS.contains(metric))
                .distinct()
                .sorted();
    }

    /** Returns the time of an operation in pings, the floor under every operation, where a run measured both. */
    public static Section roundTrips(Results results) {
        ComparisonTable table = results.table();
        // a cell that mixes several has no ping of its own
        Map<Map<String, String>, CellValues> pings = results.cells().stream()
                .filter(cell -> isPing(cell) && table.mixed().isEmpty())
                .collect(
                        Collectors.toMap(cell -> cell.without(Cell.WORKLOAD).keys(), Cell::values, (one, same) -> one));
        Set<Set<String>> keysOfPings = pings.keySet().stream().map(Map::keySet).collect(Collectors.toSet());
        IdentityHashMap<Case, Integer> places = table.places();
        List<List<Cost>> costs = table.scores().stream()
                .map(line -> line.columnValues().stream()
                        .map(side -> new Cost(places.get(line), side.column(), cost(side.cell(), pings, keysOfPings)))
                        .toList())
                .filter(line -> line.stream().anyMatch(cost -> cost.pings.n() > 0))
                .toList();
        List<Case> lines =
                costs.stream().map(line -> table.lines().get(line.get(0).line)).toList();
        List<Column<List<Cost>>> keys = List.of(Column.ofText(
                "workload", line -> table.lines().get(line.get(0).line).title()));
        List<Integer> shown = table.shownIn(lines);
        return new Section(
                        "Round trips",
                        "The time of one operation in pings of the same target with as many threads: the ratio within"
                                + " each round, means over rounds with 95 % intervals.",
                        DataTable.of(
                                keys,
                                table.columns(shown),
                                costs,
                                (line, i) -> TableCell.of(line.get(shown.get(i)).pings)))
                .withData("roundTrips", costs.stream().flatMap(List::stream).toList());
    }

    private static boolean isPing(Cell cell) {
        return PING.equals(cell.keys().get(Cell.WORKLOAD));
    }

    /** @param pings values of pings by their keys but the workload, which the cell of another workload has too */
    private static Interval cost(Cell cell, Map<Map<String, String>, CellValues> pings, Set<Set<String>> keysOfPings) {
        CellValues values = cell.values();
        if (isPing(cell) || cell.isOpenLoop() || !MODES.contains(values.mode())) {
            return Means.mean(Map.of());
        }
        return Means.mean(keysOfPings.stream()
                .map(names -> {
                    Map<String, String> keys = new HashMap<>(cell.keys());
                    keys.keySet().retainAll(names);
                    return pings.get(keys);
                })
                .filter(ping -> ping != null && ping.isLike(values))
                .findFirst()
                .map(ping -> values.better() == Better.HIGHER
                        ? Means.quotient(ping.score(), values.score())
                        : Means.quotient(values.score(), ping.score()))
                .orElse(Map.of()));
    }
}

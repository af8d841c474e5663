package org.rowmark.report.study;

import java.util.List;
import java.util.Map;
import java.util.Set;
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
        List<Cell> pings = results.cells().stream()
                .filter(cell -> isPing(cell) && table.mixed().isEmpty())
                .toList();
        List<Case> lines = table.scores().stream()
                .filter(line -> line.columnValues().stream()
                        .anyMatch(side -> cost(side.cell(), pings).n() > 0))
                .toList();
        List<Cost> costs = lines.stream()
                .flatMap(line -> line.columnValues().stream()
                        .map(side -> new Cost(table.lines().indexOf(line), side.column(), cost(side.cell(), pings))))
                .toList();
        List<Column<Case>> keys = List.of(Column.ofText("workload", Case::title));
        List<Integer> shown = table.shownIn(lines);
        return new Section(
                        "Round trips",
                        "The time of one operation in pings of the same target with as many threads: the ratio within"
                                + " each round, means over rounds with 95 % intervals.",
                        DataTable.of(
                                keys,
                                table.columns(shown),
                                lines,
                                (line, i) -> TableCell.of(cost(
                                        line.columnValues().get(shown.get(i)).cell(), pings))))
                .withData("roundTrips", costs);
    }

    private static boolean isPing(Cell cell) {
        return PING.equals(cell.keys().get(Cell.WORKLOAD));
    }

    private static Interval cost(Cell cell, List<Cell> pings) {
        CellValues values = cell.values();
        return Means.mean(pings.stream()
                .filter(ping -> isFloor(ping, cell))
                .findFirst()
                .map(ping -> ping.values().score())
                .map(ofPing -> values.better() == Better.HIGHER
                        ? Means.quotient(ofPing, values.score())
                        : Means.quotient(values.score(), ofPing))
                .orElse(Map.of()));
    }

    /** Returns whether a ping has the target, the threads and all other keys of a cell of another workload. */
    private static boolean isFloor(Cell ping, Cell cell) {
        return !isPing(cell)
                && !cell.isOpenLoop()
                && MODES.contains(cell.values().mode())
                && cell.values().isLike(ping.values())
                && cell.keys()
                        .entrySet()
                        .containsAll(ping.without(Cell.WORKLOAD).keys().entrySet());
    }
}

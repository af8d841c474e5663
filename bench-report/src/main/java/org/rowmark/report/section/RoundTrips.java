package org.rowmark.report.section;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Interval;

/** The time of an operation as a number of pings, the floor under every operation, where a run measured both. */
final class RoundTrips {
    private static final String PING = "ping";

    /** The modes whose scores are means over many operations. */
    private static final Set<String> MODES = Set.of("thrpt", "avgt");

    private RoundTrips() {}

    /** The pings of one operation of a configuration, for programs. */
    private record Cost(int line, String column, Interval pings) {}

    static Section section(Results results) {
        ComparisonTable table = results.table();
        // a cell that mixes several has no ping of its own
        List<Cell> pings = results.cells().stream()
                .filter(cell -> isPing(cell) && table.mixed().isEmpty())
                .toList();
        List<Case> lines = table.scores().stream()
                .filter(line -> line.columnValues().stream()
                        .anyMatch(side -> cost(side.cell(), pings).n() > 0))
                .toList();
        Stream<Column<Case>> columns = Stream.concat(
                Stream.of(Column.ofText("workload", Case::title)),
                Column.each(
                        table.columns(),
                        (line, i) ->
                                TableCell.of(cost(line.columnValues().get(i).cell(), pings))));
        return new Section(
                        "Round trips",
                        "The time of one operation in pings of the same target with as many threads: the ratio within"
                                + " each round, means over rounds with 95 % intervals.",
                        List.of(DataTable.of(1, lines, columns.toList())))
                .withData(
                        "roundTrips",
                        lines.stream()
                                .flatMap(line -> line.columnValues().stream()
                                        .map(side -> new Cost(
                                                table.lines().indexOf(line), side.column(), cost(side.cell(), pings))))
                                .toList());
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
                && MODES.contains(cell.values().mode())
                && cell.values().isLike(ping.values())
                && cell.keys()
                        .entrySet()
                        .containsAll(ping.without(Cell.WORKLOAD).keys().entrySet());
    }
}

package org.rowmark.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.TimeUnits;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Percentiles;

/** The metrics of one subject, a line each: the score, and percentiles where single operations were timed. */
final class Cases {
    private static final List<Double> PERCENTILES = List.of(50.0, 99.0, 99.9);

    /** Before percentiles of a single shot: what was timed are its statements. */
    private static final String STATEMENT = "statement ";

    private Cases() {}

    /**
     * Returns the cases of a subject.
     *
     * @param cells by column
     */
    static List<Case> of(CaseKey caseKey, List<String> columns, List<Cell> cells) {
        CellValues measured = cells.stream()
                .map(Cell::values)
                .filter(cellValues -> !cellValues.score().isEmpty())
                .findFirst()
                .orElse(CellValues.NONE);
        List<Case> lines = new ArrayList<>();
        List<ColumnValue> columnValues = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            columnValues.add(new ColumnValue(
                    columns.get(i), cells.get(i), cells.get(i).values().score()));
        }
        lines.add(new Case(caseKey, Metric.score(measured), List.copyOf(columnValues)));
        for (double percentile : PERCENTILES) {
            percentile(caseKey, percentile, columns, cells).ifPresent(lines::add);
        }
        return lines;
    }

    /** Returns a percentile of the cells; empty if no cell has enough operations. */
    private static Optional<Case> percentile(
            CaseKey caseKey, double percentile, List<String> columns, List<Cell> cells) {
        List<Map<Integer, Double>> values = cells.stream()
                .map(cell -> Percentiles.byRound(cell.values().latencies(), percentile)
                        .orElse(Map.of()))
                .toList();
        if (values.stream().allMatch(Map::isEmpty)) {
            return Optional.empty();
        }
        TimeUnits unit = TimeUnits.fitting(
                values.stream().flatMap(byRound -> byRound.values().stream()).mapToDouble(Double::doubleValue));
        boolean areStatements = cells.stream().anyMatch(cell -> cell.values().isSingleShot());
        String name = (areStatements ? STATEMENT : "") + "p" + Numbers.plain(percentile);
        List<ColumnValue> columnValues = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Map<Integer, Double> scaled = new TreeMap<>();
            values.get(i).forEach((round, nanos) -> scaled.put(round, nanos / unit.nanos()));
            boolean isUnknown = scaled.isEmpty() && cells.get(i).isMeasured();
            Cell cell = isUnknown ? cells.get(i).withProblem("too few operations for " + name) : cells.get(i);
            columnValues.add(new ColumnValue(columns.get(i), cell, scaled));
        }
        return Optional.of(new Case(caseKey, new Metric(name, unit.symbol(), Better.LOWER), List.copyOf(columnValues)));
    }
}

package org.rowmark.report.compare;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.MetricUnit;
import org.rowmark.report.cells.TimeUnits;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Percentiles;

/**
 * The columns of a comparison side by side for one subject in one metric.
 *
 * @param columnValues by column
 */
public record Case(CaseKey key, Metric metric, List<ColumnValue> columnValues) {
    private static final List<Double> PERCENTILES = List.of(50.0, 99.0, 99.9);

    /** Before percentiles of a single shot: what was timed are its statements. */
    private static final String STATEMENT = "statement ";

    /**
     * Returns the cases of a subject: the score, and percentiles where single operations were timed.
     *
     * @param cells by column
     */
    static Stream<Case> of(CaseKey caseKey, List<String> columns, List<Cell> cells) {
        CellValues measured = cells.stream()
                .map(Cell::values)
                .filter(cellValues -> !cellValues.score().isEmpty())
                .findFirst()
                .orElse(CellValues.NONE);
        List<ColumnValue> scores = IntStream.range(0, columns.size())
                .mapToObj(i -> new ColumnValue(
                        columns.get(i), cells.get(i), cells.get(i).values().score()))
                .toList();
        return Stream.concat(
                Stream.of(new Case(caseKey, Metric.score(measured), scores)),
                PERCENTILES.stream().flatMap(percentile -> percentile(caseKey, percentile, columns, cells).stream()));
    }

    /** Returns a percentile of the cells; empty if no cell has enough operations. */
    private static Optional<Case> percentile(
            CaseKey caseKey, double percentile, List<String> columns, List<Cell> cells) {
        List<Map<Integer, Double>> nanos = cells.stream()
                .map(cell -> Percentiles.byRound(cell.values().latencies(), percentile)
                        .orElse(Map.of()))
                .toList();
        if (nanos.stream().allMatch(Map::isEmpty)) {
            return Optional.empty();
        }
        TimeUnits unit = TimeUnits.fitting(
                nanos.stream().flatMap(byRound -> byRound.values().stream()).mapToDouble(Double::doubleValue));
        boolean areStatements =
                cells.stream().anyMatch(cell -> cell.values().mode().equals(MetricUnit.SINGLE_SHOT));
        String name = (areStatements ? STATEMENT : "") + "p" + Numbers.plain(percentile);
        List<ColumnValue> values = IntStream.range(0, columns.size())
                .mapToObj(i -> {
                    Map<Integer, Double> scaled = new TreeMap<>(nanos.get(i));
                    scaled.replaceAll((round, value) -> value / unit.nanos());
                    Cell cell = cells.get(i);
                    boolean isUnknown = scaled.isEmpty() && cell.isMeasured();
                    return new ColumnValue(
                            columns.get(i),
                            isUnknown ? cell.withProblem("too few operations for " + name) : cell,
                            scaled);
                })
                .toList();
        return Optional.of(new Case(caseKey, new Metric(name, unit.symbol(), Better.LOWER), values));
    }

    /** Returns {@code insert-batch batchSize=100}, {@code point-select p99}. */
    public String title() {
        return metric.isScore() ? key.title() : key.title() + " " + metric.name();
    }

    /** Returns the unit, {@code ops/s}; all units where the sides were measured in different ones. */
    public String unit() {
        String measured = columnValues.stream()
                .filter(ColumnValue::isMeasured)
                .map(side -> side.unit(metric))
                .distinct()
                .collect(Collectors.joining(", "));
        return measured.isEmpty() ? metric.unit() : measured;
    }

    public boolean isMeasured() {
        return columnValues.stream().anyMatch(ColumnValue::isMeasured);
    }

    /** Returns the numbers of the rounds that any side has, ascending. */
    public List<Integer> rounds() {
        return columnValues.stream()
                .flatMap(side -> side.values().keySet().stream())
                .distinct()
                .sorted()
                .toList();
    }
}

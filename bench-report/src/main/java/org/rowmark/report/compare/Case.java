package org.rowmark.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.TimeUnits;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.PlannedCell;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Percentiles;

/**
 * The columns of a comparison side by side for one subject in one metric.
 *
 * @param index place among the lines of its table, from 0
 */
public record Case(int index, CaseKey key, Metric metric, List<ColumnValue> columnValues) {
    /** JMH's modes that measure single operations; in others these are timed beside the score and are not compared. */
    private static final Set<String> MODES_OF_OPERATIONS = Set.of("sample", "ss");

    private static final List<Double> PERCENTILES = List.of(50.0, 99.0, 99.9);

    private static final String MAIN_PERCENTILE = "p99";

    /** Before percentiles of a single shot: what was timed are its statements. */
    private static final String STATEMENT = "statement ";

    /**
     * The subject of a line of a comparison.
     *
     * @param workload name of the workload; where a projection hides it empty, or {@code all} if nothing else names the
     *     line
     * @param parameters the other keys of the line with their values, in the order of their display
     */
    public record CaseKey(String workload, Map<String, String> parameters) {
        /** Returns {@code insert-batch batchSize=100}. */
        public String title() {
            return PlannedCell.name(workload, parameters).stripLeading();
        }
    }

    /**
     * A quantity in which cells are compared.
     *
     * @param name empty for the score, otherwise for example {@code p99}
     * @param unit of the values, empty if nothing was measured
     */
    public record Metric(String name, String unit, Better better) {
        public static Metric score(CellValues cellValues) {
            return new Metric("", cellValues.unit(), cellValues.better());
        }

        public boolean isScore() {
            return name.isEmpty();
        }

        public String id() {
            return isScore() ? "score" : name;
        }

        public String way() {
            return better.name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Returns the cases of a subject: its scores, and percentiles where single operations were measured.
     *
     * @param first index of the first of them
     */
    public static List<Case> of(int first, CaseKey caseKey, List<ColumnValue> columns) {
        List<ColumnValue> scores =
                columns.stream().map(side -> side.inUnitOf(columns)).toList();
        CellValues measured = scores.stream()
                .filter(ColumnValue::isMeasured)
                .map(side -> side.cell().values())
                .findFirst()
                .orElse(CellValues.NONE);
        Case score = new Case(first, caseKey, Metric.score(measured), scores);
        List<Case> cases = new ArrayList<>(List.of(score));
        if (MODES_OF_OPERATIONS.contains(measured.mode()) || score.isOpenLoop()) {
            PERCENTILES.forEach(percentile ->
                    score.percentile(percentile, first + cases.size()).ifPresent(cases::add));
        }
        return cases;
    }

    public Stream<ColumnValue> sides() {
        return columnValues.stream();
    }

    /** Returns what one operation is, in words; empty where it is not known, and where a projection hides the workload. */
    public String operation() {
        return sides().map(ColumnValue::cell)
                .filter(cell -> key.workload.equals(cell.keys().get(Cell.WORKLOAD)))
                .map(Cell::operation)
                .filter(words -> !words.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Returns whether its operations began at a rate: a score is that rate then, where it was held. */
    boolean isOpenLoop() {
        return columnValues.stream().anyMatch(side -> side.cell().isOpenLoop());
    }

    /** Returns whether it is the result of its subject: the score, but p99 in an open loop. */
    public boolean isResult() {
        return isOpenLoop() ? metric.name().equals(MAIN_PERCENTILE) : metric.isScore();
    }

    /** Returns a percentile of the cells; empty if no cell has enough operations. */
    private Optional<Case> percentile(double percentile, int place) {
        List<ColumnValue> nanos = columnValues.stream()
                .map(side ->
                        side.withValues(Percentiles.byRound(side.cell().values().latencies(), percentile)))
                .toList();
        if (nanos.stream().noneMatch(ColumnValue::isMeasured)) {
            return Optional.empty();
        }
        TimeUnits unit = TimeUnits.fitting(
                nanos.stream().flatMap(side -> side.values().values().stream()).mapToDouble(Double::doubleValue));
        boolean areStatements =
                nanos.stream().anyMatch(side -> side.cell().values().isSingleShot());
        String name = (areStatements ? STATEMENT : "") + "p" + Numbers.plain(percentile);
        List<ColumnValue> values =
                nanos.stream().map(side -> side.inUnit(unit, name)).toList();
        return Optional.of(new Case(place, key, new Metric(name, unit.symbol(), Better.LOWER), values));
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

    public List<Integer> rounds() {
        return columnValues.stream()
                .flatMap(side -> side.values().keySet().stream())
                .distinct()
                .sorted()
                .toList();
    }

    /**
     * A column of a line: a cell in one metric.
     *
     * @param cell the cell; {@link Cell#absent} if there is none
     * @param values by round, in the unit of the line's metric
     */
    public record ColumnValue(String column, Cell cell, Map<Integer, Double> values, Interval score) {
        public ColumnValue(String column, Cell cell, Map<Integer, Double> values) {
            this(column, cell, values, Means.mean(values));
        }

        public static ColumnValue score(String column, Cell cell) {
            return new ColumnValue(column, cell, cell.values().score());
        }

        public ColumnValue withValues(Map<Integer, Double> other) {
            return new ColumnValue(column, cell, other);
        }

        /** Returns nanoseconds in another unit, or the reason for which there is no such percentile. */
        private ColumnValue inUnit(TimeUnits unit, String percentile) {
            boolean isUnknown = values.isEmpty() && cell.isMeasured();
            Cell explained = isUnknown ? cell.withProblem("too few operations for " + percentile) : cell;
            return new ColumnValue(column, explained, Means.scaled(values, 1 / unit.nanos()));
        }

        /** Returns the score in the unit of the first of the columns that was measured in the same mode. */
        private ColumnValue inUnitOf(List<ColumnValue> columns) {
            return columns.stream()
                    .map(side -> side.cell.values())
                    .filter(other ->
                            isMeasured() && other.mode().equals(cell.values().mode()))
                    .findFirst()
                    .map(first -> score(column, cell.withValues(cell.values().in(first.unit()))))
                    .orElse(this);
        }

        public boolean isMeasured() {
            return !values.isEmpty();
        }

        public boolean isComparable(ColumnValue other) {
            return isMeasured() && other.isMeasured() && cell.values().isLike(other.cell.values());
        }

        /** Returns the unit of the values: cells of one line may have been measured in different ones. */
        public String unit(Metric metric) {
            return metric.isScore() && isMeasured() ? cell.values().unit() : metric.unit();
        }

        public String raw(int round) {
            return Numbers.raw(values.getOrDefault(round, Double.NaN));
        }

        /** Returns the means of the metrics beside the score as a table shows them: {@code 3214 NOPM}. */
        public List<String> besideScore(Metric metric) {
            Map<String, Map<Integer, Double>> beside =
                    metric.isScore() ? cell.values().besideScore() : Map.of();
            return beside.entrySet().stream()
                    .map(of -> Numbers.score(Means.mean(of.getValue()).mean()) + " " + of.getKey())
                    .toList();
        }
    }
}

package org.rowmark.report.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.Case.CaseKey;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.format.Fact;
import org.rowmark.stats.Holm;

/**
 * Cells side by side: a line per subject and metric, a column per configuration, and a row for each column against the
 * baseline's. The rows of one table are one family for Holm's adjustment, and those of references another.
 *
 * @param baseline place of the column that ratios are relative to, from 0
 * @param lines in the order of the plan
 * @param rows line by line, column by column, without the baseline's
 * @param mixed what cells of the table mix, one text per kind of mixture; mostly empty
 * @param leftOut how many cells have no place in any column, because they do not have its key
 */
public record ComparisonTable(
        Projection projection,
        List<String> columns,
        int baseline,
        double margin,
        List<Case> lines,
        List<CaseRatio> rows,
        List<String> mixed,
        int leftOut) {
    /**
     * Compares cells.
     *
     * @param wanted name of the baseline's column; empty: the first
     */
    public static ComparisonTable of(List<Cell> all, Projection projection, Optional<String> wanted, double margin) {
        List<Cell> cells = all.stream()
                .filter(cell -> cell.keys().containsKey(projection.column()))
                .toList();
        List<String> columns =
                cells.stream().map(projection::columnOf).distinct().toList();
        int baseline = wanted.map(columns::indexOf).filter(place -> place >= 0).orElse(0);
        Map<CaseKey, Map<String, List<Cell>>> grid = cells.stream()
                .collect(Collectors.groupingBy(
                        projection::keyOf, LinkedHashMap::new, Collectors.groupingBy(projection::columnOf)));
        Set<String> mixed = new TreeSet<>();
        List<Case> lines = new ArrayList<>();
        grid.forEach((caseKey, byColumn) -> {
            byColumn.values().forEach(together -> mixed.addAll(projection.hidden(Cell.counted(together))));
            List<ColumnValue> scores = columns.stream()
                    .map(column -> ColumnValue.score(
                            column, Cell.mixed(byColumn.getOrDefault(column, List.of(Cell.absent())))))
                    .toList();
            lines.addAll(Case.of(lines.size(), caseKey, scores));
        });
        int leftOut = all.size() - cells.size();
        return new ComparisonTable(projection, columns, 0, margin, lines, List.of(), List.copyOf(mixed), leftOut)
                .against(baseline);
    }

    public ComparisonTable against(int column) {
        boolean hasOthers = !cells().allMatch(Cell::isReference); // if all cells are references, they are the question
        // in parallel: no line needs another
        List<CaseRatio> compared = lines.parallelStream()
                .flatMap(line -> IntStream.range(0, columns.size())
                        .filter(other -> other != column && isShown(line, column, other))
                        .mapToObj(other -> CaseRatio.of(line, column, other, hasOthers, margin)))
                .toList();
        CaseRatio[] judged = compared.toArray(CaseRatio[]::new);
        for (boolean isFamily : List.of(false, true)) {
            double[] p = Holm.adjust(compared.stream()
                    .mapToDouble(row -> row.isReference() == isFamily ? row.testedP() : Double.NaN)
                    .toArray());
            int tests = (int) DoubleStream.of(p).filter(any -> any >= 0).count();
            IntStream.range(0, judged.length)
                    .parallel()
                    .filter(i -> judged[i].isReference() == isFamily)
                    .forEach(i -> judged[i] = judged[i].adjusted(p[i], tests, margin));
        }
        return new ComparisonTable(projection, columns, column, margin, lines, List.of(judged), mixed, leftOut);
    }

    /**
     * Returns whether a row is shown. Where runs are compared, a cell that only the first has is missing; within one
     * run the design left it out.
     */
    private boolean isShown(Case line, int ofA, int ofB) {
        ColumnValue a = line.columnValues().get(ofA);
        ColumnValue b = line.columnValues().get(ofB);
        return areOfRuns() ? !b.cell().isAbsent() || a.isMeasured() : isShown(a) && isShown(b);
    }

    /** Returns whether the columns are runs, of which each should have every line. */
    public boolean areOfRuns() {
        return columnKey().equals(Cell.RUN);
    }

    private boolean isShown(ColumnValue side) {
        return areOfRuns() || !side.cell().isAbsent();
    }

    /** Returns the columns of a line without those in which the design left it out. */
    public List<ColumnValue> shown(Case line) {
        return line.sides().filter(this::isShown).toList();
    }

    /** Returns the places of the columns without those in which the design left out all of the lines. */
    public List<Integer> shownIn(Collection<Case> some) {
        return IntStream.range(0, columns.size())
                .filter(column -> some.stream()
                        .anyMatch(line -> isShown(line.columnValues().get(column))))
                .boxed()
                .toList();
    }

    public String columnKey() {
        return projection.column();
    }

    public String baselineName() {
        return columns.get(baseline);
    }

    public boolean hasVerdicts() {
        return rows.stream().anyMatch(row -> row.hasVerdict());
    }

    public List<Integer> others() {
        return IntStream.range(0, columns.size())
                .filter(column -> column != baseline)
                .boxed()
                .toList();
    }

    public Stream<Case> scores() {
        return lines.stream().filter(line -> line.metric().isScore());
    }

    /** Returns all cells that were measured or failed, line by line. */
    public Stream<Cell> cells() {
        return scores().flatMap(Case::sides).map(ColumnValue::cell).filter(cell -> !cell.isAbsent());
    }

    /** Returns the lines with counters, without percentiles: these would repeat the counters of the same cells. */
    public List<Case> linesWithCounters() {
        return scores().filter(line -> line.sides()
                        .anyMatch(side ->
                                !side.cell().values().counts().byMetric().isEmpty()))
                .toList();
    }

    public List<Fact> operations() {
        return lines.stream()
                .map(line -> new Fact(line.key().workload(), line.operation()))
                .filter(operation -> !operation.value().isEmpty())
                .distinct()
                .toList();
    }

    /** Returns {@code mixes batchSize=10, 100}; empty if no cell mixes several. */
    public String mixedText() {
        return mixed.isEmpty() ? "" : "mixes " + String.join("; ", mixed);
    }
}

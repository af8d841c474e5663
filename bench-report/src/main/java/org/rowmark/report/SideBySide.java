package org.rowmark.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.Case.CaseKey;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.GeometricMeanRow;
import org.rowmark.report.compare.Projection;
import org.rowmark.report.model.Badge;
import org.rowmark.report.model.View;
import org.rowmark.report.provenance.Differences;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.report.section.Results;
import org.rowmark.result.Manifest;
import org.rowmark.stats.Verdict;
import org.rowmark.util.UsageException;

/**
 * Sources in one view: side by side, or one file of JMH with a parameter as its columns.
 *
 * @param inputs sources of the sides, in their order, followed by a second visit to the first, if any
 * @param sides cells of each side, the baseline's first; both visits are one side
 * @param longValues short texts of long parameter values
 */
record SideBySide(Inputs inputs, List<List<Cell>> sides, LongValues longValues) {

    static SideBySide of(Inputs inputs) throws IOException {
        List<List<Cell>> cells = inputs.cells();
        LongValues longValues = LongValues.of(cells);
        List<List<Cell>> sides = ComparisonKeys.withOperations(ComparisonKeys.needed(longValues.cut(cells)));
        inputs.requireDistinct(sides);
        return new SideBySide(inputs, sides, longValues);
    }

    SideBySide with(List<List<Cell>> otherSides) {
        return new SideBySide(inputs, otherSides, longValues);
    }

    /**
     * Returns the view that the options request.
     *
     * @throws UsageException if the sides have no line in common, or the options name something that does not exist
     */
    View view(ReportOptions options) {
        ComparisonKeys keys = keys();
        List<Cell> cells = named();
        Optional<String> column =
                options.column().or(() -> chosenColumn(options).column());
        Projection projection = projection(cells, options.row(), column);
        Projection lines = lines();
        List<String> incomplete = List.of();
        boolean areColumns = projection.column().equals(Cell.RUN);
        if (areColumns) {
            keys.requireCommonLines(projection);
            incomplete = incompleteMixed(projection, lines);
            cells = comparable(cells, lines, incomplete);
        }
        double margin = options.margin().orElseGet(inputs::margin);
        ComparisonTable table = ComparisonTable.of(cells, projection, options.baseline(), margin);
        List<Provenance> sources = sources();
        Differences differences = differences(sources.subList(0, sides.size()));
        return View.of(
                areColumns ? keys.question(projection) : question(table),
                when(sources),
                badges(table, incomplete, differences),
                new Results(
                        table,
                        GeometricMeanRow.of(table),
                        sources,
                        differences,
                        cells,
                        inputs.all().stream()
                                .flatMap(input -> input.run().stream())
                                .toList(),
                        List.of()));
    }

    /** Returns the column where the options name none: a parameter of a single file, otherwise the sides. */
    ChosenColumn chosenColumn(ReportOptions options) {
        return inputs.all().size() == 1
                ? ChosenColumn.of(sides.get(0), options.row(), options.baseline())
                : ChosenColumn.NONE;
    }

    /** Returns a projection that distinguishes all lines. */
    Projection lines() {
        return projection(named(), Optional.empty(), Optional.empty());
    }

    private Projection projection(List<Cell> cells, Optional<String> row, Optional<String> column) {
        Set<String> excludedKeys = new LinkedHashSet<>(keys().comparedKeys());
        List<String> varied = inputs.manifests().stream()
                .flatMap(manifest -> manifest.request().varied().stream())
                .distinct()
                .toList();
        String shown = column.orElse(Cell.RUN);
        Set<String> redundantKeys = new LinkedHashSet<>(Projection.redundantKeys(varied, sides.get(0), shown));
        sides.forEach(side -> redundantKeys.retainAll(Projection.redundantKeys(varied, side, shown)));
        excludedKeys.addAll(redundantKeys);
        if (inputs.manifests().size() < inputs.all().size()) {
            excludedKeys.addAll(keys().constant());
        }
        return Projection.of(cells, row, column, Cell.RUN, excludedKeys);
    }

    private ComparisonKeys keys() {
        return new ComparisonKeys(sides, inputs.names().subList(0, sides.size()));
    }

    private List<Cell> named() {
        return IntStream.range(0, sides.size())
                .boxed()
                .flatMap(i -> sides.get(i).stream()
                        .map(cell -> cell.with(Cell.RUN, inputs.names().get(i))))
                .toList();
    }

    /**
     * Returns the lines that were not measured on all sides, if the projection mixes lines: a mean of three lines
     * against a mean of two would compare different work.
     */
    private List<String> incompleteMixed(Projection projection, Projection lines) {
        if (projection.rows().containsAll(lines.rows())) {
            return List.of();
        }
        Set<CaseKey> everywhere = new HashSet<>(measured(sides.get(0), lines));
        sides.forEach(side -> everywhere.retainAll(measured(side, lines)));
        return sides.stream()
                .flatMap(List::stream)
                .map(lines::keyOf)
                .filter(caseKey -> !everywhere.contains(caseKey))
                .map(CaseKey::title)
                .distinct()
                .toList();
    }

    private static Set<CaseKey> measured(List<Cell> cells, Projection lines) {
        return cells.stream().filter(Cell::isMeasured).map(lines::keyOf).collect(Collectors.toSet());
    }

    private List<Cell> comparable(List<Cell> cells, Projection lines, List<String> leftOut) {
        boolean hasControl = inputs.all().size() > sides.size();
        return cells.stream()
                .filter(cell -> !leftOut.contains(lines.keyOf(cell).title()))
                // runs at the same time on two machines overlap by the clock but are not interleaved
                .map(cell -> hasControl ? cell : cell.withValues(cell.values().withStarts(Map.of())))
                .toList();
    }

    private static String question(ComparisonTable table) {
        if (table.columns().size() < 2) {
            throw new UsageException("--col " + table.columnKey() + ": there is one value only, "
                    + String.join("", table.columns()) + ", and nothing to compare it with");
        }
        return table.columns().size() > ChosenColumn.FEW
                ? "Which " + table.columnKey() + " is fastest of "
                        + table.columns().size() + "?"
                : "Which " + table.columnKey() + " is faster: " + String.join(" or ", table.columns()) + "?";
    }

    private static String when(List<Provenance> sources) {
        return sources.stream()
                .map(source -> source.name() + " " + source.when())
                .collect(Collectors.joining(" · "));
    }

    private List<Provenance> sources() {
        List<Provenance> sources = new ArrayList<>();
        for (int i = 0; i < inputs.all().size(); i++) {
            String name = inputs.names().get(i);
            Provenance source = inputs.all().get(i).source(i < sides.size() ? name : name + " (control)");
            sources.add(i == 0 ? source.followedBy(longValues.facts()) : source);
        }
        return List.copyOf(sources);
    }

    private List<Badge> badges(ComparisonTable table, List<String> incomplete, Differences differences) {
        List<Manifest> manifests = inputs.manifests();
        List<Badge> badges = new ArrayList<>(Badge.of(table, manifests, differences));
        if (!incomplete.isEmpty()) {
            badges.add(
                    Badge.warning("not measured on all sides and left out of means: " + String.join(", ", incomplete)));
        }
        List<Cell> cells = table.cells();
        long few = cells.stream()
                .filter(cell -> cell.plannedRounds() < Verdict.LEAST_ROUNDS)
                .count();
        if (few > 0 && manifests.size() < inputs.all().size()) {
            badges.add(Badge.warning((few == cells.size() ? "" : few + " of " + cells.size() + " cells have ")
                    + "fewer than five forks: rerun with -f " + Verdict.LEAST_ROUNDS + " for verdicts"));
        }
        return List.copyOf(badges);
    }

    /** Returns no differences between a run and a file of JMH, which reports hardly any of a run's facts. */
    private Differences differences(List<Provenance> sources) {
        long runs = inputs.all().stream()
                .limit(sources.size())
                .filter(input -> input.run().isPresent())
                .count();
        return sources.size() > 1 && (runs == 0 || runs == sources.size()) ? Differences.of(sources) : Differences.NONE;
    }
}

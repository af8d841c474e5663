package org.rowmark.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.CaseKey;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.GeometricMeanRow;
import org.rowmark.report.compare.Projection;
import org.rowmark.report.compare.VariedSettings;
import org.rowmark.report.model.Badge;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.provenance.Differences;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.report.section.Results;
import org.rowmark.result.Manifest;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.util.UsageException;

/**
 * A and B, ready to be set side by side.
 *
 * @param inputs where they come from
 * @param a cells of A; of both visits to it, if there were two
 * @param b cells of B
 * @param hasControl whether there were two
 */
record TwoRunComparison(Inputs inputs, List<Cell> a, List<Cell> b, boolean hasControl) {

    CompareRuns compare(ReportOptions options) {
        ComparisonKeys keys = new ComparisonKeys(a, b);
        List<Cell> cells = named();
        Projection projection =
                Projection.of(cells, options.row(), options.column(), Cell.RUN, excludedKeys(keys, options.column()));
        Projection lines = Projection.of(
                cells, Optional.empty(), Optional.empty(), Cell.RUN, excludedKeys(keys, Optional.empty()));
        List<String> onOneSide = List.of();
        if (areColumns(projection)) {
            keys.requireCommonLine(name(0), name(1), projection);
            onOneSide = mixedOnOneSide(projection, lines);
            cells = comparable(cells, lines, onOneSide);
        }
        double margin = options.margin().orElseGet(this::margin);
        ComparisonTable table = ComparisonTable.of(cells, projection, Optional.empty(), margin);
        List<Provenance> sources = sources();
        Differences differences = differences(sources.subList(0, 2));
        View view = View.of(
                areColumns(projection) ? keys.question(name(0), name(1), projection) : question(table),
                when(sources),
                badges(table, onOneSide, differences),
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
        return new CompareRuns(new ReportModel(List.of(view)), Gate.of(table, lines, a, b));
    }

    /** Keys that make no lines unless the user says so. */
    private Set<String> excludedKeys(ComparisonKeys keys, Optional<String> column) {
        Set<String> excludedKeys = new LinkedHashSet<>(keys.comparedKeys());
        VariedSettings varied = VariedSettings.of(manifests().stream()
                .flatMap(manifest -> manifest.request().varied().stream())
                .distinct()
                .toList());
        Set<String> ofB = varied.redundantKeys(b, column.orElse(Cell.RUN));
        varied.redundantKeys(a, column.orElse(Cell.RUN)).stream()
                .filter(ofB::contains)
                .forEach(excludedKeys::add);
        return excludedKeys;
    }

    private static boolean areColumns(Projection projection) {
        return projection.column().equals(Cell.RUN);
    }

    private String name(int side) {
        return inputs.names().get(side);
    }

    private List<Cell> named() {
        return Stream.concat(
                        a.stream().map(cell -> cell.with(Cell.RUN, name(0))),
                        b.stream().map(cell -> cell.with(Cell.RUN, name(1))))
                .toList();
    }

    /**
     * Lines that were not measured on both sides, where a projection mixes lines: a mean over three of them against a mean over
     * two would compare different work.
     */
    private List<String> mixedOnOneSide(Projection projection, Projection lines) {
        if (projection.rows().containsAll(lines.rows())) {
            return List.of();
        }
        Set<CaseKey> ofA = measured(a, lines);
        Set<CaseKey> ofB = measured(b, lines);
        return Stream.concat(a.stream(), b.stream())
                .map(lines::keyOf)
                .filter(caseKey -> !(ofA.contains(caseKey) && ofB.contains(caseKey)))
                .map(CaseKey::title)
                .distinct()
                .toList();
    }

    private static Set<CaseKey> measured(List<Cell> cells, Projection lines) {
        return cells.stream().filter(Cell::isMeasured).map(lines::keyOf).collect(Collectors.toSet());
    }

    private List<Cell> comparable(List<Cell> cells, Projection lines, List<String> leftOut) {
        return cells.stream()
                .filter(cell -> !leftOut.contains(lines.keyOf(cell).title()))
                // two machines at the same time are not interleaved, though by the clock they look like it
                .map(cell -> hasControl ? cell : cell.withValues(cell.values().withStarts(Map.of())))
                .toList();
    }

    private List<Manifest> manifests() {
        return inputs.all().stream().flatMap(input -> input.manifest().stream()).toList();
    }

    /** A's own; Rowmark's default for a file of JMH. */
    private double margin() {
        return inputs.all()
                .get(0)
                .manifest()
                .map(manifest -> manifest.method().margin())
                .orElse(MeasurementMethod.DEFAULT_MARGIN);
    }

    private static String question(ComparisonTable table) {
        if (table.columns().size() < 2) {
            throw new UsageException("--col " + table.columnKey() + ": there is one value only, "
                    + String.join("", table.columns()) + ", and nothing to compare it with");
        }
        return "Which " + table.columnKey() + " is faster: " + String.join(" or ", table.columns()) + "?";
    }

    private static String when(List<Provenance> sources) {
        return sources.stream()
                .map(source -> source.name() + " " + source.when())
                .collect(Collectors.joining(" · "));
    }

    private List<Provenance> sources() {
        List<Provenance> sources = new ArrayList<>();
        for (int i = 0; i < inputs.all().size(); i++) {
            sources.add(inputs.all().get(i).source(i < 2 ? name(i) : name(i) + " (control)"));
        }
        return List.copyOf(sources);
    }

    private List<Badge> badges(ComparisonTable table, List<String> onOneSide, Differences differences) {
        List<Badge> badges = new ArrayList<>(Badge.of(table, manifests(), differences));
        if (!onOneSide.isEmpty()) {
            badges.add(Badge.warning("not measured on both sides, and so in no mean: " + String.join(", ", onOneSide)));
        }
        return List.copyOf(badges);
    }

    /** A file of JMH tells next to nothing of what a run tells: that is no difference of the machines. */
    private Differences differences(List<Provenance> sources) {
        boolean areAlike = inputs.all().get(0).run().isPresent()
                == inputs.all().get(1).run().isPresent();
        return areAlike ? Differences.of(sources) : Differences.NONE;
    }
}

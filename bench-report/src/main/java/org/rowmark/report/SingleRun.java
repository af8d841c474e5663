package org.rowmark.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.RunCells;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.GeometricMeanRow;
import org.rowmark.report.compare.Projection;
import org.rowmark.report.model.Badge;
import org.rowmark.report.model.View;
import org.rowmark.report.provenance.Differences;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.report.section.Publication;
import org.rowmark.report.section.Results;
import org.rowmark.result.Manifest;
import org.rowmark.result.ReportView;
import org.rowmark.result.RunRecord;

/** The view of one run: its targets side by side, or the columns that the options request. */
final class SingleRun {
    private SingleRun() {}

    /** @param publications the published figures in the run directory */
    static View view(RunRecord run, List<Publication> publications, ReportOptions options) {
        Manifest manifest = run.manifest();
        List<Cell> cells = RunCells.of(run);
        ReportOptions shown = complete(options, manifest.request().view(), cells);
        Set<String> redundantKeys = Projection.redundantKeys(
                manifest.request().varied(), cells, shown.column().orElse(Cell.TARGET));
        Projection projection = Projection.of(cells, shown.row(), shown.column(), Cell.TARGET, redundantKeys);
        double margin = options.margin().orElse(manifest.method().margin());
        Optional<String> baseline = shown.baseline()
                .or(() -> Optional.of(manifest.request().baseline())
                        .filter(name -> projection.column().equals(Cell.TARGET)));
        ComparisonTable table = ComparisonTable.of(cells, projection, baseline, margin);
        Provenance source = Provenance.of(run, "");
        Differences differences = Differences.of(List.of(source));
        return View.of(
                manifest.request().question(),
                source.when(),
                Badge.of(table, List.of(manifest), differences),
                new Results(
                        table,
                        GeometricMeanRow.of(table),
                        List.of(source),
                        differences,
                        cells,
                        List.of(run),
                        publications));
    }

    /** Returns the requested options, with the view of the run where they allow it and the cells have its keys. */
    private static ReportOptions complete(ReportOptions requested, Optional<ReportView> view, List<Cell> cells) {
        Map<String, Set<String>> values = Cell.valuesByKey(cells);
        return view.filter(own -> values.containsKey(own.column()))
                .filter(own -> requested.column().isEmpty() && !requested.rows().contains(own.column()))
                .map(own -> new ReportOptions(
                        requested.margin(),
                        requested.row().or(() -> rows(own, values.keySet())),
                        Optional.of(own.column()),
                        requested
                                .baseline()
                                .or(() -> Optional.of(own.baseline()).filter(values.get(own.column())::contains))))
                .orElse(requested);
    }

    /** Returns the keys of the lines; empty, which means all, if none is left. */
    private static Optional<String> rows(ReportView view, Set<String> keys) {
        return view.rows().stream()
                .filter(name -> keys.contains(name) && !name.equals(view.column()))
                .reduce((first, second) -> first + "," + second);
    }
}

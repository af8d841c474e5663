package org.rowmark.report;

import java.util.List;
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
import org.rowmark.result.RunRecord;

/** The view of one run: its targets side by side, or the columns that the options request. */
final class SingleRun {
    private SingleRun() {}

    /** @param publications the published figures in the run directory */
    static View view(RunRecord run, List<Publication> publications, ReportOptions options) {
        Manifest manifest = run.manifest();
        List<Cell> cells = RunCells.of(run);
        ReportOptions shown = ViewDefaults.complete(options, manifest.request().view(), cells);
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
}

package org.rowmark.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.result.Manifest;
import org.rowmark.result.RunRecord;

/** One run as a view: its targets side by side, or what the options ask for. */
final class SingleRun {
    private SingleRun() {}

    /** @param publications what the run directory holds of them */
    static View view(RunRecord run, List<Publication> publications, ReportOptions options) {
        Manifest manifest = run.manifest();
        List<Measured> cells = RunCells.of(run);
        ReportOptions shown = RunView.complete(options, manifest.request().view(), cells);
        Set<String> untold = Varied.of(manifest.request().varied())
                .untold(cells, shown.column().orElse(Measured.TARGET));
        Projection projection = Projection.of(cells, shown.row(), shown.column(), Measured.TARGET, untold);
        double margin = options.margin().orElse(manifest.method().margin());
        Optional<String> baseline = shown.baseline()
                .or(() -> Optional.of(manifest.request().baseline())
                        .filter(name -> projection.column().equals(Measured.TARGET)));
        ComparisonTable table = ComparisonTable.of(cells, projection, baseline, margin);
        Map<Integer, Overall> overall = Overall.of(table);
        Source source = Source.of(run);
        Differences differences = Differences.of(List.of(source));
        return new View(
                manifest.request().question(),
                source.when(),
                Badges.of(table, List.of(manifest), differences),
                table,
                overall,
                Answer.of(table, overall),
                List.of(source),
                differences,
                cells,
                List.of(run),
                publications);
    }
}

package org.rowmark.report;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.RunCells;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.Projection;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.provenance.Differences;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.report.section.Publication;
import org.rowmark.report.section.Results;
import org.rowmark.report.write.ReportFiles;
import org.rowmark.result.Manifest;
import org.rowmark.result.ReportView;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.RunRecord;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;

/** The reports of run directories, as a run ends and later, and of files of JMH. */
@AutoService(ReportWriter.class)
public final class Reports implements ReportWriter {
    @Override
    public Written write(List<Path> runDirectories, Path html, boolean full) throws IOException {
        ReportOptions own = new ReportOptions(Optional.empty(), List.of(), Optional.empty(), Optional.empty(), full);
        return write(runDirectories, html, own);
    }

    /**
     * Writes a report. Run directories follow one another. With a file of JMH among several sources, or with
     * {@link Cell#RUN} as the column, all sources are side by side; the baseline is the first or the one in the
     * options.
     *
     * @param paths of run directories and files of JMH, at least one
     * @param html the file to write, with the other formats beside it
     * @throws UsageException if a path is neither, or the options name something that does not exist
     */
    public static Written write(List<Path> paths, Path html, ReportOptions options) throws IOException {
        List<Input> inputs = Input.read(paths);
        boolean areRuns = inputs.stream().allMatch(input -> input.run().isPresent());
        if (areRuns && (paths.size() == 1 || !options.column().equals(Optional.of(Cell.RUN)))) {
            List<View> views = new ArrayList<>();
            for (Input input : inputs) {
                RunRecord run = input.run().orElseThrow();
                views.add(view(run, Publication.read(input.path(), run.manifest()), options));
            }
            return ReportFiles.write(checked(views, options), html, options.isFull());
        }
        Optional<String> first = inputs.stream()
                .filter(input -> options.baseline().filter(input::isCalled).isPresent())
                .map(Input::name)
                .findFirst();
        inputs.sort(Comparator.comparing(input -> !first.equals(Optional.of(input.name()))));
        ReportOptions shown = options.with(options.rows(), options.column(), first.or(options::baseline));
        SideBySide all = SideBySide.of(inputs);
        Written written = ReportFiles.write(checked(List.of(all.view(shown)), shown), html, options.isFull());
        String words = written.verdicts() + all.chosenColumn(shown).text();
        return new Written(written.html(), written.markdown(), words);
    }

    /** Returns the result of a run for a build that passes or fails by it: its columns against the baseline. */
    public static Gate gate(RunRecord run) {
        return Gate.ofRun(view(run, List.of(), ReportOptions.NONE));
    }

    /** Requires the baseline to be a column of a view. */
    private static ReportModel checked(List<View> views, ReportOptions options) {
        List<String> columns =
                views.stream().flatMap(view -> view.table().columns().stream()).toList();
        options.baseline().ifPresent(name -> Suggestions.require("--baseline: no column is named", name, columns));
        return new ReportModel(List.copyOf(views));
    }

    /** Returns the view of one run: its targets side by side, or the columns that the options request. */
    static View view(RunRecord run, List<Publication> publications, ReportOptions options) {
        Manifest manifest = run.manifest();
        List<Cell> cells = RunCells.of(run);
        ReportOptions shown = complete(options, manifest.request().view(), cells);
        String column = shown.column().orElse(Cell.TARGET);
        Set<String> redundantKeys = Projection.redundantKeys(manifest.request().varied(), List.of(cells), column);
        Projection projection = Projection.of(cells, shown.rows(), column, redundantKeys);
        double margin = options.margin().orElse(manifest.method().margin());
        Optional<String> baseline =
                shown.baseline().or(() -> Optional.of(manifest.request().baseline()));
        ComparisonTable table = ComparisonTable.of(cells, projection, baseline, margin);
        Provenance source = Provenance.of(run, cells, "");
        Differences differences = Differences.of(List.of(source));
        Results results = new Results(table, List.of(source), differences, cells, List.of(run), publications);
        return View.of(manifest.request().question(), source.when(), List.of(), results);
    }

    /** Returns the requested options, with the view of the run where they allow it and the cells have its keys. */
    private static ReportOptions complete(ReportOptions requested, Optional<ReportView> view, List<Cell> cells) {
        Set<String> keys = Cell.valuesByKey(cells).keySet();
        return view.filter(own -> keys.contains(own.column()))
                .filter(own -> requested.column().isEmpty() && !requested.rows().contains(own.column()))
                .map(own -> {
                    List<String> rows = own.rows().stream()
                            .filter(key -> keys.contains(key) && !key.equals(own.column()))
                            .toList();
                    Optional<String> baseline = requested.baseline().or(() -> Optional.of(own.baseline()));
                    return requested.with(
                            requested.rows().isEmpty() ? rows : requested.rows(), Optional.of(own.column()), baseline);
                })
                .orElse(requested);
    }
}

package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.section.Publication;
import org.rowmark.report.write.ReportFiles;
import org.rowmark.result.ReportWriter.Written;
import org.rowmark.result.RunRecord;
import org.rowmark.util.UsageException;

/** The reports of run directories and files of JMH. */
public final class Reports {
    private Reports() {}

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
        for (Path path : paths) {
            if (Files.isRegularFile(path) && Files.exists(html) && Files.isSameFile(path, html)) {
                throw new UsageException("--out " + html + ": the report would replace what it is made of");
            }
        }
        Inputs inputs = Inputs.read(paths);
        boolean areRunsColumns = options.column().filter(Cell.RUN::equals).isPresent() && paths.size() > 1;
        boolean areSeparate = !areRunsColumns
                && inputs.all().stream().allMatch(input -> input.run().isPresent());
        if (areSeparate) {
            return separate(inputs, html, options);
        }
        boolean areColumns = paths.size() > 1
                && options.column().filter(name -> !name.equals(Cell.RUN)).isEmpty();
        OptionalInt first = areColumns ? inputs.placeOf(options.baseline().orElse("")) : OptionalInt.empty();
        return first.isPresent()
                ? sideBySide(inputs.startingWith(first.getAsInt()), html, options.withoutBaseline())
                : sideBySide(inputs, html, options);
    }

    private static Written separate(Inputs inputs, Path html, ReportOptions options) throws IOException {
        List<View> views = new ArrayList<>();
        for (Input input : inputs.all()) {
            RunRecord run = input.run().orElseThrow();
            views.add(SingleRun.view(run, Publication.read(input.path(), run.manifest()), options));
        }
        ReportModel model = new ReportModel(List.copyOf(views));
        requireBaseline(options, model);
        return ReportFiles.write(model, html, options.isFull());
    }

    private static Written sideBySide(Inputs inputs, Path html, ReportOptions options) throws IOException {
        SideBySide all = SideBySide.of(inputs);
        View view = all.view(options);
        ReportModel model = new ReportModel(List.of(view));
        requireBaseline(options, model);
        Written written = ReportFiles.write(model, html, options.isFull());
        String chosen =
                options.column().isPresent() ? "" : all.chosenColumn(options).text();
        return new Written(
                written.html(),
                written.markdown(),
                written.verdicts() + "\n" + (chosen.isEmpty() ? "" : chosen + "\n") + CompareRuns.places(view));
    }

    private static void requireBaseline(ReportOptions options, ReportModel model) {
        TreeSet<String> columns = new TreeSet<>();
        model.views().forEach(view -> columns.addAll(view.results().table().columns()));
        options.baseline().filter(name -> !columns.contains(name)).ifPresent(name -> {
            throw new UsageException(
                    "--baseline " + name + ": no column has this name; there are " + String.join(", ", columns));
        });
    }
}

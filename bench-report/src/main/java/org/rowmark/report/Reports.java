package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.rowmark.report.model.Publication;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.write.ReportFiles;
import org.rowmark.result.ReportWriter.Written;
import org.rowmark.result.RunDirectory;
import org.rowmark.result.RunRecord;
import org.rowmark.util.UsageException;

/** Makes reports from run directories, at any time. */
public final class Reports {
    private Reports() {}

    /**
     * @param runDirectories at least one; they stand one after the other
     * @param html where the report goes, the other formats beside it
     * @throws UsageException if a directory holds no run, or the options name what no run has
     */
    public static Written write(List<Path> runDirectories, Path html, ReportOptions options) throws IOException {
        List<View> views = new ArrayList<>();
        for (Path directory : runDirectories) {
            RunRecord run = RunDirectory.read(directory);
            views.add(SingleRun.view(run, Publication.read(directory, run.manifest()), options));
        }
        ReportModel model = new ReportModel(List.copyOf(views));
        options.baseline().ifPresent(name -> requireColumn(name, model));
        return ReportFiles.write(model, html, options.isFull());
    }

    private static void requireColumn(String name, ReportModel model) {
        TreeSet<String> columns = new TreeSet<>();
        model.views().forEach(view -> columns.addAll(view.table().columns()));
        if (!columns.contains(name)) {
            throw new UsageException(
                    "--baseline " + name + ": no column has this name; there are " + String.join(", ", columns));
        }
    }
}

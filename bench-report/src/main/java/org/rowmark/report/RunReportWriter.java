package org.rowmark.report;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.RunDirectory;
import org.rowmark.result.RunRecord;

/** Writes the report of run directories as a run ends. */
@AutoService(ReportWriter.class)
public final class RunReportWriter implements ReportWriter {

    @Override
    public Written write(List<Path> runDirectories, Path html) throws IOException {
        return write(runDirectories, html, ReportOptions.NONE);
    }

    /** The same, looked at in another way. */
    public Written write(List<Path> runDirectories, Path html, ReportOptions options) throws IOException {
        List<View> views = new ArrayList<>();
        for (Path directory : runDirectories) {
            RunRecord run = RunDirectory.read(directory);
            views.add(View.of(run, Publication.read(directory, run.manifest()), options));
        }
        return ReportFiles.write(new ReportModel(List.copyOf(views)), html);
    }
}

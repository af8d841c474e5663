package org.rowmark.report;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.rowmark.result.ReportWriter;

/** The writer of a run's report as the run ends. */
@AutoService(ReportWriter.class)
public final class RunReportWriter implements ReportWriter {

    @Override
    public Written write(List<Path> runDirectories, Path html, boolean full) throws IOException {
        return Reports.write(runDirectories, html, ReportOptions.NONE.full(full));
    }
}

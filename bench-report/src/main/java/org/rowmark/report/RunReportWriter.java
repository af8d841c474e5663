package org.rowmark.report;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.RunDirectory;
import org.rowmark.result.RunRecord;

/** Writes report.html, report.md and the words for the terminal, all from one model. */
@AutoService(ReportWriter.class)
public final class RunReportWriter implements ReportWriter {
    private static final String HTML = ".html";
    private static final String MARKDOWN = ".md";

    @Override
    public Written write(List<Path> runDirectories, Path html) throws IOException {
        List<RunRecord> runs = new ArrayList<>();
        for (Path directory : runDirectories) {
            runs.add(RunDirectory.read(directory));
        }
        ReportModel model = ReportModel.of(runs);
        Path markdown = beside(html);
        Files.writeString(html, HtmlReport.of(model));
        Files.writeString(markdown, MarkdownReport.of(model));
        return new Written(html, markdown, VerdictText.of(model));
    }

    private static Path beside(Path html) {
        String name = html.getFileName().toString();
        String stem = name.endsWith(HTML) ? name.substring(0, name.length() - HTML.length()) : name;
        return html.resolveSibling(stem + MARKDOWN);
    }
}

package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.ReportWriter.Written;

/** The files of a report, all from one model: the HTML, and beside it the Markdown, the CSV and the JSON. */
final class ReportFiles {
    private static final String HTML = ".html";
    private static final String COMPARISON = "comparison";

    private ReportFiles() {}

    /**
     * Beside {@code report.html} come {@code report.md}, {@code comparison.csv} and {@code comparison.json}; beside
     * {@code week.html} come {@code week.md}, {@code week-comparison.csv} and {@code week-comparison.json}.
     */
    static Written write(ReportModel model, Path html) throws IOException {
        String name = html.getFileName().toString();
        String stem = name.endsWith(HTML) ? name.substring(0, name.length() - HTML.length()) : name;
        String data = name.equals(ReportWriter.HTML) ? COMPARISON : stem + "-" + COMPARISON;
        Path markdown = html.resolveSibling(stem + ".md");
        Files.writeString(html, HtmlReport.of(model));
        Files.writeString(markdown, MarkdownReport.of(model));
        Files.writeString(html.resolveSibling(data + ".csv"), CsvReport.of(model));
        Files.writeString(html.resolveSibling(data + ".json"), JsonReport.of(model));
        return new Written(html, markdown, VerdictText.of(model));
    }
}

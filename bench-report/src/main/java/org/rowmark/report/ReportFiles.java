package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rowmark.result.ReportWriter.Written;

/** The files of a report, all from one model: the HTML, and beside it the Markdown. */
final class ReportFiles {
    private static final String HTML = ".html";

    private ReportFiles() {}

    static Written write(ReportModel model, Path html) throws IOException {
        Path markdown = beside(html, ".md");
        Files.writeString(html, HtmlReport.of(model));
        Files.writeString(markdown, MarkdownReport.of(model));
        return new Written(html, markdown, VerdictText.of(model));
    }

    private static Path beside(Path html, String ending) {
        String name = html.getFileName().toString();
        String stem = name.endsWith(HTML) ? name.substring(0, name.length() - HTML.length()) : name;
        return html.resolveSibling(stem + ending);
    }
}

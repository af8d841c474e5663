package org.rowmark.report.write;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.rowmark.report.model.ReportModel;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.ReportWriter.Written;

/** The files of a report, all from one model: the HTML, and beside it the Markdown, the CSV and the JSON. */
public final class ReportFiles {
    private static final String HTML = ".html";
    private static final String COMPARISON = "comparison";
    private static final String COUNTERS = "counters.csv";

    private ReportFiles() {}

    /**
     * Beside {@code report.html} come {@code report.md}, {@code comparison.csv} and {@code comparison.json}; beside
     * {@code week.html} come {@code week.md}, {@code week-comparison.csv} and {@code week-comparison.json}. Where servers
     * or processes counted something there is {@code counters.csv} too, or {@code week-counters.csv}.
     */
    public static Written write(ReportModel model, Path html) throws IOException {
        String name = html.getFileName().toString();
        String stem = name.endsWith(HTML) ? name.substring(0, name.length() - HTML.length()) : name;
        String prefix = name.equals(ReportWriter.HTML) ? "" : stem + "-";
        String data = prefix + COMPARISON;
        Path markdown = html.resolveSibling(stem + ".md");
        List<CompletableFuture<Void>> others = List.of(
                later(markdown, () -> MarkdownReport.of(model)),
                later(html.resolveSibling(data + ".csv"), () -> CsvReport.of(model)),
                later(html.resolveSibling(data + ".json"), () -> JsonReport.of(model)),
                CompletableFuture.runAsync(() -> counters(model, html.resolveSibling(prefix + COUNTERS))));
        CompletableFuture<String> words = CompletableFuture.supplyAsync(() -> TextReport.of(model));
        write(html, HtmlReport.of(model));
        try {
            others.forEach(CompletableFuture::join);
        } catch (CompletionException e) {
            throw e.getCause() instanceof UncheckedIOException cause ? cause.getCause() : new IOException(e.getCause());
        }
        return new Written(html, markdown, words.join());
    }

    /** Makes and writes a file beside the others: a large report takes seconds, and no file needs another. */
    private static CompletableFuture<Void> later(Path file, Supplier<String> content) {
        return CompletableFuture.runAsync(() -> {
            try {
                write(file, content.get());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** A report made again without counters leaves no file of earlier ones. */
    private static void counters(ReportModel model, Path file) {
        try {
            if (!CountersCsv.isNeeded(model)) {
                Files.deleteIfExists(file);
                return;
            }
            try (Writer out = new OutputStreamWriter(Files.newOutputStream(file), StandardCharsets.UTF_8)) {
                CountersCsv.write(model, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A name may hold half of a surrogate pair, which {@link Files#writeString} refuses. */
    private static void write(Path file, String content) throws IOException {
        Files.write(file, content.getBytes(StandardCharsets.UTF_8));
    }
}

package org.rowmark.report.write;

import java.io.BufferedWriter;
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
import org.apache.commons.io.function.IOConsumer;
import org.apache.commons.io.function.Uncheck;
import org.apache.commons.lang3.Strings;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.write.HtmlReport.SectionPage;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.ReportWriter.Written;
import org.rowmark.util.UsageException;

/** The files of a report, all from one model: the HTML, and beside it the Markdown, the CSV and the JSON. */
public final class ReportFiles {
    private static final int BUFFER = 1 << 16;

    private ReportFiles() {}

    /**
     * Writes the files. Beside {@code report.html} there are {@code report.md}, {@code comparison.csv} and {@code
     * comparison.json}; beside {@code week.html} there are {@code week.md}, {@code week-comparison.csv} and {@code
     * week-comparison.json}. Where servers or processes counted something there is {@code counters.csv} too, or {@code
     * week-counters.csv}.
     *
     * @param full whether it contains the counters of each round rather than their means
     * @throws UsageException if one of the files exists and Rowmark did not write it, or it is no file
     */
    public static Written write(ReportModel model, Path html, boolean full) throws IOException {
        String stem = stem(html);
        String prefix = html.endsWith(ReportWriter.HTML) ? "" : stem + "-";
        String data = prefix + "comparison";
        Path markdown = html.resolveSibling(stem + ".md");
        Path csv = html.resolveSibling(data + ".csv");
        Path json = html.resolveSibling(data + ".json");
        Path counters = html.resolveSibling(prefix + "counters.csv");
        OwnFiles.requireOnly(html, List.of(html, markdown, csv, json, counters));
        Files.createDirectories(html.toAbsolutePath().getParent());
        Files.deleteIfExists(counters); // an earlier report may have had some
        List<CompletableFuture<Void>> others = List.of(
                later(markdown, out -> out.write(MarkdownReport.of(model))),
                later(csv, out -> CsvReport.write(model, Integer.MAX_VALUE, out)),
                later(json, out -> JsonReport.write(model, out)),
                model.views().stream()
                                .allMatch(
                                        view -> view.table().linesWithCounters().isEmpty())
                        ? CompletableFuture.completedFuture(null)
                        : later(counters, out -> CsvReport.writeCounters(model, out, full)));
        CompletableFuture<String> words = CompletableFuture.supplyAsync(() -> TextReport.of(model));
        write(html, out -> HtmlReport.write(model, out));
        try {
            others.forEach(CompletableFuture::join);
        } catch (CompletionException e) {
            throw e.getCause() instanceof UncheckedIOException cause ? cause.getCause() : new IOException(e.getCause());
        }
        return new Written(html, markdown, words.join());
    }

    /**
     * Writes a page of sections, and beside it its data: {@code week.json} beside {@code week.html}.
     *
     * @throws UsageException if one of the files exists and Rowmark did not write it, or it is no file
     */
    public static void write(SectionPage page, Object data, Path html) throws IOException {
        Path json = html.resolveSibling(stem(html) + ".json");
        OwnFiles.requireOnly(html, List.of(html, json));
        Files.createDirectories(html.toAbsolutePath().getParent());
        write(html, out -> HtmlReport.write(page, out));
        write(json, out -> JsonReport.write(data, out));
    }

    private static String stem(Path html) {
        OwnFiles.requireFile(html); // the root directory has no name
        return Strings.CS.removeEnd(html.getFileName().toString(), ".html");
    }

    /** Starts to make and write a file in parallel: a large report takes seconds, and no file needs another. */
    private static CompletableFuture<Void> later(Path file, IOConsumer<Writer> content) {
        return CompletableFuture.runAsync(() -> Uncheck.run(() -> write(file, content)));
    }

    /**
     * Writes a file piece by piece: the content of a large report would fill the memory. A name may contain half of a
     * surrogate pair, which {@link Files#newBufferedWriter} refuses.
     */
    private static void write(Path file, IOConsumer<Writer> content) throws IOException {
        try (Writer out = new BufferedWriter(
                new OutputStreamWriter(Files.newOutputStream(file), StandardCharsets.UTF_8), BUFFER)) {
            content.accept(out);
        }
    }
}

package org.rowmark.report.write;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
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
        Path counters = html.resolveSibling(prefix + "counters.csv");
        Map<Path, IOConsumer<Writer>> files = new LinkedHashMap<>();
        files.put(html, out -> HtmlReport.write(model, out));
        files.put(markdown, out -> out.write(MarkdownReport.of(model)));
        files.put(html.resolveSibling(data + ".csv"), out -> CsvReport.write(model, Integer.MAX_VALUE, out));
        files.put(html.resolveSibling(data + ".json"), out -> JsonReport.write(model, out));
        files.put(counters, out -> CsvReport.writeCounters(model, out, full));
        OwnFiles.requireOnly(html, files.keySet());
        Files.createDirectories(html.toAbsolutePath().getParent());
        Files.deleteIfExists(counters); // an earlier report may have had some
        if (model.views().stream()
                .allMatch(view -> view.table().linesWithCounters().isEmpty())) {
            files.remove(counters);
        }
        CompletableFuture<String> words = CompletableFuture.supplyAsync(() -> TextReport.of(model));
        try {
            // in parallel: a large report takes seconds, and no file needs another
            files.entrySet().parallelStream().forEach(file -> Uncheck.run(() -> write(file.getKey(), file.getValue())));
        } catch (UncheckedIOException e) {
            throw e.getCause();
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

package org.rowmark.report.write;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.apache.commons.io.function.IOConsumer;
import org.apache.commons.io.function.Uncheck;
import org.apache.commons.lang3.Strings;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.write.HtmlReport.SectionPage;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.ReportWriter.Written;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.util.UsageException;

/**
 * The files of a report, all from one model: the HTML, and beside it the Markdown, the CSV and the JSON. They replace
 * those of an earlier report, and nothing else.
 */
public final class ReportFiles {
    static final String MARKDOWN = "<!-- written by Rowmark -->";

    /** What the start of a file holds as HTML, JSON and Markdown. */
    private static final List<String> MARKS =
            List.of("style-src 'unsafe-inline'; script-src 'sha256-", "\"schema\" : \"rowmark-", MARKDOWN);

    /** The first line of every file of CSV, with the names of parameters after the workload. */
    private static final Pattern CSV = Pattern.compile("question,workload,(.+,)?"
            + "(metric,unit,better,column,baseline,.+|column,counter,unit,(round,)?value(,caveat)?)");

    private static final int START = 500;
    private static final int LONGEST_LINE = 1 << 16;

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
        requireOnly(html, files.keySet());
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
        requireOnly(html, List.of(html, json));
        Files.createDirectories(html.toAbsolutePath().getParent());
        write(html, out -> HtmlReport.write(page, out));
        write(json, out -> JsonReport.write(data, out));
    }

    private static String stem(Path html) {
        requireFile(html); // the root directory has no name
        return Strings.CS.removeEnd(html.getFileName().toString(), ".html");
    }

    /**
     * Writes a file piece by piece: the content of a large report would fill the memory. A name may contain half of a
     * surrogate pair, which {@link Files#newBufferedWriter} refuses.
     */
    private static void write(Path file, IOConsumer<Writer> content) throws IOException {
        try (Writer out =
                new BufferedWriter(new OutputStreamWriter(Files.newOutputStream(file), StandardCharsets.UTF_8))) {
            content.accept(out);
        }
    }

    /** @throws UsageException if something that is no file is there, such as the working directory by an empty name */
    private static void requireFile(Path file) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file)) {
            throw new UsageException("--out cannot write to '" + file
                    + "', which is a directory, a device or a broken link; name another file");
        }
    }

    /**
     * Requires each of the files to be absent, empty or of an earlier report. The names in a run directory are
     * Rowmark's. Markdown beside a report is of that report, also without the first line.
     *
     * @param html the file that a user named
     * @throws UsageException naming a file that is none of these
     */
    private static void requireOnly(Path html, Collection<Path> files) throws IOException {
        boolean isOfRun = html.endsWith(ReportWriter.HTML)
                && RunDirectory.isBegun(html.toAbsolutePath().getParent());
        for (Path file : files) {
            requireFile(file);
            boolean isBeside = file.toString().endsWith(".md") && isReport(html);
            if (!isOfRun && !isBeside && !isReport(file) && Files.exists(file) && Files.size(file) > 0) {
                throw new UsageException("--out " + html + " would replace " + file
                        + ", which Rowmark did not write; name another file");
            }
        }
    }

    private static boolean isReport(Path file) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(LONGEST_LINE), StandardCharsets.UTF_8);
            String start = text.substring(0, Math.min(START, text.length()));
            return MARKS.stream().anyMatch(start::contains)
                    || text.lines().limit(1).anyMatch(line -> CSV.matcher(line).matches());
        }
    }
}

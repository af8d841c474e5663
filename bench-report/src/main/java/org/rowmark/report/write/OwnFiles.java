package org.rowmark.report.write;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.util.UsageException;

/** The files of earlier reports, which a report may replace. */
final class OwnFiles {
    static final String MARKDOWN = "<!-- written by Rowmark -->";

    /** What the start of a file holds as HTML, JSON and Markdown. */
    private static final List<String> MARKS =
            List.of("style-src 'unsafe-inline'; script-src 'sha256-", "\"schema\" : \"rowmark-", MARKDOWN);

    /** The first line of every file of CSV, with the names of parameters after the workload. */
    private static final Pattern CSV = Pattern.compile("question,workload,(.+,)?"
            + "(metric,unit,better,column,baseline,.+|column,counter,unit,(round,)?value(,caveat)?)");

    private static final int START = 500;
    private static final int LONGEST_LINE = 1 << 16;

    private OwnFiles() {}

    /** @throws UsageException if something that is no file is there, such as the working directory by an empty name */
    static void requireFile(Path file) {
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
    static void requireOnly(Path html, Collection<Path> files) throws IOException {
        boolean isOfRun = html.endsWith(ReportWriter.HTML)
                && RunDirectory.isBegun(html.toAbsolutePath().getParent());
        for (Path file : files) {
            requireFile(file);
            boolean isBeside = file.toString().endsWith(".md") && isReport(html);
            if (!isOfRun && !isBeside && !isReport(file) && Files.exists(file) && Files.size(file) > 0) {
                throw new UsageException("--out " + html + " would replace " + file
                        + ", which Rowmark did not write; name another file, or remove that one");
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

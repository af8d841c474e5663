package org.rowmark.report.write;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.util.UsageException;

/** The files of earlier reports, which a report may replace. */
final class OwnFiles {
    /** The first line of a report as Markdown. */
    static final String MARKDOWN = "<!-- written by Rowmark -->";

    /** What the start of a file holds as HTML, JSON and Markdown. */
    private static final List<String> MARKS =
            List.of("style-src 'unsafe-inline'; script-src 'sha256-", "\"schema\" : \"rowmark-", MARKDOWN);

    /** The first column of every file of CSV. */
    private static final String CSV = "question,";

    private static final int START = 500;

    private OwnFiles() {}

    /**
     * Requires each of the files to be absent, empty or of an earlier report. The names in a run directory are
     * Rowmark's.
     *
     * @param html the file that a user named
     * @throws UsageException naming a file that is none of these
     */
    static void requireOnly(Path html, List<Path> files) throws IOException {
        boolean isOfRun = html.endsWith(ReportWriter.HTML)
                && RunDirectory.isBegun(html.toAbsolutePath().getParent());
        for (Path file : files) {
            if (!isOfRun && Files.isRegularFile(file) && !isOwn(file)) {
                throw new UsageException("--out " + html + " would replace " + file
                        + ", which Rowmark did not write; name another file, or remove that one");
            }
        }
    }

    private static boolean isOwn(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String start = new String(in.readNBytes(START), StandardCharsets.UTF_8);
            return start.isEmpty() || start.startsWith(CSV) || MARKS.stream().anyMatch(start::contains);
        }
    }
}

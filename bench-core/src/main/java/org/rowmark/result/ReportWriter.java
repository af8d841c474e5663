package org.rowmark.result;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A writer of reports from run directories. Found by ServiceLoader, so that every run ends with a report while the core
 * knows nothing of reports.
 */
public interface ReportWriter {
    /** A run's own report, in its directory. */
    String HTML = "report.html";

    /** The files that were written, and the comparison as plain text for a terminal, lines ended by {@code \n}. */
    record Written(Path html, Path markdown, String verdicts) {}

    /**
     * Writes a report.
     *
     * @param html where the report goes; the Markdown goes beside it, with the ending {@code .md}
     * @param full whether the file of counters holds those of each round rather than their means
     */
    Written write(List<Path> runDirectories, Path html, boolean full) throws IOException;

    default Written write(List<Path> runDirectories, Path html) throws IOException {
        return write(runDirectories, html, false);
    }

    /** Returns the one on the class path. */
    static ReportWriter find() {
        return ServiceLoader.load(ReportWriter.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no report module on the class path"));
    }
}

package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.format.PlainText;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.report.write.ReportFiles;
import org.rowmark.report.write.TextReport;
import org.rowmark.result.ReportWriter.Written;
import org.rowmark.util.UsageException;

/**
 * A comparison of B with A, each a run directory or a result file of JMH. They are not interleaved, and the report
 * contains a warning; a second visit to A shows whether the environment was stable.
 */
public record CompareRuns(ReportModel model, Gate gate) {
    private static final List<String> PLACE = List.of("Host", "System", "JVM");

    /**
     * Reads and compares the measurements.
     *
     * @param control A, measured again after B
     * @param options without regard to their baseline, which is A
     * @throws UsageException if something cannot be read, or both sides are the same or have no line in common
     */
    public static CompareRuns of(Path a, Path b, Optional<Path> control, ReportOptions options) throws IOException {
        SideBySide all = SideBySide.of(
                Input.read(Stream.concat(Stream.of(a, b), control.stream()).toList()));
        SideBySide compared = control.isPresent() ? ControlVisit.joined(all) : all;
        View view = compared.view(options);
        return new CompareRuns(new ReportModel(List.of(view)), Gate.of(view, compared));
    }

    /** Returns what the command line prints: the comparison and the origin of its sides. */
    public String text() {
        return TextReport.of(model) + "\n" + places(model.views().get(0));
    }

    /**
     * Returns a line for each source, for example {@code before: 2026-11-20 09:15 UTC, took 3 min 20 s; Host bench-01,
     * System Debian GNU/Linux 13, JVM OpenJDK 17.0.15}.
     */
    static String places(View view) {
        return view.results().sources().stream()
                .map(source -> source.name() + ": " + source.when() + "; "
                        + source.environment().stream()
                                .filter(fact -> PLACE.contains(fact.name()))
                                .map(fact -> fact.name() + " " + fact.value())
                                .collect(Collectors.joining(", ")))
                .map(place -> PlainText.fit(place, TextReport.WIDTH) + "\n")
                .collect(Collectors.joining());
    }

    public String markdown() {
        return MarkdownReport.comment(model);
    }

    /**
     * Writes the report, with the other formats beside it.
     *
     * @param full whether counters.csv holds the counters of each round
     */
    public Written write(Path html, boolean full) throws IOException {
        return ReportFiles.write(model, html, full);
    }
}

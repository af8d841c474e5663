package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.format.PlainText;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.report.write.PullRequestComment;
import org.rowmark.report.write.ReportFiles;
import org.rowmark.report.write.TextReport;
import org.rowmark.result.ReportWriter.Written;
import org.rowmark.util.UsageException;

/**
 * B against A, each a run directory or a result file of JMH. Nothing interleaved them, and the comparison says so for
 * good; a second visit to A can tell whether the machine held still.
 */
public final class CompareRuns {
    private static final List<String> PLACE = List.of("Host", "System", "JVM");

    private final ReportModel model;
    private final Gate gate;

    CompareRuns(ReportModel model, Gate gate) {
        this.model = model;
        this.gate = gate;
    }

    /**
     * @param control A, measured again after B
     * @param options the baseline is A, whatever they say
     * @throws UsageException if something cannot be read, is on both sides the same, or has no line in common
     */
    public static CompareRuns of(Path a, Path b, Optional<Path> control, ReportOptions options) throws IOException {
        Inputs inputs =
                Inputs.read(Stream.concat(Stream.of(a, b), control.stream()).toList());
        SideBySide all = SideBySide.of(inputs);
        if (control.isPresent()) {
            ControlVisit.requireOrder(inputs.all());
            List<List<Cell>> visits = ControlVisit.inTime(all.sides(), inputs.all());
            List<Cell> both = new ControlVisit(visits.get(2), inputs.names().get(2)).with(visits.get(0));
            all = all.with(List.of(both, visits.get(1)));
        }
        View view = all.view(options);
        Gate gate = Gate.of(
                view.results().table(),
                all.lines(),
                all.sides().get(0),
                all.sides().get(1));
        return new CompareRuns(new ReportModel(List.of(view)), gate);
    }

    /** What the command line prints: the comparison, and where its two sides come from. */
    public String text() {
        return TextReport.of(model) + "\n" + places(model.views().get(0));
    }

    /** {@code before: 2026-11-20 09:15 UTC, took 3 min 20 s; bench-01, Debian GNU/Linux 13, OpenJDK 17.0.15}, a line each. */
    static String places(View view) {
        return view.results().sources().stream()
                .map(source -> PlainText.fit(place(source), TextReport.WIDTH) + "\n")
                .collect(Collectors.joining());
    }

    private static String place(Provenance source) {
        return source.name() + ": " + source.when() + "; "
                + source.environment().stream()
                        .filter(fact -> PLACE.contains(fact.name()))
                        .map(fact -> fact.name() + " " + fact.value())
                        .collect(Collectors.joining(", "));
    }

    /** A comment on a change. */
    public String markdown() {
        return PullRequestComment.of(model);
    }

    /**
     * Writes the whole report, the other formats beside it.
     *
     * @param full whether counters.csv holds the counters of each round
     */
    public Written write(Path html, boolean full) throws IOException {
        return ReportFiles.write(model, html, full);
    }

    public Gate gate() {
        return gate;
    }

    ReportModel model() {
        return model;
    }
}

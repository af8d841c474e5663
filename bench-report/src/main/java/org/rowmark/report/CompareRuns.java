package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.format.PlainText;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.report.write.PullRequestComment;
import org.rowmark.report.write.ReportFiles;
import org.rowmark.report.write.TextReport;
import org.rowmark.result.ReportWriter.Written;
import org.rowmark.stats.Verdict;
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
        Inputs inputs = Inputs.read(a, b, control);
        List<List<Cell>> cells = ComparisonKeys.named(ComparisonKeys.needed(inputs.cells()));
        requireTwoMeasurements(cells, inputs);
        if (control.isPresent()) {
            ControlVisit.requireOrder(inputs.all());
            cells = ControlVisit.inTime(cells, inputs.all());
        }
        List<Cell> ofA = control.isPresent()
                ? new ControlVisit(cells.get(2), inputs.names().get(2)).with(cells.get(0))
                : cells.get(0);
        return new TwoRunComparison(inputs, ofA, cells.get(1), control.isPresent()).compare(options);
    }

    /** A gate that compares a measurement with its copy would always be open. */
    private static void requireTwoMeasurements(List<List<Cell>> cells, Inputs inputs) {
        for (int i = 1; i < cells.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (isCopy(cells.get(j), cells.get(i))) {
                    throw new UsageException(inputs.all().get(j).path() + " and "
                            + inputs.all().get(i).path() + " hold the same measurement: every value is the same");
                }
            }
        }
    }

    private static boolean isCopy(List<Cell> one, List<Cell> other) {
        Map<Map<String, String>, List<Double>> values = new LinkedHashMap<>();
        one.stream().filter(Cell::isMeasured).forEach(cell -> values.put(cell.keys(), values(cell)));
        List<Cell> common = other.stream()
                .filter(cell -> cell.isMeasured() && values.containsKey(cell.keys()))
                .toList();
        int n = common.stream().mapToInt(Cell::rounds).sum();
        return n >= Verdict.LEAST_ROUNDS
                && common.stream().allMatch(cell -> values(cell).equals(values.get(cell.keys())));
    }

    private static List<Double> values(Cell cell) {
        return List.copyOf(cell.values().score().values());
    }

    /** What the command line prints: the comparison, and where its two sides come from. */
    public String text() {
        return TextReport.of(model) + "\n"
                + model.views().stream()
                        .flatMap(view -> view.sources().stream())
                        .map(source -> PlainText.fit(place(source), TextReport.WIDTH) + "\n")
                        .collect(Collectors.joining());
    }

    /** {@code before: 2026-11-20 09:15 UTC, took 3 min 20 s; bench-01, Debian GNU/Linux 13, OpenJDK 17.0.15}. */
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

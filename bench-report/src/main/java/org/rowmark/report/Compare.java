package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.result.ReportWriter.Written;
import org.rowmark.stats.Verdict;
import org.rowmark.util.UsageException;

/**
 * B against A, each a run directory or a result file of JMH. Nothing interleaved them, and the comparison says so for
 * good; a second visit to A can tell whether the machine held still.
 */
public final class Compare {
    private static final List<String> PLACE = List.of("Host", "System", "JVM");

    private final ReportModel model;
    private final Gate gate;

    Compare(ReportModel model, Gate gate) {
        this.model = model;
        this.gate = gate;
    }

    /**
     * @param control A, measured again after B
     * @param options the baseline is A, whatever they say
     * @throws UsageException if something cannot be read, is on both sides the same, or has no line in common
     */
    public static Compare of(Path a, Path b, Optional<Path> control, ReportOptions options) throws IOException {
        Inputs inputs = Inputs.read(a, b, control);
        List<List<Measured>> cells = SideKeys.named(SideKeys.needed(inputs.cells()));
        requireTwoMeasurements(cells, inputs);
        if (control.isPresent()) {
            ControlVisit.requireOrder(inputs.all());
            cells = ControlVisit.inTime(cells, inputs.all());
        }
        List<Measured> ofA = control.isPresent()
                ? new ControlVisit(cells.get(2), inputs.names().get(2)).with(cells.get(0))
                : cells.get(0);
        return new Sides(inputs, ofA, cells.get(1), control.isPresent()).compare(options);
    }

    /** A gate that compares a measurement with its copy would always be open. */
    private static void requireTwoMeasurements(List<List<Measured>> cells, Inputs inputs) {
        for (int i = 1; i < cells.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (isCopy(cells.get(j), cells.get(i))) {
                    throw new UsageException(inputs.all().get(j).path() + " and "
                            + inputs.all().get(i).path() + " hold the same measurement: every value is the same");
                }
            }
        }
    }

    private static boolean isCopy(List<Measured> one, List<Measured> other) {
        Map<Map<String, String>, List<Double>> values = new LinkedHashMap<>();
        one.stream().filter(Measured::isMeasured).forEach(cell -> values.put(cell.keys(), values(cell)));
        List<Measured> common = other.stream()
                .filter(cell -> cell.isMeasured() && values.containsKey(cell.keys()))
                .toList();
        int n = common.stream().mapToInt(Measured::rounds).sum();
        return n >= Verdict.LEAST_ROUNDS
                && common.stream().allMatch(cell -> values(cell).equals(values.get(cell.keys())));
    }

    private static List<Double> values(Measured cell) {
        return List.copyOf(cell.replicates().score().values());
    }

    /** What the command line prints: the comparison, and where its two sides come from. */
    public String text() {
        return VerdictText.of(model) + "\n"
                + model.views().stream()
                        .flatMap(view -> view.sources().stream())
                        .map(source -> PlainText.fit(place(source), VerdictText.WIDTH) + "\n")
                        .collect(Collectors.joining());
    }

    /** {@code before: 2026-11-20 09:15 UTC, took 3 min 20 s; bench-01, Debian GNU/Linux 13, OpenJDK 17.0.15}. */
    private static String place(Source source) {
        return source.name() + ": " + source.when() + "; "
                + source.environment().stream()
                        .filter(fact -> PLACE.contains(fact.name()))
                        .map(fact -> fact.name() + " " + fact.value())
                        .collect(Collectors.joining(", "));
    }

    /** A comment on a change. */
    public String markdown() {
        return MarkdownComment.of(model);
    }

    /** Writes the full report, the other formats beside it. */
    public Written write(Path html) throws IOException {
        return ReportFiles.write(model, html);
    }

    public Gate gate() {
        return gate;
    }

    ReportModel model() {
        return model;
    }
}

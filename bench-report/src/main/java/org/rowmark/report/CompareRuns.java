package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.Case.CaseKey;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.Projection;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.format.PlainText;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.report.write.ReportFiles;
import org.rowmark.report.write.TextReport;
import org.rowmark.result.ReportWriter.Written;
import org.rowmark.stats.Verdict;
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
        return new CompareRuns(new ReportModel(List.of(view)), Gate.of(view.table(), compared));
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

    /** Returns a comment for a pull request. */
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

    /**
     * The result of a comparison for a build that passes or fails by it.
     *
     * @param slower rows with the verdict slower, whether its size is sure or not, each with its ratio
     * @param silent rows with a ratio but no verdict
     * @param lacking lines of A that failed, are incomplete or are missing in B
     * @param silence the reason for which no row has a verdict; empty if one has
     */
    public record Gate(List<String> slower, List<String> silent, List<String> lacking, Optional<String> silence) {

        static Gate of(ComparisonTable table, SideBySide compared) {
            return new Gate(
                    titles(table, with -> with.hasVerdict() && isSlower(with.verdict())),
                    titles(table, with -> !with.hasVerdict()),
                    lacking(compared),
                    table.hasVerdicts() ? Optional.empty() : Optional.of(silence(table)));
        }

        private static List<String> titles(ComparisonTable table, Predicate<RatioResult> chosen) {
            return table.rows().stream()
                    .flatMap(row -> row.result().filter(chosen).stream()
                            .map(with -> row.line().title() + ": " + VerdictLabel.ratio(with.comparison())))
                    .toList();
        }

        private static boolean isSlower(Verdict verdict) {
            return verdict.word() == Verdict.Word.SLOWER || verdict.word() == Verdict.Word.SLOWER_SIZE_UNSURE;
        }

        private static List<String> lacking(SideBySide compared) {
            Projection lines = compared.lines();
            Map<CaseKey, Cell> ofB = new HashMap<>();
            compared.sides().get(1).forEach(cell -> ofB.put(lines.keyOf(cell), cell));
            return compared.sides().get(0).stream()
                    .filter(Cell::isMeasured)
                    .map(lines::keyOf)
                    .distinct()
                    .filter(line -> !isWhole(ofB.getOrDefault(line, Cell.absent())))
                    .map(line -> line.title() + ": "
                            + ofB.getOrDefault(line, Cell.absent()).problem())
                    .toList();
        }

        private static boolean isWhole(Cell cell) {
            return cell.isMeasured() && cell.state() == Cell.State.OK && !cell.isIncomplete();
        }

        private static String silence(ComparisonTable table) {
            List<CaseRatio> rows = table.rows();
            List<RatioResult> compared =
                    rows.stream().flatMap(row -> row.result().stream()).toList();
            if (rows.isEmpty()) {
                return "there is nothing to compare";
            }
            if (compared.isEmpty()) {
                return rows.get(0).line().title() + ": " + rows.get(0).problem();
            }
            if (compared.stream().anyMatch(RatioResult::isInvalid)) {
                return "the control moved, so the comparison is invalid: measure A, B and A again";
            }
            int most = compared.stream()
                    .mapToInt(with -> with.comparison().n())
                    .max()
                    .orElseThrow();
            return "at most " + Numbers.count(most, "replicate") + " on a side, and a verdict needs "
                    + Verdict.LEAST_ROUNDS + ": measure more rounds (run --rounds, or JMH's -f)";
        }
    }
}

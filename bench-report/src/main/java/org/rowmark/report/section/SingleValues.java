package org.rowmark.report.section;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.Outliers;
import org.rowmark.report.plot.StripPlot;
import org.rowmark.report.plot.Timeline;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.TargetFacts;

/** The values that the means are of: of every round, and of every iteration at the time it ended. */
public final class SingleValues {
    public static final String ROUNDS = "Every round";

    private static final String ITERATIONS = "Every iteration, relative to the median of its cell";

    private SingleValues() {}

    public static Section rounds(Results results) {
        return new Section(
                ROUNDS,
                "",
                measured(results).stream()
                        .map(line -> rounds(line, results.table().shown(line)))
                        .toList());
    }

    private static List<Case> measured(Results results) {
        return results.table().lines().stream().filter(Case::isMeasured).toList();
    }

    private static Section rounds(Case line, List<ColumnValue> sides) {
        List<Column<Integer>> columns = new ArrayList<>(List.of(Column.ofText("round", String::valueOf)));
        sides.forEach(side -> columns.add(Column.ofText(side.column(), side::raw)));
        return Section.folded(line.title() + ", " + line.unit(), DataTable.of(1, line.rounds(), columns));
    }

    /** Returns figures with every replicate of every line as a point. */
    public static Section replicates(Results results) {
        return Section.ofFigures(
                "Replicates",
                "Every round as a point, values of the same round joined; hollow points are outlying and are counted"
                        + " like the others.",
                measured(results),
                line -> new Figure(line.title(), id -> strips(line).plot(id), Figure.ELSEWHERE));
    }

    private static StripPlot strips(Case line) {
        return new StripPlot(
                line.title(),
                line.metric().unit(),
                line.columnValues().stream().map(SingleValues::strip).toList());
    }

    private static StripPlot.Strip strip(ColumnValue side) {
        return new StripPlot.Strip(side.column(), side.score().mean(), side.values(), Outliers.of(side.values()));
    }

    /** Returns figures with every iteration as a point; the numbers are in samples.jsonl. */
    public static Section iterations(Results results) {
        return Section.ofFigures(
                        "Time line",
                        "Drift, stalls and iterations before the steady state show here; warm-up is grey and never"
                                + " counts.",
                        results.runs().stream()
                                .filter(run -> !run.samples().isEmpty())
                                .toList(),
                        run -> new Figure(ITERATIONS, id -> timeline(run).plot(id), Figure.ELSEWHERE))
                .as(Section.Look.WIDE);
    }

    private static Timeline timeline(RunRecord run) {
        List<String> names =
                run.manifest().targets().stream().map(TargetFacts::name).toList();
        Map<Integer, Integer> series = run.manifest().cells().stream()
                .collect(Collectors.toMap(PlannedCell::number, cell -> Math.max(0, names.indexOf(cell.target()))));
        Map<Integer, List<Timeline.Point>> cells = new TreeMap<>();
        run.samples().stream()
                .filter(sample -> sample.round() > 0) // others are trials of a search
                .forEach(sample -> cells.computeIfAbsent(sample.cell(), none -> new ArrayList<>())
                        .add(point(run, sample, series.getOrDefault(sample.cell(), 0))));
        Map<List<Integer>, Double> serverStarts = new HashMap<>();
        run.outcomes().stream()
                .filter(outcome -> outcome.serverStart() > 0)
                .forEach(outcome -> serverStarts.merge(
                        List.of(series.getOrDefault(outcome.cell(), 0), outcome.serverStart()),
                        seconds(run, outcome.start()),
                        Math::min));
        return new Timeline(
                ITERATIONS,
                names,
                Timeline.relative(cells.values()),
                serverStarts.values().stream().sorted().toList());
    }

    private static Timeline.Point point(RunRecord run, Sample sample, int series) {
        return new Timeline.Point(seconds(run, sample.end()), sample.score(), sample.warmup(), series);
    }

    private static double seconds(RunRecord run, Instant when) {
        return Duration.between(run.manifest().progress().started(), when).toMillis() / 1000.0;
    }
}

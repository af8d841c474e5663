package org.rowmark.report.section;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.Outliers;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.LinePlot;
import org.rowmark.report.plot.LinePlot.Kind;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Samples.Score;
import org.rowmark.result.TargetFacts;
import org.rowmark.stats.CentralTendency;

/** The values that the means are of: of every round, and of every iteration at the time it ended. */
public final class SingleValues {
    public static final String ROUNDS = "Every round";

    private static final String ITERATIONS = "Every iteration, relative to the median of its cell";

    private SingleValues() {}

    /** Returns figures with every round of every line as a point, and the values. */
    public static Section rounds(Results results) {
        return Section.ofFigures(
                ROUNDS,
                "Every round as a point; hollow points are outlying and are counted like the others.",
                results.table().lines().stream().filter(Case::isMeasured).toList(),
                line -> new Figure(
                        line.title() + ", " + line.unit(),
                        id -> rounds(line).plot(id),
                        values(line, results.table().shown(line))));
    }

    private static DataTable values(Case line, List<ColumnValue> sides) {
        List<Column<Integer>> columns = new ArrayList<>(List.of(Column.ofText("round", String::valueOf)));
        sides.forEach(side -> columns.add(Column.ofText(side.column(), side::raw)));
        return DataTable.of(1, line.rounds(), columns);
    }

    private static LinePlot rounds(Case line) {
        List<LinePlot.Series> series = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (ColumnValue side : line.columnValues()) {
            Set<Integer> outliers = Outliers.of(side.values());
            series.add(new LinePlot.Series(names.size(), Kind.ROUNDS, points(side, round -> true)));
            series.add(new LinePlot.Series(names.size(), Kind.HOLLOW, points(side, outliers::contains)));
            names.add(side.column());
        }
        List<LinePlot.Label> rounds = line.rounds().stream()
                .map(round -> new LinePlot.Label(round, String.valueOf(round)))
                .toList();
        String unit = line.metric().unit();
        return new LinePlot(
                line.title(),
                "Every round of " + Numbers.count(names.size(), "configuration") + ", in " + unit
                        + ". Outliers are hollow.",
                new LinePlot.Horizontal("round", LinePlot.Along.LINEAR, rounds),
                names,
                List.of(new LinePlot.Panel(unit, LinePlot.Scale.FITTING, 0, series)),
                List.of(),
                List.of());
    }

    private static List<LinePlot.Point> points(ColumnValue side, Predicate<Integer> isShown) {
        return new TreeMap<>(side.values())
                .entrySet().stream()
                        .filter(round -> isShown.test(round.getKey()))
                        .map(round -> LinePlot.Point.of(round.getKey(), round.getValue()))
                        .toList();
    }

    /** Returns figures with every iteration as a point; the numbers are in samples.jsonl. */
    public static Section iterations(Results results) {
        return Section.ofFigures(
                        "Time line",
                        "Drift, stalls and iterations before the steady state show here; warm-up is grey and never"
                                + " counts. Of very many points, the extremes are drawn.",
                        results.runs().stream()
                                .filter(run -> !run.samples().isEmpty())
                                .toList(),
                        run -> new Figure(ITERATIONS, id -> timeline(run).plot(id), Figure.ELSEWHERE))
                .as(Section.Look.WIDE);
    }

    private static LinePlot timeline(RunRecord run) {
        List<String> names =
                run.manifest().targets().stream().map(TargetFacts::name).toList();
        Map<Integer, Integer> styles = run.manifest().cells().stream()
                .collect(Collectors.toMap(PlannedCell::number, cell -> Math.max(0, names.indexOf(cell.target()))));
        List<LinePlot.Series> series = iterations(run, styles);
        List<String> marks = new ArrayList<>();
        if (series.stream().anyMatch(of -> of.kind() == Kind.GREY_DOTS)) {
            marks.add("grey: warm-up");
        }
        List<LinePlot.Point> starts = serverStarts(run, styles);
        if (!starts.isEmpty()) {
            marks.add("uprights at the bottom: server starts");
        }
        series.add(new LinePlot.Series(0, Kind.FEET, starts));
        return new LinePlot(
                ITERATIONS,
                "Iterations of " + Numbers.count(names.size(), "configuration") + " against time.",
                new LinePlot.Horizontal("since the start of the run", LinePlot.Along.TIME, List.of()),
                names,
                List.of(new LinePlot.Panel("Relative to the median of the cell", LinePlot.Scale.RATIO, 0, series)),
                List.of(),
                marks.isEmpty() ? List.of() : List.of(String.join("; ", marks)));
    }

    /** Returns the iterations of each configuration, those of warm-up before the measured ones, which lie over them. */
    private static List<LinePlot.Series> iterations(RunRecord run, Map<Integer, Integer> styles) {
        Map<Integer, List<Score>> cells = run.samples()
                .scores()
                .filter(score -> score.round() > 0) // others are trials of a search
                .collect(Collectors.groupingBy(Score::cell, TreeMap::new, Collectors.toList()));
        Map<Integer, List<LinePlot.Point>> warmup = new TreeMap<>();
        Map<Integer, List<LinePlot.Point>> measured = new TreeMap<>();
        cells.forEach((cell, iterations) -> {
            double median = median(iterations);
            iterations.forEach(iteration -> (iteration.isWarmup() ? warmup : measured)
                    .computeIfAbsent(styles.getOrDefault(cell, 0), none -> new ArrayList<>())
                    .add(LinePlot.Point.of(seconds(run, iteration.end()), iteration.value() / median)));
        });
        List<LinePlot.Series> series = new ArrayList<>();
        warmup.forEach((style, points) -> series.add(new LinePlot.Series(style, Kind.GREY_DOTS, points)));
        measured.forEach((style, points) -> series.add(new LinePlot.Series(style, Kind.DOTS, points)));
        return series;
    }

    /** Returns the median of the measured iterations of a cell; of its warm-up if it has nothing else. */
    private static double median(List<Score> iterations) {
        boolean isWarm = iterations.stream().allMatch(Score::isWarmup);
        double[] scores = iterations.stream()
                .filter(iteration -> iteration.isWarmup() == isWarm)
                .mapToDouble(Score::value)
                .filter(Double::isFinite)
                .toArray();
        return scores.length == 0 ? Double.NaN : CentralTendency.median(scores);
    }

    private static List<LinePlot.Point> serverStarts(RunRecord run, Map<Integer, Integer> styles) {
        Map<List<Integer>, Double> starts = new HashMap<>();
        run.outcomes().stream()
                .filter(outcome -> outcome.serverStart() > 0)
                .forEach(outcome -> starts.merge(
                        List.of(styles.getOrDefault(outcome.cell(), 0), outcome.serverStart()),
                        seconds(run, outcome.start()),
                        Math::min));
        return starts.values().stream()
                .sorted()
                .map(start -> LinePlot.Point.of(start, 1))
                .toList();
    }

    private static double seconds(RunRecord run, Instant when) {
        return Duration.between(run.manifest().progress().started(), when).toMillis() / 1000.0;
    }
}

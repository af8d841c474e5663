package org.rowmark.report.section;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.rowmark.report.cells.TimeUnits;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.Outliers;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.LinePlot;
import org.rowmark.report.plot.LinePlot.Kind;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Samples.Score;
import org.rowmark.result.TargetFacts;
import org.rowmark.result.latency.TimeLines.Second;
import org.rowmark.stats.CentralTendency;

/** The values that the means are of: of every round, and against time of every iteration, and second of long rounds. */
public final class SingleValues {
    public static final String ROUNDS = "Every round";

    /** The least seconds of a round, with its warm-up; of shorter ones the time line of iterations shows as much. */
    private static final int LEAST = 10;

    private static final double MILLIS = 1000;
    private static final String ITERATIONS = "Every iteration, relative to the median of its cell";

    /** The distance of two rounds, as a share of all their seconds. */
    private static final double APART = 0.01;

    private SingleValues() {}

    /** A cell by second, by round. */
    private record Line(String title, int series, Map<Integer, List<Second>> rounds) {}

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
            Set<Integer> rounds = new TreeSet<>(side.values().keySet());
            series.add(new LinePlot.Series(names.size(), Kind.ROUNDS, points(side, rounds)));
            series.add(new LinePlot.Series(names.size(), Kind.HOLLOW, points(side, Outliers.of(side.values()))));
            names.add(side.column());
        }
        String unit = line.metric().unit();
        return new LinePlot(
                line.title(),
                "Every round of " + Numbers.count(names.size(), "configuration") + ", in " + unit
                        + ". Outliers are hollow.",
                new LinePlot.Horizontal("round", LinePlot.Along.LINEAR, List.of()),
                names,
                new LinePlot.Panel(unit, LinePlot.Scale.FITTING, 0, series));
    }

    private static List<LinePlot.Point> points(ColumnValue side, Set<Integer> rounds) {
        return rounds.stream()
                .map(round -> LinePlot.Point.of(round, side.values().get(round)))
                .toList();
    }

    /** Returns figures with every iteration as a point; the numbers are in samples.jsonl. */
    public static Section iterations(Results results) {
        return Section.ofFigures(
                        "Time line",
                        "Drift, stalls and iterations before the steady state show here; warm-up is grey and never"
                                + " counts, and uprights at the bottom are server starts. Of very many points, the"
                                + " extremes are drawn.",
                        results.runs().stream()
                                .filter(run -> !run.samples().isEmpty())
                                .toList(),
                        run -> new Figure(ITERATIONS, id -> timeline(run).plot(id), Figure.ELSEWHERE))
                .as(Section.Look.WIDE);
    }

    private static LinePlot timeline(RunRecord run) {
        Map<Integer, Integer> styles = styles(run);
        List<LinePlot.Series> series = iterations(run, styles);
        series.add(new LinePlot.Series(0, Kind.FEET, serverStarts(run, styles)));
        List<String> names = targets(run);
        return new LinePlot(
                ITERATIONS,
                "Iterations of " + Numbers.count(names.size(), "configuration") + " against time.",
                new LinePlot.Horizontal("since the start of the run", LinePlot.Along.TIME, List.of()),
                names,
                new LinePlot.Panel("Relative to the median of the cell", LinePlot.Scale.RATIO, 0, series));
    }

    private static List<String> targets(RunRecord run) {
        return run.manifest().targets().stream().map(TargetFacts::name).toList();
    }

    /** Returns the places of the targets of the cells, by number of the cell. */
    private static Map<Integer, Integer> styles(RunRecord run) {
        List<String> names = targets(run);
        return run.manifest().cells().stream()
                .collect(Collectors.toMap(PlannedCell::number, cell -> Math.max(0, names.indexOf(cell.target()))));
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
                    .add(LinePlot.Point.of(sinceStart(run, iteration.end()), iteration.value() / median)));
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
        Map<List<Integer>, Double> starts = run.outcomes().stream()
                .filter(outcome -> outcome.serverStart() > 0)
                .collect(Collectors.toMap(
                        outcome -> List.of(styles.getOrDefault(outcome.cell(), 0), outcome.serverStart()),
                        outcome -> sinceStart(run, outcome.start()),
                        Math::min));
        return starts.values().stream()
                .sorted()
                .map(start -> LinePlot.Point.of(start, 1))
                .toList();
    }

    private static double sinceStart(RunRecord run, Instant when) {
        return seconds(run.manifest().progress().started(), when);
    }

    public static Section bySecond(Results results) {
        return Section.ofFigures(
                        "Throughput and latency by second",
                        "Operations that ended in each second and the p99 of their times, of all threads: checkpoints"
                                + " and stalls show as dips and peaks. Warm-up is grey. Of cells with " + LEAST
                                + " s or more in a round; every second is in latencies/cell-N.csv.",
                        results.runs().stream().flatMap(SingleValues::lines).toList(),
                        SingleValues::figure)
                .as(Section.Look.WIDE);
    }

    private static Stream<Line> lines(RunRecord run) {
        Map<Integer, Integer> styles = styles(run);
        Map<List<Integer>, Instant> starts = new HashMap<>();
        run.outcomes().stream()
                .filter(outcome -> outcome.outcome() == Outcome.OK)
                .forEach(outcome -> starts.put(List.of(outcome.cell(), outcome.round()), outcome.start()));
        List<PlannedCell> cells = run.manifest().cells();
        return cells.stream().flatMap(cell -> {
            // a round that was repeated also has seconds from before the repetition
            Map<Integer, List<Second>> rounds = run.timeLines().read(cell.number()).stream()
                    .filter(second -> !second.start()
                            .isBefore(starts.getOrDefault(List.of(cell.number(), second.round()), Instant.MAX)))
                    .sorted(Comparator.comparing(Second::start))
                    .collect(Collectors.groupingBy(Second::round, TreeMap::new, Collectors.toList()));
            boolean isLong = rounds.values().stream()
                    .anyMatch(round -> Math.round(length(round)) >= LEAST); // operations end a bit before an iteration
            return isLong // labels of all cells would take most of the time of a large report
                    ? Stream.of(new Line(cell.label(cells), styles.get(cell.number()), rounds))
                    : Stream.empty();
        });
    }

    private static Figure figure(Line line) {
        TimeUnits unit = TimeUnits.fitting(line.rounds.values().stream()
                .flatMap(List::stream)
                .filter(second -> second.timed() > 0)
                .mapToDouble(second -> Math.max(1, second.p99())));
        ToDoubleFunction<Second> p99 = second -> second.timed() == 0 ? Double.NaN : second.p99() / unit.nanos();
        DoubleStream lengths = line.rounds.values().stream().mapToDouble(SingleValues::length);
        double apart = APART * lengths.sum();
        List<LinePlot.Series> rates = new ArrayList<>();
        List<LinePlot.Series> latencies = new ArrayList<>();
        List<LinePlot.Label> starts = new ArrayList<>();
        double start = 0;
        for (Map.Entry<Integer, List<Second>> round : line.rounds.entrySet()) {
            for (Kind kind : List.of(Kind.GREY, Kind.PLAIN)) {
                rates.add(new LinePlot.Series(
                        line.series, kind, points(round.getValue(), kind, start, Second::throughput)));
                latencies.add(new LinePlot.Series(line.series, kind, points(round.getValue(), kind, start, p99)));
            }
            starts.add(new LinePlot.Label(start, String.valueOf(round.getKey())));
            start += length(round.getValue()) + apart;
        }
        boolean isOne = starts.size() == 1;
        String caption = isOne ? "since the start of the round" : "rounds one after the other";
        LinePlot plot = new LinePlot(
                line.title,
                "Operations per second, and p99 of their times in " + unit.symbol() + ", by second, of "
                        + Numbers.count(starts.size(), "round") + "; grey: warm-up.",
                new LinePlot.Horizontal(caption, LinePlot.Along.TIME, isOne ? List.of() : starts),
                List.of(),
                new LinePlot.Panel("ops/s", LinePlot.Scale.FROM_ZERO, 0, rates),
                new LinePlot.Panel("p99, " + unit.symbol(), LinePlot.Scale.LOG, 0, latencies));
        return new Figure(line.title, plot::plot, Figure.ELSEWHERE);
    }

    private static double length(List<Second> round) {
        return seconds(round.get(0).start(), round.get(round.size() - 1).end());
    }

    /** Returns the middles of the seconds of warm-up, or of the others, of a round. */
    private static List<LinePlot.Point> points(
            List<Second> round, Kind kind, double from, ToDoubleFunction<Second> value) {
        Instant begin = round.get(0).start();
        return round.stream()
                .filter(second -> second.isWarmup() == (kind == Kind.GREY))
                .map(second -> LinePlot.Point.of(
                        from + (seconds(begin, second.start()) + seconds(begin, second.end())) / 2,
                        value.applyAsDouble(second)))
                .toList();
    }

    private static double seconds(Instant begin, Instant when) {
        return Duration.between(begin, when).toMillis() / MILLIS;
    }
}

package org.rowmark.report.section;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.rowmark.report.cells.TimeUnits;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.LinePlot;
import org.rowmark.report.plot.LinePlot.Kind;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetFacts;
import org.rowmark.result.latency.TimeLines.Second;

/** Figures of throughput and latency by second, of cells whose rounds are long enough for one. */
public final class LatencyBySecond {
    /** The least seconds of a round, with its warm-up; of shorter ones the time line of iterations shows as much. */
    private static final int LEAST = 10;

    private static final double MILLIS = 1000;

    /** The distance of two rounds, as a share of all their seconds. */
    private static final double APART = 0.01;

    private LatencyBySecond() {}

    private record Line(String title, int series, Map<Integer, List<Second>> rounds) {}

    public static Section section(Results results) {
        return Section.ofFigures(
                        "Throughput and latency by second",
                        "Operations that ended in each second and the p99 of their times, of all threads: checkpoints"
                                + " and stalls show as dips and peaks. Warm-up is grey. Of cells with " + LEAST
                                + " s or more in a round; every second is in latencies/cell-N.csv.",
                        results.runs().stream().flatMap(LatencyBySecond::lines).toList(),
                        LatencyBySecond::figure)
                .as(Section.Look.WIDE);
    }

    private static Stream<Line> lines(RunRecord run) {
        List<String> targets =
                run.manifest().targets().stream().map(TargetFacts::name).toList();
        Map<Integer, Map<Integer, Instant>> starts = run.outcomes().stream()
                .filter(outcome -> outcome.outcome() == Outcome.OK)
                .collect(Collectors.groupingBy(
                        CellOutcome::cell,
                        Collectors.toMap(CellOutcome::round, CellOutcome::start, (first, last) -> last)));
        List<PlannedCell> cells = run.manifest().cells();
        return cells.stream().flatMap(cell -> {
            Map<Integer, List<Second>> rounds = rounds(run, cell, starts.getOrDefault(cell.number(), Map.of()));
            return rounds.values().stream().anyMatch(LatencyBySecond::isLong)
                    ? Stream.of(new Line(cell.label(cells), Math.max(0, targets.indexOf(cell.target())), rounds))
                    : Stream.empty();
        });
    }

    private static boolean isLong(List<Second> round) {
        long millis =
                round.stream().mapToLong(second -> second.length().toMillis()).sum();
        return Math.round(millis / MILLIS) >= LEAST; // operations end a bit before an iteration
    }

    /**
     * Returns the seconds of a cell by round.
     *
     * @param starts of the rounds that were ok; one that was repeated also has seconds from before the repetition
     */
    private static Map<Integer, List<Second>> rounds(RunRecord run, PlannedCell cell, Map<Integer, Instant> starts) {
        return run.timeLines().read(cell.number()).stream()
                .filter(second ->
                        starts.containsKey(second.round()) && !second.start().isBefore(starts.get(second.round())))
                .sorted(Comparator.comparing(Second::start))
                .collect(Collectors.groupingBy(Second::round, TreeMap::new, Collectors.toList()));
    }

    private static Figure figure(Line line) {
        TimeUnits unit = TimeUnits.fitting(line.rounds.values().stream()
                .flatMap(List::stream)
                .filter(second -> second.timed() > 0)
                .mapToDouble(second -> Math.max(1, second.p99())));
        ToDoubleFunction<Second> p99 = second -> second.timed() == 0 ? Double.NaN : second.p99() / unit.nanos();
        DoubleStream lengths = line.rounds.values().stream().mapToDouble(LatencyBySecond::length);
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
                List.of(
                        new LinePlot.Panel("ops/s", LinePlot.Scale.FROM_ZERO, 0, rates),
                        new LinePlot.Panel("p99, " + unit.symbol(), LinePlot.Scale.LOG, 0, latencies)),
                List.of(),
                List.of("grey: warm-up"));
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

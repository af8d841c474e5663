package org.rowmark.report.section;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.TimeUnits;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.SecondsPlot;
import org.rowmark.report.section.DataTable.Column;
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

    private LatencyBySecond() {}

    /**
     * A cell.
     *
     * @param series number of its target
     * @param rounds that were ok
     */
    private record Line(String title, int series, Map<Integer, List<Second>> rounds) {
        Stream<Second> all() {
            return rounds.values().stream().flatMap(List::stream);
        }
    }

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
        return run.manifest().cells().stream()
                .map(cell -> line(run, cell, starts.getOrDefault(cell.number(), Map.of()), targets))
                .filter(line -> line.rounds.values().stream().anyMatch(LatencyBySecond::isLong));
    }

    private static boolean isLong(List<Second> round) {
        double length =
                round.stream().mapToLong(second -> second.length().toMillis()).sum() / MILLIS;
        return Math.round(length) >= LEAST; // operations end a bit before an iteration
    }

    /** @param starts of the rounds that were ok; one that was repeated also has seconds from before the repetition */
    private static Line line(RunRecord run, PlannedCell cell, Map<Integer, Instant> starts, List<String> targets) {
        Map<Integer, List<Second>> rounds = run.timeLines().read(cell.number()).stream()
                .filter(second ->
                        starts.containsKey(second.round()) && !second.start().isBefore(starts.get(second.round())))
                .collect(Collectors.groupingBy(Second::round, TreeMap::new, Collectors.toList()));
        return new Line(cell.label(run.manifest().cells()), Math.max(0, targets.indexOf(cell.target())), rounds);
    }

    private static Figure figure(Line line) {
        TimeUnits unit = TimeUnits.fitting(
                line.all().filter(second -> second.timed() > 0).mapToDouble(second -> Math.max(1, second.p99())));
        List<SecondsPlot.Round> rounds = new ArrayList<>();
        line.rounds.forEach((number, seconds) -> rounds.add(round(number, seconds, unit)));
        SecondsPlot plot = new SecondsPlot(line.title, "ops/s", unit.symbol(), line.series, rounds);
        return new Figure(line.title, plot::plot, numbers(line, unit));
    }

    private static SecondsPlot.Round round(int number, List<Second> seconds, TimeUnits unit) {
        Instant begin =
                seconds.stream().map(Second::start).min(Instant::compareTo).orElseThrow();
        return new SecondsPlot.Round(
                number,
                seconds.stream()
                        .map(second -> new SecondsPlot.Second(
                                seconds(begin, second.start()),
                                seconds(begin, second.end()),
                                second.throughput(),
                                second.timed() == 0 ? Double.NaN : second.p99() / unit.nanos(),
                                second.isWarmup()))
                        .toList());
    }

    private static double seconds(Instant begin, Instant when) {
        return Duration.between(begin, when).toMillis() / MILLIS;
    }

    /** Returns a table with a row for each round. */
    private static DataTable numbers(Line line, TimeUnits unit) {
        List<Map.Entry<Integer, List<Second>>> rounds = List.copyOf(line.rounds.entrySet());
        return DataTable.of(
                1,
                rounds,
                List.of(
                        Column.ofText("round", round -> String.valueOf(round.getKey())),
                        Column.ofText(
                                "seconds",
                                round -> Numbers.whole(measured(round).count())),
                        Column.ofText(
                                "least ops/s",
                                round -> Numbers.score(throughput(round).getMin())),
                        Column.ofText(
                                "most ops/s",
                                round -> Numbers.score(throughput(round).getMax())),
                        Column.ofText(
                                "least p99, " + unit.symbol(),
                                round -> Numbers.score(p99(round).getMin() / unit.nanos())),
                        Column.ofText(
                                "most p99, " + unit.symbol(),
                                round -> Numbers.score(p99(round).getMax() / unit.nanos())),
                        Column.ofText(
                                "seconds without an operation",
                                round -> Numbers.whole(measured(round)
                                        .filter(second -> second.timed() == 0)
                                        .count()))));
    }

    private static Stream<Second> measured(Map.Entry<Integer, List<Second>> round) {
        return round.getValue().stream().filter(second -> !second.isWarmup());
    }

    private static DoubleSummaryStatistics throughput(Map.Entry<Integer, List<Second>> round) {
        return measured(round).mapToDouble(Second::throughput).summaryStatistics();
    }

    private static DoubleSummaryStatistics p99(Map.Entry<Integer, List<Second>> round) {
        return measured(round)
                .filter(second -> second.timed() > 0)
                .mapToDouble(Second::p99)
                .summaryStatistics();
    }
}

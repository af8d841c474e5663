package org.rowmark.report.section;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.commons.lang3.Strings;
import org.rowmark.link.LinkFacts;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.CounterText;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.TimeUnits;
import org.rowmark.report.compare.Case;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.LinePlot;
import org.rowmark.result.TargetFacts;
import org.rowmark.stats.Interval;
import org.rowmark.stats.LineFit;
import org.rowmark.util.Durations;

/**
 * The time of an operation as a line over the round-trip time of its link, for cells that are the same but for that:
 * {@code time = a + b × RTT × round trips}.
 */
public final class RoundTripFits {
    private RoundTripFits() {}

    /** A cell behind a link, with round trips of an operation, and its nanoseconds by round. */
    private record Linked(long rttNanos, double roundTrips, Map<Integer, Double> time) {}

    /** A measured point, and the time of the line there. */
    record Point(@JsonIgnore String target, long rttNanos, double roundTrips, Interval time, double fitted) {}

    /**
     * The line of a target in a workload, in nanoseconds.
     *
     * @param roundTrips of an operation, the mean over the points; NaN if they were not counted, the slope is then in
     *     round trips
     * @param deviation the greatest of a point's mean from the line, as a fraction of the line
     * @param points by ascending round-trip time
     */
    record Fit(
            String workload,
            String target,
            Interval intercept,
            Interval slope,
            double roundTrips,
            double deviation,
            List<Point> points) {
        private static Optional<Fit> of(String workload, String target, List<Linked> cells) {
            cells.sort(Comparator.comparing(Linked::rttNanos));
            double trips =
                    cells.stream().mapToDouble(Linked::roundTrips).average().orElseThrow(); // NaN if one is
            ToDoubleFunction<Linked> x = cell -> cell.rttNanos * (Double.isNaN(trips) ? 1 : cell.roundTrips);
            List<LineFit.Point> times = new ArrayList<>();
            cells.forEach(cell -> times.add(new LineFit.Point(x.applyAsDouble(cell), cell.time)));
            return LineFit.of(times).map(line -> {
                List<Point> points = new ArrayList<>();
                double deviation = 0;
                for (Linked cell : cells) {
                    Interval time = Means.mean(cell.time);
                    double fitted = line.at(x.applyAsDouble(cell));
                    points.add(new Point(target, cell.rttNanos, cell.roundTrips, time, fitted));
                    deviation = Math.max(deviation, Math.abs(time.mean() / fitted - 1));
                }
                return new Fit(workload, target, line.intercept(), line.slope(), trips, deviation, points);
            });
        }

        /** Returns {@code ping on h2: 35.0 µs + 1.02 (0.99–1.05) × RTT × 1.00 round trips, …} on a line of its own. */
        private String formula() {
            String trips = Double.isNaN(roundTrips) ? "" : " × " + Numbers.score(roundTrips) + " round trips";
            return "\n" + workload + " on " + target + ": " + WhereTimeGoes.text(intercept.mean()) + " + "
                    + TableCell.of(slope, Numbers::signedRange).line() + " × RTT" + trips + ", farthest point "
                    + Numbers.noise(deviation);
        }

        /** Returns the time of the line at a round-trip time, with the mean number of round trips. */
        private double at(double rttNanos) {
            return intercept.mean() + slope.mean() * rttNanos * (Double.isNaN(roundTrips) ? 1 : roundTrips);
        }
    }

    public static Section section(Results results) {
        List<List<Fit>> figures = results.table()
                .scores()
                .map(line -> fits(line, results))
                .filter(fits -> !fits.isEmpty())
                .toList();
        List<Fit> fits = figures.stream().flatMap(List::stream).toList();
        return new Section(
                        "Time by round-trip time",
                        "The time of an operation as a line over the round-trip time (RTT) of its link: a + b × RTT × round trips. With b near 1 what grows is the wait for round trips and nothing else;"
                                + " a is the time without a network. A line for each round by weighted least squares,"
                                + " their means with 95 % intervals over rounds."
                                + fits.stream().map(Fit::formula).collect(Collectors.joining()),
                        figures.stream().map(RoundTripFits::figure).toList())
                .withData("roundTripFits", fits);
    }

    /** Returns the lines of the targets in a workload. */
    private static List<Fit> fits(Case line, Results results) {
        Map<String, List<Linked>> byTarget = new LinkedHashMap<>();
        for (Cell cell : line.sides().map(Case.ColumnValue::cell).toList()) {
            Optional<LinkFacts> link = results.target(cell).flatMap(TargetFacts::link);
            if (link.isPresent() && cell.isMeasured() && results.hasOneThread()) {
                CellValues values = cell.values();
                Interval trips = Means.mean(values.counts().rounds(CounterText.ROUND_TRIPS));
                byTarget.computeIfAbsent(target(cell, link.get()), none -> new ArrayList<>())
                        .add(new Linked(link.get().rttNanos(), trips.mean(), values.operationNanos()));
            }
        }
        List<Fit> fits = new ArrayList<>();
        byTarget.forEach((target, cells) -> Fit.of(line.title(), target, cells).ifPresent(fits::add));
        return fits;
    }

    /** Returns the target without its link, with the other properties of that. */
    private static String target(Cell cell, LinkFacts link) {
        List<String> others = new ArrayList<>();
        link.bitsPerSecond().ifPresent(bits -> others.add(Numbers.plain(bits / 1e6) + " Mbit/s"));
        if (link.jitterNanos() > 0) {
            others.add("jitter " + Durations.brief(link.jitterNanos()));
        }
        String base = Strings.CS.removeEnd(cell.keys().get(Cell.TARGET), "@" + link.name());
        return others.isEmpty() ? base : base + " (" + String.join(", ", others) + ")";
    }

    private static Figure figure(List<Fit> fits) {
        List<Point> all = fits.stream().flatMap(fit -> fit.points.stream()).toList();
        TimeUnits unit = TimeUnits.fitting(all.stream().mapToDouble(point -> point.time.mean()));
        double nanos = unit.nanos();
        DoubleSummaryStatistics rtts =
                all.stream().mapToDouble(Point::rttNanos).filter(rtt -> rtt > 0).summaryStatistics();
        List<LinePlot.Series> series = new ArrayList<>();
        for (Fit fit : fits) {
            series.addAll(LinePlot.Series.fitted(
                    fits.indexOf(fit),
                    rtts.getMin() / nanos,
                    rtts.getMax() / nanos,
                    rtt -> fit.at(rtt * nanos) / nanos,
                    fit.points.stream()
                            .map(point -> new LinePlot.Point(
                                    point.rttNanos / nanos, WhereTimeGoes.scaled(point.time, 1 / nanos)))));
        }
        String of = " (" + unit.symbol() + ")";
        List<Column<Point>> columns = List.of(
                Column.ofText("target", Point::target),
                Column.ofText("RTT" + of, point -> Numbers.score(point.rttNanos / nanos)),
                Column.ofText("round trips", point -> Numbers.score(point.roundTrips)),
                new Column<>("time" + of, point -> TableCell.of(WhereTimeGoes.scaled(point.time, 1 / nanos))),
                Column.ofText("line" + of, point -> Numbers.score(point.fitted / nanos)));
        LinePlot plot = new LinePlot(
                fits.get(0).workload,
                unit.symbol() + " per operation against the round-trip time, with fitted lines.",
                new LinePlot.Horizontal("round-trip time, " + unit.symbol(), LinePlot.Along.FITTING, List.of()),
                fits.stream().map(Fit::target).toList(),
                new LinePlot.Panel(unit.symbol() + " per operation", LinePlot.Scale.FITTING, 0, series));
        return new Figure(plot.title(), plot::plot, DataTable.of(1, all, columns));
    }
}

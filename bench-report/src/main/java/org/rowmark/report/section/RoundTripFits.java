package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.lang3.Strings;
import org.rowmark.link.LinkFacts;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CounterText;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.TimeUnits;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.LinePlot;
import org.rowmark.report.section.DataTable.TableCell;
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

    /**
     * A cell behind a link.
     *
     * @param target without its link, with the other properties of that
     * @param roundTrips of an operation; NaN if they were not counted
     * @param time nanoseconds of an operation, by round
     */
    private record Linked(String workload, String target, long rttNanos, double roundTrips, Map<Integer, Double> time) {
        private static Linked of(String workload, Cell cell, LinkFacts link) {
            String base = Strings.CS.removeEnd(cell.keys().get(Cell.TARGET), "@" + link.name());
            String others = Stream.concat(
                            link.bitsPerSecond().stream().mapToObj(bits -> Numbers.plain(bits / 1e6) + " Mbit/s"),
                            Stream.of(link.jitterNanos())
                                    .filter(jitter -> jitter > 0)
                                    .map(jitter -> "jitter " + Durations.brief(jitter)))
                    .collect(Collectors.joining(", "));
            return new Linked(
                    workload,
                    others.isEmpty() ? base : base + " (" + others + ")",
                    link.rttNanos(),
                    Means.mean(cell.values().counts().rounds(CounterText.ROUND_TRIPS))
                            .mean(),
                    cell.values().operationNanos());
        }
    }

    /** A measured point, and the time of the line there. */
    record Point(long rttNanos, double roundTrips, Interval time, double fitted) {}

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
        private static Optional<Fit> of(List<Linked> cells) {
            List<Linked> sorted = cells.stream()
                    .sorted(Comparator.comparing(Linked::rttNanos))
                    .toList();
            double trips =
                    sorted.stream().mapToDouble(Linked::roundTrips).average().orElseThrow(); // NaN if one is
            ToDoubleFunction<Linked> x = cell -> cell.rttNanos * (Double.isNaN(trips) ? 1 : cell.roundTrips);
            List<LineFit.Point> points = sorted.stream()
                    .map(cell -> new LineFit.Point(x.applyAsDouble(cell), cell.time))
                    .toList();
            return LineFit.of(points).map(line -> {
                List<Point> measured = sorted.stream()
                        .map(cell -> new Point(
                                cell.rttNanos, cell.roundTrips, Means.mean(cell.time), line.at(x.applyAsDouble(cell))))
                        .toList();
                return new Fit(
                        sorted.get(0).workload,
                        sorted.get(0).target,
                        line.intercept(),
                        line.slope(),
                        trips,
                        measured.stream()
                                .mapToDouble(point -> Math.abs(point.time.mean() / point.fitted - 1))
                                .max()
                                .orElseThrow(),
                        measured);
            });
        }

        /** Returns {@code ping on h2: 35.0 µs + 1.02 (0.99–1.05) × RTT × 1.00 round trips, …} on a line of its own. */
        private String formula() {
            String range = slope.isKnown() ? " (" + Numbers.signedRange(slope) + ")" : "";
            String trips = Double.isNaN(roundTrips) ? "" : " × " + Numbers.score(roundTrips) + " round trips";
            return "\n" + workload + " on " + target + ": " + WhereTimeGoes.text(intercept.mean()) + " + "
                    + Numbers.score(slope.mean()) + range + " × RTT" + trips + ", farthest point "
                    + Numbers.noise(deviation);
        }

        /** Returns the time of the line at a round-trip time, with the mean number of round trips. */
        private double at(double rttNanos) {
            return intercept.mean() + slope.mean() * rttNanos * (Double.isNaN(roundTrips) ? 1 : roundTrips);
        }
    }

    public static Section section(Results results) {
        List<Fit> fits = results
                .table()
                .scores()
                .filter(line -> results.hasOneThread())
                .flatMap(line -> line.sides()
                        .filter(ColumnValue::isMeasured)
                        .flatMap(side -> results.target(side.cell()).flatMap(TargetFacts::link).stream()
                                .map(link -> Linked.of(line.title(), side.cell(), link))))
                .collect(Collectors.groupingBy(
                        cell -> List.of(cell.workload, cell.target), LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .flatMap(cells -> Fit.of(cells).stream())
                .toList();
        Map<String, List<Fit>> byWorkload =
                fits.stream().collect(Collectors.groupingBy(Fit::workload, LinkedHashMap::new, Collectors.toList()));
        return new Section(
                        "Time by round-trip time",
                        "The time of an operation as a line over the round-trip time (RTT) of its link: a + b × RTT × round trips. With b near 1 what grows is the wait for round trips and nothing else;"
                                + " a is the time without a network. A line for each round by weighted least squares,"
                                + " their means with 95 % intervals over rounds."
                                + fits.stream().map(Fit::formula).collect(Collectors.joining()),
                        byWorkload.values().stream().map(RoundTripFits::figure).toList())
                .withData("roundTripFits", fits);
    }

    private static Figure figure(List<Fit> fits) {
        String workload = fits.get(0).workload;
        TimeUnits unit = TimeUnits.fitting(
                fits.stream().flatMap(fit -> fit.points.stream()).mapToDouble(point -> point.time.mean()));
        List<List<TableCell>> rows = new ArrayList<>();
        for (Fit fit : fits) {
            for (Point point : fit.points) {
                rows.add(List.of(
                        TableCell.of(fit.target),
                        TableCell.of(Numbers.score(point.rttNanos / unit.nanos())),
                        TableCell.of(Numbers.score(point.roundTrips)),
                        TableCell.of(WhereTimeGoes.scaled(point.time, 1 / unit.nanos())),
                        TableCell.of(Numbers.score(point.fitted / unit.nanos()))));
            }
        }
        String of = " (" + unit.symbol() + ")";
        List<String> header = List.of("target", "RTT" + of, "round trips", "time" + of, "line" + of);
        return new Figure(workload, plot(workload, unit, fits)::plot, new DataTable(header, 1, rows));
    }

    private static LinePlot plot(String workload, TimeUnits unit, List<Fit> fits) {
        double[] measured = fits.stream()
                .flatMap(fit -> fit.points.stream())
                .mapToDouble(point -> point.rttNanos / unit.nanos())
                .distinct()
                .toArray();
        DoubleSummaryStatistics positive =
                DoubleStream.of(measured).filter(rtt -> rtt > 0).summaryStatistics();
        List<LinePlot.Series> series = new ArrayList<>();
        for (Fit fit : fits) {
            series.addAll(LinePlot.Series.fitted(
                    fits.indexOf(fit),
                    positive.getMin(),
                    positive.getMax(),
                    rtt -> fit.at(rtt * unit.nanos()) / unit.nanos(),
                    fit.points.stream()
                            .map(point -> new LinePlot.Point(
                                    point.rttNanos / unit.nanos(),
                                    WhereTimeGoes.scaled(point.time, 1 / unit.nanos())))));
        }
        List<LinePlot.Label> labels = DoubleStream.of(measured)
                .mapToObj(rtt -> new LinePlot.Label(rtt, Numbers.plain(rtt)))
                .toList();
        return new LinePlot(
                workload,
                unit.symbol() + " per operation against the round-trip time, with fitted lines.",
                new LinePlot.Horizontal("round-trip time, " + unit.symbol(), LinePlot.Along.FITTING, labels),
                fits.stream().map(fit -> fit.target).toList(),
                List.of(new LinePlot.Panel(unit.symbol() + " per operation", LinePlot.Scale.FITTING, 0, series)),
                List.of(),
                List.of());
    }
}

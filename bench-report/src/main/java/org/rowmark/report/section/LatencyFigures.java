package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.rowmark.report.cells.MetricUnit;
import org.rowmark.report.cells.TimeUnits;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.PercentileCurve;
import org.rowmark.stats.Percentiles;

/** Figures of latency by percentile, for lines whose single operations were timed. */
final class LatencyFigures {
    /** The percentiles drawn, enough for a smooth curve: the steps of a nine get shorter as the nines go on. */
    private static final double[] DRAWN = {
        50, 55, 60, 65, 70, 75, 80, 85, 90, 92, 94, 95, 96, 97, 98, 99, 99.2, 99.4, 99.5, 99.6, 99.7, 99.8, 99.9, 99.95,
        99.99, 99.995, 99.999
    };

    private static final List<Double> PRINTED = List.of(50.0, 90.0, 99.0, 99.9, 99.99);

    private LatencyFigures() {}

    static Section section(Results results) {
        List<Case> lines = results.table().lines().stream()
                .filter(line -> line.metric().isScore())
                .filter(line -> line.columnValues().stream().anyMatch(LatencyFigures::isTimed))
                .toList();
        boolean areStatements = lines.stream()
                .flatMap(line -> line.columnValues().stream())
                .anyMatch(side -> isTimed(side) && side.cell().values().mode().equals(MetricUnit.SINGLE_SHOT));
        return Section.ofFigures(
                "Latency by percentile",
                "Times of single " + (areStatements ? "statements" : "operations")
                        + ": a thin line per round, a bold one for all rounds together, cut where fewer than ten"
                        + " operations are slower.",
                lines,
                line -> figure(line, results.load()));
    }

    private static boolean isTimed(ColumnValue side) {
        return !side.cell().values().latencies().isEmpty();
    }

    private static Figure figure(Case line, String load) {
        List<ColumnValue> timed =
                line.columnValues().stream().filter(LatencyFigures::isTimed).toList();
        TimeUnits unit = TimeUnits.fitting(timed.stream()
                .map(side -> side.cell().values().latencies())
                .flatMap(latencies -> latencies.values().stream())
                .mapToDouble(times -> times.at(50).orElse(Double.MAX_VALUE)));
        List<PercentileCurve.Curve> curves = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (ColumnValue side : line.columnValues()) {
            if (!isTimed(side)) {
                curves.add(new PercentileCurve.Curve(side.column(), List.of(), List.of()));
                continue;
            }
            List<Percentiles> replicates =
                    List.copyOf(side.cell().values().latencies().values());
            Percentiles merged = Percentiles.merged(replicates);
            curves.add(new PercentileCurve.Curve(
                    side.column(),
                    points(merged, unit),
                    replicates.stream().map(one -> points(one, unit)).toList()));
            rows.add(row(side.column(), merged, unit));
        }
        PercentileCurve plot = new PercentileCurve(line.title(), unit.symbol(), load, curves);
        return new Figure(line.title(), plot::plot, DataTable.ofTexts(header(unit), 1, rows));
    }

    private static List<PercentileCurve.Point> points(Percentiles times, TimeUnits unit) {
        return DoubleStream.of(DRAWN)
                .filter(percentile -> times.at(percentile).isPresent())
                .mapToObj(percentile -> new PercentileCurve.Point(
                        percentile, times.at(percentile).getAsDouble() / unit.nanos()))
                .toList();
    }

    private static List<String> header(TimeUnits unit) {
        return Stream.concat(
                        Stream.of("All rounds together", "Operations"),
                        PRINTED.stream().map(percentile -> "p" + Numbers.plain(percentile) + ", " + unit.symbol()))
                .toList();
    }

    private static List<String> row(String name, Percentiles merged, TimeUnits unit) {
        return Stream.concat(
                        Stream.of(name, Numbers.whole(merged.count())),
                        PRINTED.stream()
                                .map(merged::at)
                                .map(nanos -> Numbers.score(nanos.orElse(Double.NaN) / unit.nanos())))
                .toList();
    }
}

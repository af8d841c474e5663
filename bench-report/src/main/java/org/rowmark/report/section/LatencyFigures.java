package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.rowmark.fixture.Latencies;
import org.rowmark.report.cells.TimeUnits;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.PercentileCurve;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.stats.Percentiles;

/** Figures of latency by percentile, for lines whose single operations were timed. */
public final class LatencyFigures {
    /** The percentiles drawn, enough for a smooth curve: the steps of a nine get shorter as the nines go on. */
    private static final double[] DRAWN = {
        50, 55, 60, 65, 70, 75, 80, 85, 90, 92, 94, 95, 96, 97, 98, 99, 99.2, 99.4, 99.5, 99.6, 99.7, 99.8, 99.9, 99.95,
        99.99, 99.995, 99.999
    };

    private static final List<Double> PRINTED = List.of(50.0, 95.0, 99.0, 99.9);

    private static final String ALL = "all";

    private LatencyFigures() {}

    public static Section section(Results results) {
        List<Case> lines = results.table().lines().stream()
                .filter(line -> line.metric().isScore() && !timed(line).isEmpty())
                .toList();
        boolean areStatements = lines.stream()
                .flatMap(line -> timed(line).stream())
                .anyMatch(side -> side.cell().values().isSingleShot());
        return Section.ofFigures(
                "Latency by percentile",
                "Times of single " + (areStatements ? "statements" : "operations")
                        + ": a thin line per round, a bold one for all rounds together, cut where fewer than ten"
                        + " operations are slower.",
                lines,
                line -> figure(line, results.load()));
    }

    private static List<ColumnValue> timed(Case line) {
        return line.columnValues().stream()
                .filter(side -> !replicates(side).isEmpty())
                .toList();
    }

    private static List<Percentiles> replicates(ColumnValue side) {
        return List.copyOf(side.cell().values().latencies().values());
    }

    private static Figure figure(Case line, String load) {
        TimeUnits unit = TimeUnits.fitting(timed(line).stream()
                .flatMap(side -> replicates(side).stream())
                .mapToDouble(times -> times.at(50).orElse(Double.MAX_VALUE)));
        Map<String, Percentiles> merged = new LinkedHashMap<>();
        timed(line).forEach(side -> merged.put(side.column(), Percentiles.merged(replicates(side))));
        List<PercentileCurve.Curve> curves = line.columnValues().stream()
                .map(side -> new PercentileCurve.Curve(
                        side.column(),
                        merged.containsKey(side.column()) ? points(merged.get(side.column()), unit) : List.of(),
                        replicates(side).stream().map(one -> points(one, unit)).toList()))
                .toList();
        List<Column<Map.Entry<String, Percentiles>>> columns = new ArrayList<>();
        columns.add(Column.ofText("All rounds together", Map.Entry::getKey));
        columns.add(
                Column.ofText("Operations", of -> Numbers.whole(of.getValue().count())));
        PRINTED.forEach(percentile -> columns.add(Column.ofText(
                "p" + Numbers.plain(percentile) + ", " + unit.symbol(),
                of -> Numbers.score(of.getValue().at(percentile).orElse(Double.NaN) / unit.nanos()))));
        Map<String, String> every = new LinkedHashMap<>();
        timed(line).forEach(side -> every.put(side.column(), every(side)));
        if (!Set.of(ALL).containsAll(every.values())) {
            columns.add(2, Column.ofText("Timed", of -> every.get(of.getKey())));
        }
        PercentileCurve plot = new PercentileCurve(line.title(), unit.symbol(), load, curves);
        return new Figure(line.title(), plot::plot, DataTable.of(1, List.copyOf(merged.entrySet()), columns));
    }

    /** Returns which operations were timed: all, or one in so many, which the warm-up of each round determines. */
    private static String every(ColumnValue side) {
        DoubleSummaryStatistics k = side.cell().values().named(Latencies.EVERY).values().stream()
                .mapToDouble(Double::doubleValue)
                .summaryStatistics();
        String least = Numbers.whole(Math.round(k.getMin()));
        String most = Numbers.whole(Math.round(k.getMax()));
        return k.getCount() == 0 ? ALL : "1 in " + (least.equals(most) ? least : least + " to " + most);
    }

    private static List<PercentileCurve.Point> points(Percentiles times, TimeUnits unit) {
        return DoubleStream.of(DRAWN)
                .filter(percentile -> times.at(percentile).isPresent())
                .mapToObj(percentile -> new PercentileCurve.Point(
                        percentile, times.at(percentile).getAsDouble() / unit.nanos()))
                .toList();
    }
}

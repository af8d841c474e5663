package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.rowmark.fixture.Latencies;
import org.rowmark.report.cells.TimeUnits;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.LinePlot;
import org.rowmark.report.plot.LinePlot.Kind;
import org.rowmark.stats.Percentiles;

/** Figures of latency by percentile, for lines whose single operations were timed. */
public final class LatencyFigures {
    /** The percentiles drawn, enough for a smooth curve: the steps of a nine get shorter as the nines go on. */
    private static final double[] DRAWN = {
        50, 55, 60, 65, 70, 75, 80, 85, 90, 92, 94, 95, 96, 97, 98, 99, 99.2, 99.4, 99.5, 99.6, 99.7, 99.8, 99.9, 99.95,
        99.99, 99.995, 99.999
    };

    private static final double[] LABELLED = {50, 90, 99, 99.9, 99.99, 99.999};

    private static final List<Double> PRINTED = List.of(50.0, 95.0, 99.0, 99.9);

    private static final String ALL = "all";

    private LatencyFigures() {}

    public static Section section(Results results) {
        List<Case> lines =
                results.table().scores().filter(line -> !timed(line).isEmpty()).toList();
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
        return line.sides().filter(side -> !replicates(side).isEmpty()).toList();
    }

    private static Collection<Percentiles> replicates(ColumnValue side) {
        return side.cell().values().latencies().values();
    }

    private static Figure figure(Case line, String load) {
        Map<String, Percentiles> merged = new LinkedHashMap<>();
        timed(line).forEach(side -> merged.put(side.column(), Percentiles.merged(replicates(side))));
        TimeUnits unit = TimeUnits.fitting(
                merged.values().stream().mapToDouble(times -> times.at(50).orElse(Double.MAX_VALUE)));
        List<Column<ColumnValue>> columns = new ArrayList<>(List.of(
                Column.ofText("All rounds together", ColumnValue::column),
                Column.ofText(
                        "Operations",
                        side -> Numbers.whole(merged.get(side.column()).count()))));
        PRINTED.forEach(percentile -> columns.add(Column.ofText(
                "p" + Numbers.plain(percentile) + ", " + unit.symbol(),
                side -> Numbers.score(merged.get(side.column()).at(percentile).orElse(Double.NaN) / unit.nanos()))));
        if (timed(line).stream().anyMatch(side -> !every(side).equals(ALL))) {
            columns.add(2, Column.ofText("Timed", LatencyFigures::every));
        }
        return new Figure(
                line.title(), id -> plot(line, unit, load, merged).plot(id), DataTable.of(1, timed(line), columns));
    }

    /** Returns the plot, on which each further nine takes the same width. */
    private static LinePlot plot(Case line, TimeUnits unit, String load, Map<String, Percentiles> merged) {
        List<String> names = line.sides().map(ColumnValue::column).toList();
        List<LinePlot.Series> series = new ArrayList<>();
        for (ColumnValue side : timed(line)) {
            int style = names.indexOf(side.column());
            replicates(side).forEach(one -> series.add(new LinePlot.Series(style, Kind.THIN, points(one, unit))));
        }
        merged.forEach((name, all) -> {
            List<LinePlot.Point> points = points(all, unit);
            int style = names.indexOf(name);
            series.add(new LinePlot.Series(style, Kind.BOLD, points));
            List<LinePlot.Point> end = points.subList(Math.max(0, points.size() - 1), points.size());
            series.add(new LinePlot.Series(style, Kind.POINTS, end));
        });
        long most = merged.values().stream().mapToLong(Percentiles::count).max().orElse(0);
        List<LinePlot.Label> labels = DoubleStream.of(LABELLED)
                .filter(percentile -> percentile <= 90 || Percentiles.needed(percentile) <= most)
                .mapToObj(percentile -> new LinePlot.Label(oneIn(percentile), Numbers.plain(percentile) + " %"))
                .toList();
        String description = "Latency in " + unit.symbol() + " by percentile, " + load + ", of "
                + Numbers.count(names.size(), "configuration")
                + ". Bold lines are all replicates merged, thin ones single replicates. Both axes are logarithmic.";
        return new LinePlot(
                line.title(),
                description,
                new LinePlot.Horizontal("of operations took at most this long", LinePlot.Along.FITTING, labels),
                names,
                new LinePlot.Panel(unit.symbol() + ", " + load, LinePlot.Scale.LOG, 0, series));
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

    private static List<LinePlot.Point> points(Percentiles times, TimeUnits unit) {
        return times.all(DRAWN).entrySet().stream()
                .map(at -> LinePlot.Point.of(oneIn(at.getKey()), at.getValue() / unit.nanos()))
                .toList();
    }

    /** Returns how many operations include one that is slower. */
    private static double oneIn(double percentile) {
        return 100 / (100 - percentile);
    }
}

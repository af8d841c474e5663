package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.fixture.Session;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.cells.TimeUnits;
import org.rowmark.report.compare.Case.Metric;
import org.rowmark.report.compare.Projection;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.LinePlot;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Percentiles;
import org.rowmark.stats.Sweep;

/**
 * A figure of a parameter with three or more numeric values: a plot for each set of the other parameters' values, of
 * the score, and of the phases that grow with the data. Percentiles by rate or threads need two.
 *
 * @param metric its name is empty for the score
 * @param cells those with the metric, by name of the curve and value of the parameter; a curve without any keeps its
 *     place, which is its colour
 */
public record SweepFigures(String title, String parameter, Metric metric, Map<String, TreeMap<Double, Cell>> cells) {
    private static final List<Metric> FURTHER = Stream.of(
                    NamedMetrics.DATA, NamedMetrics.INDEXES, NamedMetrics.MEAN_WAIT)
            .map(phase -> new Metric(phase, NamedMetrics.unit(phase), Better.LOWER))
            .toList();

    /** Percentiles of the times of operations, which are drawn against the load. */
    private static final Map<String, Double> PERCENTILES = Map.of("p50", 50.0, "p99", 99.0, "p99.9", 99.9);

    private static final List<Metric> LATENCIES = PERCENTILES.keySet().stream()
            .sorted()
            .map(name -> new Metric(name, TimeUnits.MILLISECONDS.symbol(), Better.LOWER))
            .toList();

    /** The parameters that are a load. */
    private static final Set<String> LOADS = Set.of(Session.RATE, Cell.THREADS);

    private static final Set<String> NO_PARAMETERS = Set.of(Cell.RUN, Cell.WORKLOAD, Cell.TARGET, Cell.MODE);

    public static Section section(Results results) {
        List<SweepFigures> all = of(results, parameter -> !NO_PARAMETERS.contains(parameter))
                .filter(SweepFigures::isCurve)
                .toList();
        return Section.ofFigures(
                "By parameter",
                "Each parameter with three or more numeric values as a curve, percentiles by rate or threads with two,"
                        + " with the 95 % intervals over rounds; below it the gain of each doubling, which the table has"
                        + " beside the value that is doubled.",
                all,
                shown -> shown.figure(results.table().margin()));
    }

    /** Returns the scores by a parameter with several numeric values. */
    static Stream<SweepFigures> scores(Results results, String parameter) {
        return of(results, parameter::equals).filter(figure -> figure.metric.isScore());
    }

    private static Stream<SweepFigures> of(Results results, Predicate<String> parameters) {
        List<Cell> cells = results.cells().stream()
                .map(cell -> MemorySteps.asParameter(cell, results))
                .toList();
        return cells.stream()
                .flatMap(cell -> cell.keys().keySet().stream())
                .distinct()
                .filter(parameters)
                .filter(parameter -> cells.stream()
                                .flatMapToDouble(cell -> value(cell, parameter).stream())
                                .distinct()
                                .count()
                        > 1)
                .flatMap(parameter -> of(parameter, cells, results.table().projection()));
    }

    /**
     * Returns the figures of a parameter. The keys of the curves are the columns of the comparison, and the target
     * where the comparison names it.
     */
    private static Stream<SweepFigures> of(String parameter, List<Cell> cells, Projection shown) {
        Set<String> ofCurve = new LinkedHashSet<>(List.of(Cell.RUN, shown.column()));
        if (shown.column().equals(parameter) || shown.rows().contains(Cell.TARGET)) {
            ofCurve.add(Cell.TARGET);
        }
        ofCurve.remove(parameter);
        Set<String> ofTitle = new LinkedHashSet<>(shown.rows());
        ofTitle.addAll(shown.distinguishing(cells, parameter));
        ofTitle.remove(parameter);
        ofTitle.removeAll(ofCurve);
        Map<String, List<Cell>> byTitle = cells.stream()
                .filter(cell -> cell.isMeasured() && value(cell, parameter).isPresent())
                .collect(Collectors.groupingBy(
                        cell -> text(cell, ofTitle, key -> !key.equals(Cell.WORKLOAD)),
                        LinkedHashMap::new,
                        Collectors.toList()));
        List<SweepFigures> figures = new ArrayList<>();
        byTitle.forEach((title, of) -> {
            figures.add(of(title, parameter, metric(of), of, ofCurve));
            FURTHER.forEach(metric -> figures.add(of(title, parameter, metric, of, ofCurve)));
            if (LOADS.contains(parameter)) {
                LATENCIES.forEach(metric -> figures.add(of(title, parameter, metric, of, ofCurve)));
            }
        });
        return figures.stream();
    }

    private static SweepFigures of(
            String title, String parameter, Metric metric, List<Cell> cells, Set<String> ofCurve) {
        Map<String, TreeMap<Double, Cell>> curves = new LinkedHashMap<>();
        for (Cell cell : cells) {
            String name = text(
                    cell, ofCurve, key -> Numbers.parsed(cell.keys().get(key)).isPresent());
            Map<Double, Cell> curve = curves.computeIfAbsent(name, none -> new TreeMap<>());
            if (!values(cell, metric).isEmpty()) {
                curve.putIfAbsent(value(cell, parameter).orElseThrow(), cell);
            }
        }
        return new SweepFigures(title, parameter, metric, curves);
    }

    /**
     * Returns the value; empty where it is no number, such as {@code default}, which has no place on a curve, and where
     * the cell got another page size than the one set: it is no point of that page size.
     */
    private static OptionalDouble value(Cell cell, String parameter) {
        if (parameter.equals(Session.RATE)) { // which may be a part of the highest one
            double offered =
                    Means.mean(cell.values().named(NamedMetrics.OFFERED)).mean();
            return Double.isFinite(offered) ? OptionalDouble.of(offered) : OptionalDouble.empty();
        }
        boolean isOther = parameter.equals(Cell.PAGE_SIZE) && cell.hasOtherPageSize();
        return isOther ? OptionalDouble.empty() : Numbers.parsed(cell.keys().getOrDefault(parameter, ""));
    }

    /**
     * Returns the values of keys as text.
     *
     * @param isNamed whether the value of a key has the key before it
     */
    private static String text(Cell cell, Set<String> keys, Predicate<String> isNamed) {
        return keys.stream()
                .filter(cell.keys()::containsKey)
                .map(key -> (isNamed.test(key) ? key + "=" : "") + cell.keys().get(key))
                .collect(Collectors.joining(" "));
    }

    /**
     * Returns the score, or the only further metric, where every cell has it, such as rows/s: where the parameter
     * changes what one operation is, operations cannot be compared.
     */
    private static Metric metric(List<Cell> cells) {
        CellValues first = cells.get(0).values();
        Metric score = Metric.score(first);
        Set<String> further = first.secondary().keySet();
        boolean isShared = further.size() == 1
                && cells.stream()
                        .allMatch(cell -> cell.values().secondary().keySet().equals(further));
        return isShared ? new Metric("", further.iterator().next(), score.better()) : score;
    }

    private static Map<Integer, Double> values(Cell cell, Metric metric) {
        CellValues values = cell.values();
        if (PERCENTILES.containsKey(metric.name())) {
            return Means.scaled(
                    Percentiles.byRound(values.latencies(), PERCENTILES.get(metric.name())),
                    1 / TimeUnits.MILLISECONDS.nanos());
        }
        return metric.isScore()
                ? values.secondary().getOrDefault(metric.unit(), values.score())
                : values.named(metric.name());
    }

    /** Returns values by round, by name of the curve and value of the parameter. */
    Map<String, TreeMap<Double, Map<Integer, Double>>> curves() {
        Map<String, TreeMap<Double, Map<Integer, Double>>> curves = new LinkedHashMap<>();
        cells.forEach((name, points) -> {
            TreeMap<Double, Map<Integer, Double>> curve = new TreeMap<>();
            points.forEach((x, cell) -> curve.put(x, values(cell, metric)));
            curves.put(name, curve);
        });
        return curves;
    }

    private boolean isCurve() {
        int least = isLatency() ? 2 : Sweep.LEAST_POINTS;
        return cells.values().stream().anyMatch(curve -> curve.size() >= least);
    }

    private boolean isLatency() {
        return PERCENTILES.containsKey(metric.name());
    }

    private Figure figure(double margin) {
        Map<String, Sweep> sweeps = new LinkedHashMap<>();
        List<List<String>> rows = new ArrayList<>();
        Map<String, TreeMap<Double, Map<Integer, Double>>> curves = curves();
        curves.forEach((name, values) -> {
            Optional<Sweep> sweep = Optional.of(values)
                    .filter(curve -> curve.size() >= Sweep.LEAST_POINTS && !isLatency())
                    .map(curve -> Sweep.of(curve, metric.better(), margin));
            sweep.ifPresent(found -> sweeps.put(name, found));
            values.forEach((x, byRound) -> {
                Interval mean = Means.mean(byRound);
                rows.add(List.of(
                        name,
                        Numbers.plain(x),
                        Numbers.score(mean.mean()),
                        Numbers.range(mean),
                        sweep.map(of -> gain(of, x)).orElse(Numbers.NONE),
                        sweep.map(of -> knee(of, x, values.lastKey())).orElse("")));
            });
        });
        String of = metric.isScore() ? "" : ", " + words() + ",";
        String heading = title + of + " by " + parameter;
        LinePlot plot = new SweepLines(metric.isScore() ? title : heading, parameter, metric.unit(), margin)
                .plot(curves, sweeps);
        List<String> header = List.of(
                "Configuration", parameter, metric.unit(), "95 % interval", "Gain per further doubling", "Knee");
        return new Figure(heading, plot::plot, DataTable.ofTexts(header, 1, rows));
    }

    private String words() {
        if (isLatency()) {
            return metric.name();
        }
        boolean isWait = metric.name().equals(NamedMetrics.MEAN_WAIT);
        return isWait ? "mean wait for a connection" : "phase " + NamedMetrics.phase(metric.name());
    }

    /** Returns the gain of the step that a value begins, or a dash. */
    private static String gain(Sweep sweep, double from) {
        return sweep.steps().stream()
                .filter(step -> step.from() == from)
                .map(Sweep.Step::gain)
                .map(gain -> Numbers.ratio(gain.mean()) + " (" + Numbers.range(gain.low(), gain.high()) + ")")
                .findFirst()
                .orElse(Numbers.NONE);
    }

    /** Returns the shape of the curve beside the value where it shows: the knee, or the last value. */
    private static String knee(Sweep sweep, double x, double last) {
        boolean isHere = sweep.knee().orElse(last) == x;
        String knee = sweep.knee().isPresent() ? "knee: " : "";
        return isHere ? knee + sweep.shape().words() : "";
    }
}

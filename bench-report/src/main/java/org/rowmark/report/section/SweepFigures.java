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
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.fixture.Session;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.cells.TimeUnits;
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
 * @param curves cells with the measure, by name of the curve and value of the parameter; a curve without any keeps its
 *     place, which is its colour
 */
public record SweepFigures(String title, String parameter, Measure measure, Map<String, TreeMap<Double, Cell>> curves) {
    private static final List<Measure> FURTHER = List.of(
            Measure.named("phase data", NamedMetrics.DATA),
            Measure.named("phase indexes", NamedMetrics.INDEXES),
            Measure.named("mean wait for a connection", NamedMetrics.MEAN_WAIT));

    /** Percentiles of the times of operations, which are drawn against the load. */
    private static final List<Measure> LATENCIES =
            Stream.of(50.0, 99.0, 99.9).map(Measure::percentile).toList();

    /** The parameters that are a load. */
    private static final Set<String> LOADS = Set.of(Session.RATE, Cell.THREADS);

    private static final Set<String> NO_PARAMETERS = Set.of(Cell.RUN, Cell.WORKLOAD, Cell.TARGET, Cell.MODE);
    private static final int MOST_NOTES = 6;
    private static final int MOST_NAMES = 3;

    /**
     * What a figure shows of its cells.
     *
     * @param words empty for the score
     * @param rounds values by round; empty for a cell without it
     */
    record Measure(String words, String unit, Better better, Function<CellValues, Map<Integer, Double>> rounds) {
        private static Measure named(String words, String metric) {
            return new Measure(words, NamedMetrics.unit(metric), Better.LOWER, values -> values.named(metric));
        }

        private static Measure percentile(double percentile) {
            TimeUnits unit = TimeUnits.MILLISECONDS;
            return new Measure(
                    "p" + Numbers.plain(percentile),
                    unit.symbol(),
                    Better.LOWER,
                    values -> Means.scaled(Percentiles.byRound(values.latencies(), percentile), 1 / unit.nanos()));
        }

        /**
         * Returns the score, or the only further metric, where every cell has it, such as rows/s: where the parameter
         * changes what one operation is, operations cannot be compared.
         */
        private static Measure score(List<Cell> cells) {
            CellValues first = cells.get(0).values();
            Set<String> further = first.secondary().keySet();
            boolean isShared = further.size() == 1
                    && cells.stream()
                            .allMatch(cell -> cell.values().secondary().keySet().equals(further));
            String unit = isShared ? further.iterator().next() : first.unit();
            return new Measure("", unit, first.better(), of -> of.secondary().getOrDefault(unit, of.score()));
        }
    }

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
        return of(results, parameter::equals).filter(figure -> figure.measure.words.isEmpty());
    }

    private static Stream<SweepFigures> of(Results results, Predicate<String> parameters) {
        List<Cell> cells = results.cells().stream()
                .map(cell -> MemorySteps.asParameter(cell, results))
                .toList();
        return Cell.valuesByKey(cells).entrySet().stream()
                .filter(key -> parameters.test(key.getKey()) && key.getValue().size() > 1)
                .flatMap(key -> of(key.getKey(), cells, results.table().projection()));
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
        List<Measure> ofLoad = LOADS.contains(parameter) ? LATENCIES : List.of();
        return byTitle.entrySet().stream()
                .flatMap(of -> Stream.of(List.of(Measure.score(of.getValue())), FURTHER, ofLoad)
                        .flatMap(List::stream)
                        .map(measure -> of(of.getKey(), parameter, measure, of.getValue(), ofCurve)));
    }

    private static SweepFigures of(
            String title, String parameter, Measure measure, List<Cell> cells, Set<String> ofCurve) {
        Map<String, TreeMap<Double, Cell>> curves = new LinkedHashMap<>();
        for (Cell cell : cells) {
            String name = text(
                    cell, ofCurve, key -> Numbers.parsed(cell.keys().get(key)).isPresent());
            Map<Double, Cell> curve = curves.computeIfAbsent(name, none -> new TreeMap<>());
            if (!measure.rounds.apply(cell.values()).isEmpty()) {
                curve.putIfAbsent(value(cell, parameter).orElseThrow(), cell);
            }
        }
        return new SweepFigures(title, parameter, measure, curves);
    }

    /**
     * Returns the value; empty where it is no number, such as {@code default}, which has no place on a curve, and where
     * the cell got another page size than the one set: it is no point of that page size.
     */
    private static OptionalDouble value(Cell cell, String parameter) {
        if (parameter.equals(Session.RATE)) { // which may be a part of the highest one
            return cell.values().named(NamedMetrics.OFFERED).values().stream()
                    .mapToDouble(Double::doubleValue)
                    .average();
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

    /** Returns the values of a curve by round, by value of the parameter. */
    Map<Double, Map<Integer, Double>> values(Map<Double, Cell> curve) {
        Map<Double, Map<Integer, Double>> values = new TreeMap<>();
        curve.forEach((x, cell) -> values.put(x, measure.rounds.apply(cell.values())));
        return values;
    }

    Interval mean(Cell cell) {
        return Means.mean(measure.rounds.apply(cell.values()));
    }

    private boolean isCurve() {
        int least = LATENCIES.contains(measure) ? 2 : Sweep.LEAST_POINTS;
        return curves.values().stream().anyMatch(curve -> curve.size() >= least);
    }

    private Figure figure(double margin) {
        Map<String, Sweep> sweeps = new LinkedHashMap<>();
        List<List<String>> rows = new ArrayList<>();
        curves.forEach((name, curve) -> {
            Optional<Sweep> sweep = Optional.of(curve)
                    .filter(cells -> cells.size() >= Sweep.LEAST_POINTS && !LATENCIES.contains(measure))
                    .map(cells -> Sweep.of(values(cells), measure.better, margin));
            sweep.ifPresent(found -> sweeps.put(name, found));
            curve.forEach((x, cell) -> rows.add(List.of(
                    name,
                    Numbers.plain(x),
                    Numbers.score(mean(cell).mean()),
                    Numbers.range(mean(cell)),
                    sweep.flatMap(of -> of.steps().stream()
                                    .filter(step -> step.from() == x)
                                    .findFirst())
                            .map(Sweep.Step::gain)
                            .map(Numbers::ratio)
                            .orElse(Numbers.NONE),
                    sweep.filter(of -> of.knee().orElse(curve.lastKey()) == x) // where the shape of the curve shows
                            .map(of -> (of.knee().isPresent() ? "knee: " : "")
                                    + of.shape().words())
                            .orElse(""))));
        });
        boolean isOfScore = measure.words.isEmpty();
        String heading = title + (isOfScore ? "" : ", " + measure.words + ",") + " by " + parameter;
        LinePlot plot = plot(isOfScore ? title : heading, sweeps, margin);
        List<String> header =
                List.of("Configuration", parameter, measure.unit, "95 % interval", "Gain per further doubling", "Knee");
        return new Figure(heading, plot::plot, DataTable.ofTexts(header, 1, rows));
    }

    /** Returns the plot: the measure with the knees, below it the gain of each doubling between its two values. */
    private LinePlot plot(String heading, Map<String, Sweep> sweeps, double margin) {
        List<String> names = List.copyOf(curves.keySet());
        List<LinePlot.Series> means = new ArrayList<>();
        curves.forEach((name, curve) -> {
            List<LinePlot.Point> points = new ArrayList<>();
            curve.forEach((x, cell) -> points.add(new LinePlot.Point(x, mean(cell))));
            means.add(new LinePlot.Series(means.size(), LinePlot.Kind.MEANS, points));
        });
        List<LinePlot.Series> gains = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        sweeps.forEach((name, sweep) -> {
            gains.add(new LinePlot.Series(names.indexOf(name), LinePlot.Kind.STEPS, gains(sweep)));
            if (sweep.knee().isEmpty() && notes.size() < MOST_NOTES) {
                notes.add((names.size() == 1 ? "" : name + ": ") + sweep.shape().words());
            }
        });
        gains.removeIf(series -> series.points().isEmpty());
        List<LinePlot.Label> knees = knees(sweeps);
        String described = knees.stream().map(knee -> "; " + knee.text()).collect(Collectors.joining());
        return new LinePlot(
                heading,
                measure.unit + " against " + parameter + described + ".",
                new LinePlot.Horizontal(parameter, LinePlot.Along.FITTING, List.of()),
                names,
                Stream.of(
                                new LinePlot.Panel(measure.unit, LinePlot.Scale.FITTING, margin, means),
                                new LinePlot.Panel("gain per doubling", LinePlot.Scale.RATIO, margin, gains))
                        .filter(panel -> !panel.series().isEmpty())
                        .toList(),
                knees,
                notes);
    }

    /** Returns the knees, with the names of their curves where there are several. */
    private List<LinePlot.Label> knees(Map<String, Sweep> sweeps) {
        Map<Double, List<String>> byKnee = new TreeMap<>();
        sweeps.forEach((name, sweep) -> sweep.knee()
                .ifPresent(knee ->
                        byKnee.computeIfAbsent(knee, none -> new ArrayList<>()).add(name)));
        List<LinePlot.Label> knees = new ArrayList<>();
        byKnee.forEach((knee, some) -> {
            String who = some.size() > MOST_NAMES ? some.size() + " configurations" : String.join(", ", some);
            String of = curves.size() == 1 ? "" : ": " + who;
            knees.add(new LinePlot.Label(knee, "knee " + Numbers.plain(knee) + of));
        });
        return knees;
    }

    /** Returns the gains of a curve, each between its two values on the axis of the parameter. */
    private static List<LinePlot.Point> gains(Sweep sweep) {
        return sweep.steps().stream()
                .filter(step -> step.gain().mean() > 0)
                .map(step -> new LinePlot.Point(
                        step.from() > 0 ? Math.sqrt(step.from() * step.to()) : (step.from() + step.to()) / 2,
                        step.gain()))
                .toList();
    }
}

package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.Collection;
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
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.Metric;
import org.rowmark.report.compare.Projection;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.SweepPlot;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Sweep;

/**
 * Figures of parameters with three or more numeric values: a plot for each set of the other parameters' values, of the
 * score, of the phases that grow with the data, and of the wait for a connection.
 */
final class SweepFigures {
    private static final Map<String, String> FURTHER = new TreeMap<>(Map.of(
            NamedMetrics.DATA, "phase data",
            NamedMetrics.INDEXES, "phase indexes",
            NamedMetrics.MEAN_WAIT, "mean wait for a connection"));

    private SweepFigures() {}

    /** The subject of a plot, of cells that have the metric; its name is empty for the score. */
    private record Shown(SweepFamily family, Metric metric) {
        private String title() {
            String of = metric.isScore() ? "" : ", " + FURTHER.get(metric.name()) + ",";
            return family.title() + of + " by " + family.parameter();
        }
    }

    static Section section(Results results) {
        List<Shown> all = new ArrayList<>();
        for (SweepFamily family :
                SweepFamily.of(results.cells(), results.table().projection())) {
            all.add(new Shown(family, metric(family)));
            for (String name : FURTHER.keySet()) {
                SweepFamily having = family.having(name);
                if (having.isCurve()) {
                    all.add(new Shown(having, new Metric(name, NamedMetrics.unit(name), Better.LOWER)));
                }
            }
        }
        return Section.ofFigures(
                "By parameter",
                "Each parameter with three or more numeric values as a curve, with the 95 % intervals over rounds;"
                        + " below it what each doubling gained.",
                all,
                shown -> figure(shown, results.table().margin()));
    }

    private static Figure figure(Shown shown, double margin) {
        SweepFamily family = shown.family();
        Metric metric = shown.metric();
        List<SweepPlot.Curve> curves = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        family.curves().forEach((name, cells) -> {
            Map<Double, Map<Integer, Double>> values = new TreeMap<>();
            cells.forEach((x, cell) -> values.put(x, values(cell, metric)));
            Optional<Sweep> sweep = values.size() >= Sweep.LEAST_POINTS
                    ? Optional.of(Sweep.of(values, metric.better(), margin))
                    : Optional.empty();
            List<SweepPlot.Point> points = new ArrayList<>();
            values.forEach((x, byRound) -> {
                Interval mean = Means.mean(byRound);
                points.add(new SweepPlot.Point(x, mean.mean(), mean.low(), mean.high()));
                rows.add(List.of(
                        name,
                        Numbers.plain(x),
                        Numbers.score(mean.mean()),
                        Numbers.range(mean),
                        sweep.flatMap(of -> gain(of, x)).orElse(Numbers.NONE),
                        sweep.map(of -> knee(of, x)).orElse("")));
            });
            curves.add(new SweepPlot.Curve(name, points, sweep));
        });
        SweepPlot.Data data = new SweepPlot.Data(
                metric.isScore() ? family.title() : shown.title(), family.parameter(), metric.unit(), margin, curves);
        List<String> header = List.of(
                "Configuration", family.parameter(), metric.unit(), "95 % interval", "Gain per doubling", "Knee");
        return new Figure(shown.title(), id -> SweepPlot.plot(id, data), DataTable.ofTexts(header, 1, rows));
    }

    /**
     * Returns the score, or the only further metric, where every cell has it, such as rows/s: where the parameter
     * changes what one operation is, operations cannot be compared.
     */
    private static Metric metric(SweepFamily family) {
        List<Cell> cells = family.curves().values().stream()
                .flatMap(curve -> curve.values().stream())
                .toList();
        Metric score = Metric.score(cells.get(0).values());
        Set<String> further = cells.get(0).values().secondary().keySet();
        boolean isShared = further.size() == 1
                && cells.stream()
                        .allMatch(cell -> cell.values().secondary().keySet().equals(further));
        return isShared ? new Metric("", further.iterator().next(), score.better()) : score;
    }

    private static Map<Integer, Double> values(Cell cell, Metric metric) {
        CellValues cellValues = cell.values();
        return metric.isScore()
                ? cellValues.secondary().getOrDefault(metric.unit(), cellValues.score())
                : cellValues.named(metric.name());
    }

    /** Returns the gain of the step that leads to a value. */
    private static Optional<String> gain(Sweep sweep, double to) {
        return sweep.steps().stream()
                .filter(step -> step.to() == to && step.from() > 0)
                .map(step -> Numbers.ratio(step.gain().mean()) + " ("
                        + Numbers.range(step.gain().low(), step.gain().high()) + ")")
                .findFirst();
    }

    /** Returns the shape of the curve beside the value where it shows: the knee, or the last value. */
    private static String knee(Sweep sweep, double x) {
        if (sweep.knee().isPresent()) {
            return sweep.knee().getAsDouble() == x ? "knee: " + sweep.shape().words() : "";
        }
        double last = sweep.steps().get(sweep.steps().size() - 1).to();
        return last == x ? sweep.shape().words() : "";
    }

    /**
     * Cells that differ in one numeric parameter and in the keys of the curves: the columns of the comparison, and the
     * target where the comparison names it.
     *
     * @param title the keys that all of them share
     * @param parameter its name
     * @param curves by name of the curve and value of the parameter
     */
    private record SweepFamily(String title, String parameter, Map<String, TreeMap<Double, Cell>> curves) {
        private static final Set<String> NO_PARAMETERS =
                Set.of(Cell.RUN, Cell.WORKLOAD, Cell.TARGET, Cell.MODE, Cell.THREADS);

        /**
         * Returns the families with three values or more; values that are no numbers, such as {@code default}, have no
         * place on a curve.
         */
        static List<SweepFamily> of(List<Cell> cells, Projection shown) {
            Set<String> parameters = new LinkedHashSet<>();
            cells.forEach(cell -> parameters.addAll(cell.keys().keySet()));
            parameters.removeAll(NO_PARAMETERS);
            List<SweepFamily> families = new ArrayList<>();
            for (String parameter : parameters) {
                List<String> ofCurve = ofCurve(parameter, shown);
                Set<String> named = new LinkedHashSet<>(shown.rows());
                named.addAll(KeyColumns.of(cells.stream().map(Cell::keys).toList(), shown, parameter)
                        .names());
                named.remove(parameter);
                ofCurve.forEach(named::remove);
                Map<String, SweepFamily> byTitle = new LinkedHashMap<>();
                for (Cell cell : cells) {
                    OptionalDouble value = value(cell, parameter);
                    if (value.isPresent() && cell.isMeasured()) {
                        byTitle.computeIfAbsent(
                                        title(cell, named),
                                        title -> new SweepFamily(title, parameter, new LinkedHashMap<>()))
                                .curves()
                                .computeIfAbsent(curve(cell, ofCurve), name -> new TreeMap<>())
                                .putIfAbsent(value.getAsDouble(), cell);
                    }
                }
                byTitle.values().stream().filter(SweepFamily::isCurve).forEach(families::add);
            }
            return families;
        }

        /**
         * Returns the family of those cells that have a metric; a curve without any keeps its place, which is its colour.
         */
        SweepFamily having(String metric) {
            Map<String, TreeMap<Double, Cell>> having = new LinkedHashMap<>();
            curves.forEach((name, cells) -> {
                TreeMap<Double, Cell> some = new TreeMap<>(cells);
                some.values().removeIf(cell -> cell.values().named(metric).isEmpty());
                having.put(name, some);
            });
            return new SweepFamily(title, parameter, having);
        }

        boolean isCurve() {
            return curves.values().stream().anyMatch(curve -> curve.size() >= Sweep.LEAST_POINTS);
        }

        /** Returns the keys whose values name a curve. */
        private static List<String> ofCurve(String parameter, Projection shown) {
            Set<String> keys = new LinkedHashSet<>(List.of(Cell.RUN, shown.column()));
            if (shown.column().equals(parameter) || shown.rows().contains(Cell.TARGET)) {
                keys.add(Cell.TARGET);
            }
            keys.remove(parameter);
            return List.copyOf(keys);
        }

        private static String title(Cell cell, Set<String> keys) {
            return text(cell, keys, key -> !key.equals(Cell.WORKLOAD));
        }

        private static String curve(Cell cell, List<String> keys) {
            return text(cell, keys, key -> Numbers.parsed(cell.keys().get(key)).isPresent());
        }

        /**
         * Returns the values of keys as text.
         *
         * @param isNamed whether the value of a key has the key before it
         */
        private static String text(Cell cell, Collection<String> keys, Predicate<String> isNamed) {
            return keys.stream()
                    .filter(cell.keys()::containsKey)
                    .map(key ->
                            (isNamed.test(key) ? key + "=" : "") + cell.keys().get(key))
                    .collect(Collectors.joining(" "));
        }

        /**
         * Returns the value; empty too where the cell got another page size than the one set: it is no point of that page
         * size.
         */
        private static OptionalDouble value(Cell cell, String parameter) {
            boolean isOther = parameter.equals(Rate.PAGE_SIZE) && Rate.isOtherPage(cell);
            return isOther ? OptionalDouble.empty() : Numbers.parsed(cell.keys().getOrDefault(parameter, ""));
        }
    }
}

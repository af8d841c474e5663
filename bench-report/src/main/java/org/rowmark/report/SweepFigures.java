package org.rowmark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rowmark.report.plot.SweepPlot;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Sweep;

/** A parameter with three or more numeric values is a curve: one plot for each set of the other parameters' values. */
final class SweepFigures {
    private static final Set<String> NO_PARAMETERS =
            Set.of(Measured.RUN, Measured.WORKLOAD, Measured.TARGET, Measured.MODE, Measured.THREADS);

    private SweepFigures() {}

    /** @param id prefix of the plots' ids, unique on the page */
    static Figures of(List<Measured> cells, double margin, String id) {
        List<Family> families = families(cells);
        List<Figure> figures = new ArrayList<>();
        for (Family family : families.subList(0, Math.min(Figures.MOST, families.size()))) {
            figures.add(figure(family, margin, id + "-sweep" + figures.size()));
        }
        return Figures.of(figures, families.size());
    }

    /** Cells that differ in one numeric parameter and in the target, by target and value. */
    private record Family(String title, String parameter, Map<String, TreeMap<Double, Measured>> curves) {
        boolean isCurve() {
            return curves.values().stream().anyMatch(curve -> curve.size() >= Sweep.LEAST_POINTS);
        }
    }

    private static List<Family> families(List<Measured> cells) {
        Set<String> parameters = new LinkedHashSet<>();
        cells.forEach(cell -> parameters.addAll(cell.keys().keySet()));
        parameters.removeAll(NO_PARAMETERS);
        List<Family> families = new ArrayList<>();
        for (String parameter : parameters) {
            Map<String, Family> byTitle = new LinkedHashMap<>();
            for (Measured cell : cells) {
                OptionalDouble value = number(cell.keys().getOrDefault(parameter, ""));
                if (value.isPresent() && cell.isMeasured()) {
                    String title = title(cell, parameter);
                    byTitle.computeIfAbsent(title, of -> new Family(of, parameter, new LinkedHashMap<>()))
                            .curves()
                            .computeIfAbsent(curve(cell), of -> new TreeMap<>())
                            .putIfAbsent(value.getAsDouble(), cell);
                }
            }
            byTitle.values().stream().filter(Family::isCurve).forEach(families::add);
        }
        return families;
    }

    private static String title(Measured cell, String parameter) {
        return cell.keys().entrySet().stream()
                .filter(key -> !key.getKey().equals(parameter)
                        && !key.getKey().equals(Measured.TARGET)
                        && !key.getKey().equals(Measured.RUN))
                .map(key ->
                        key.getKey().equals(Measured.WORKLOAD) ? key.getValue() : key.getKey() + "=" + key.getValue())
                .collect(Collectors.joining(" "));
    }

    private static String curve(Measured cell) {
        return List.of(Measured.RUN, Measured.TARGET).stream()
                .filter(cell.keys()::containsKey)
                .map(cell.keys()::get)
                .collect(Collectors.joining(" "));
    }

    private static OptionalDouble number(String text) {
        try {
            double value = Double.parseDouble(text);
            return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    private static Figure figure(Family family, double margin, String id) {
        Metric metric = metric(family);
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
                Interval mean = mean(byRound);
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
        SweepPlot.Data data = new SweepPlot.Data(family.title(), family.parameter(), metric.unit(), margin, curves);
        List<String> header = List.of(
                "Configuration", family.parameter(), metric.unit(), "95 % interval", "Gain per doubling", "Knee");
        return new Figure(family.title() + " by " + family.parameter(), SweepPlot.plot(id, data), header, rows);
    }

    /**
     * The score; or what a single further metric says that every cell has, such as rows/s: where the parameter changes what
     * one operation is, operations cannot be compared.
     */
    private static Metric metric(Family family) {
        List<Measured> cells = family.curves().values().stream()
                .flatMap(curve -> curve.values().stream())
                .toList();
        Metric score = Metric.score(cells.get(0).replicates());
        Set<String> further = cells.get(0).replicates().secondary().keySet();
        boolean isShared = further.size() == 1
                && cells.stream()
                        .allMatch(cell -> cell.replicates().secondary().keySet().equals(further));
        return isShared ? new Metric("", further.iterator().next(), score.better()) : score;
    }

    private static Map<Integer, Double> values(Measured cell, Metric metric) {
        return cell.replicates()
                .secondary()
                .getOrDefault(metric.unit(), cell.replicates().score());
    }

    private static Interval mean(Map<Integer, Double> byRound) {
        return Interval.ofMean(
                byRound.values().stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Of the step that leads to a value. */
    private static Optional<String> gain(Sweep sweep, double to) {
        return sweep.steps().stream()
                .filter(step -> step.to() == to && step.from() > 0)
                .map(step -> Numbers.ratio(step.gain().mean()) + " ("
                        + Numbers.range(step.gain().low(), step.gain().high()) + ")")
                .findFirst();
    }

    /** What the curve does, beside the value where it does it: the knee, or the last value. */
    private static String knee(Sweep sweep, double x) {
        if (sweep.knee().isPresent()) {
            return sweep.knee().getAsDouble() == x ? "knee: " + sweep.shape().words() : "";
        }
        double last = sweep.steps().get(sweep.steps().size() - 1).to();
        return last == x ? sweep.shape().words() : "";
    }
}

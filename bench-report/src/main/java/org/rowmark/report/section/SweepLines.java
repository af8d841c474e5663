package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Means;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.LinePlot;
import org.rowmark.stats.Sweep;

/** A writer of plots of a metric by a parameter. */
record SweepLines(String title, String parameter, String unit, double margin) {
    private static final int MOST_NOTES = 6;
    private static final int MOST_NAMES = 3;

    /** Returns the plot: the metric with the knees, below it the gain of each doubling between its two values. */
    LinePlot plot(Map<String, TreeMap<Double, Map<Integer, Double>>> curves, Map<String, Sweep> sweeps) {
        List<String> names = List.copyOf(curves.keySet());
        List<LinePlot.Series> metrics = new ArrayList<>();
        curves.forEach((name, values) -> {
            List<LinePlot.Point> points = new ArrayList<>();
            values.forEach((x, byRound) -> points.add(new LinePlot.Point(x, Means.mean(byRound))));
            metrics.add(new LinePlot.Series(names.indexOf(name), LinePlot.Kind.MEANS, points));
        });
        List<LinePlot.Series> gains = gains(names, sweeps);
        List<LinePlot.Panel> panels = new ArrayList<>();
        panels.add(new LinePlot.Panel(unit, LinePlot.Scale.FITTING, margin, metrics));
        if (!gains.isEmpty()) {
            panels.add(new LinePlot.Panel("gain per doubling", LinePlot.Scale.RATIO, margin, gains));
        }
        Map<Double, List<String>> knees = new TreeMap<>();
        List<String> notes = new ArrayList<>();
        sweeps.forEach((name, sweep) -> {
            if (sweep.knee().isPresent()) {
                knees.computeIfAbsent(sweep.knee().getAsDouble(), none -> new ArrayList<>())
                        .add(name);
            } else if (notes.size() < MOST_NOTES) {
                notes.add((names.size() == 1 ? "" : name + ": ") + sweep.shape().words());
            }
        });
        List<LinePlot.Label> uprights = new ArrayList<>();
        knees.forEach((knee, some) -> {
            String who = some.size() > MOST_NAMES ? some.size() + " configurations" : String.join(", ", some);
            String text = "knee " + Numbers.plain(knee) + (names.size() == 1 ? "" : ": " + who);
            uprights.add(new LinePlot.Label(knee, text));
        });
        String description = uprights.stream().map(LinePlot.Label::text).collect(Collectors.joining("; "));
        return new LinePlot(
                title,
                unit + " against " + parameter + (description.isEmpty() ? "" : "; " + description) + ".",
                new LinePlot.Horizontal(parameter, LinePlot.Along.FITTING, List.of()),
                names,
                panels,
                uprights,
                notes);
    }

    private static List<LinePlot.Series> gains(List<String> names, Map<String, Sweep> sweeps) {
        return sweeps.entrySet().stream()
                .map(sweep -> new LinePlot.Series(
                        names.indexOf(sweep.getKey()),
                        LinePlot.Kind.STEPS,
                        sweep.getValue().steps().stream()
                                .filter(step -> step.gain().mean() > 0)
                                .map(step -> new LinePlot.Point(between(step), step.gain()))
                                .toList()))
                .filter(series -> !series.points().isEmpty())
                .toList();
    }

    /** Returns the place of a gain on the axis of the parameter. */
    private static double between(Sweep.Step step) {
        return step.from() > 0 ? Math.sqrt(step.from() * step.to()) : (step.from() + step.to()) / 2;
    }
}

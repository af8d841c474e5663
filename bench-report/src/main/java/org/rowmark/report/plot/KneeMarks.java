package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.rowmark.report.plot.Svg.Anchor;

/**
 * The knees of a sweep: a vertical line for each value, labelled with its configurations on a line of its own above the
 * plot.
 *
 * @param names of configurations by knee
 * @param ofMany whether there are other configurations
 */
record KneeMarks(SortedMap<Double, List<String>> names, boolean ofMany) {
    private static final double LINE = 17;
    private static final double GAP = 6;
    private static final int MOST_NAMES = 3;

    static KneeMarks of(List<SweepPlot.Curve> curves) {
        SortedMap<Double, List<String>> names = new TreeMap<>();
        curves.forEach(curve -> curve.sweep()
                .ifPresent(sweep -> sweep.knee()
                        .ifPresent(knee -> names.computeIfAbsent(knee, at -> new ArrayList<>())
                                .add(curve.name()))));
        return new KneeMarks(names, curves.size() > 1);
    }

    /**
     * @param right where labels end
     * @param firstLine base line of the first label
     * @param bottom where the vertical lines end
     */
    void draw(Svg svg, Axis x, double right, double firstLine, double bottom) {
        double line = firstLine;
        for (Map.Entry<Double, List<String>> knee : names.entrySet()) {
            double at = x.at(knee.getKey());
            svg.path("z", new PathData().segment(at, line - 10, at, bottom));
            String label = label(knee);
            double onRight = right - at - GAP;
            if (onRight >= Math.min(PlotText.width(PlotText.clean(label)), right / 2)) {
                svg.label("z1", Anchor.START, at + GAP, line, label, onRight);
            } else {
                svg.label("z1", Anchor.END, at - GAP, line, label, at - GAP);
            }
            line += LINE;
        }
    }

    private String label(Map.Entry<Double, List<String>> knee) {
        String value = "knee " + Digits.chosen(knee.getKey());
        List<String> who = knee.getValue();
        if (!ofMany) {
            return value;
        }
        return who.size() > MOST_NAMES
                ? value + ": " + who.size() + " configurations"
                : value + ": " + String.join(", ", who);
    }
}

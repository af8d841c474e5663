package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.rowmark.report.plot.Svg.Anchor;

/** Names at the right ends of lines, moved apart where they would overlap. */
final class EndLabels {
    private static final double LINE = 17;
    private static final double GAP = 12;
    private static final double MARK = 10;

    private EndLabels() {}

    static void draw(Svg svg, List<SweepPlot.Curve> curves, Frame frame, Axis y, double widest) {
        List<Integer> drawn = new ArrayList<>();
        List<Double> wished = new ArrayList<>();
        for (int i = 0; i < curves.size(); i++) {
            List<SweepPlot.Point> points = curves.get(i).points();
            if (!points.isEmpty()) {
                drawn.add(i);
                wished.add(y.at(points.get(points.size() - 1).mean()));
            }
        }
        List<Double> places = apart(wished, LINE, frame.top(), frame.bottom());
        for (int i = 0; i < drawn.size(); i++) {
            SeriesStyle style = new SeriesStyle(drawn.get(i));
            double at = places.get(i);
            double x = frame.right() + GAP;
            svg.group(style.css())
                    .path("m", new PathData().mark(style.glyph(), x, at))
                    .end();
            svg.label(
                    "l",
                    Anchor.START,
                    x + MARK,
                    at + 4.5,
                    curves.get(drawn.get(i)).name(),
                    widest);
        }
    }

    /**
     * Places at least {@code distance} apart and inside the ends if there is room for all, in the order of the wishes
     * and near them.
     */
    static List<Double> apart(List<Double> wished, double distance, double first, double last) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < wished.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingDouble(wished::get));
        Double[] places = new Double[wished.size()];
        double least = first;
        for (int i : order) {
            places[i] = Math.max(least, wished.get(i));
            least = places[i] + distance;
        }
        double most = last;
        for (int i = order.size() - 1; i >= 0; i--) {
            int index = order.get(i);
            places[index] = Math.min(most, places[index]);
            most = places[index] - distance;
        }
        return List.of(places);
    }
}

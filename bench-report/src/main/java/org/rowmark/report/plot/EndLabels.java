package org.rowmark.report.plot;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.rowmark.report.plot.Svg.Anchor;

/** Names at the right ends of lines, moved apart where they would overlap. */
final class EndLabels {
    private static final double LINE = 17;
    private static final double GAP = 12;
    private static final double MARK = 10;

    private EndLabels() {}

    static void draw(Svg svg, List<SweepPlot.Curve> curves, Frame frame, Axis y, double widest) {
        List<Integer> drawn = IntStream.range(0, curves.size())
                .filter(i -> !curves.get(i).points().isEmpty())
                .boxed()
                .toList();
        List<Double> preferred = drawn.stream()
                .map(curves::get)
                .map(curve -> y.at(curve.points().get(curve.points().size() - 1).mean()))
                .toList();
        List<Double> places = apart(preferred, LINE, frame.top(), frame.bottom());
        double x = frame.right() + GAP;
        for (int i = 0; i < drawn.size(); i++) {
            SeriesStyle style = new SeriesStyle(drawn.get(i));
            String name = curves.get(drawn.get(i)).name();
            svg.group(style.css()).path("m", new PathData().mark(style.glyph(), x, places.get(i)));
            svg.end().label("l", Anchor.START, x + MARK, places.get(i) + 4.5, name, widest);
        }
    }

    /**
     * Returns places at least {@code distance} apart and inside the ends if there is room for all, in the order of the
     * preferred places and near them.
     */
    static List<Double> apart(List<Double> preferred, double distance, double first, double last) {
        List<Integer> order = IntStream.range(0, preferred.size())
                .boxed()
                .sorted(Comparator.comparingDouble(preferred::get))
                .toList();
        Double[] places = new Double[preferred.size()];
        double least = first;
        for (int i : order) {
            places[i] = Math.max(least, preferred.get(i));
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

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
                .map(i -> curves.get(i).points())
                .map(points -> y.at(points.get(points.size() - 1).metric().mean()))
                .toList();
        double[] places = apart(preferred, LINE, frame.top(), frame.bottom());
        double x = frame.right() + GAP;
        for (int i = 0; i < places.length; i++) {
            SeriesStyle style = new SeriesStyle(drawn.get(i));
            String name = curves.get(style.index()).name();
            svg.group(style.css()).path("m", style.mark(x, places[i])).end();
            svg.label("l", Anchor.START, x + MARK, places[i] + 4.5, name, widest);
        }
    }

    /**
     * Returns places at least {@code distance} apart and inside the ends if there is room for all, in the order of the
     * preferred places and near them.
     */
    static double[] apart(List<Double> preferred, double distance, double first, double last) {
        int[] order = IntStream.range(0, preferred.size())
                .boxed()
                .sorted(Comparator.comparingDouble(preferred::get))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] places = new double[order.length];
        double least = first;
        for (int index : order) {
            places[index] = Math.max(least, preferred.get(index));
            least = places[index] + distance;
        }
        double most = last;
        for (int i = order.length - 1; i >= 0; i--) {
            places[order[i]] = Math.min(most, places[order[i]]);
            most = places[order[i]] - distance;
        }
        return places;
    }
}

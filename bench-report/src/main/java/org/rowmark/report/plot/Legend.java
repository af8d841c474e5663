package org.rowmark.report.plot;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.rowmark.report.plot.Svg.Anchor;

/**
 * Names with their marks at the top of a plot, in as many columns as there is room for, or at the ends of its lines.
 *
 * @param names of configurations in the order of their styles, or of phases
 * @param columns at least 1
 * @param column width of a column
 */
record Legend(List<String> names, int columns, double column) {
    private static final double ROW = 19;
    private static final double MARK = 18;
    private static final double GAP = 20;
    private static final double WIDEST = 260;
    private static final double NARROWEST = 60;
    private static final double END_ROW = 17;
    private static final double END_MARK = 10;
    private static final double END_GAP = 12;

    /** A drawing of a name's mark, to the right of {@code left} and around {@code middle}. */
    interface Mark {
        void draw(int index, double left, double middle);
    }

    static Legend of(List<String> names, double width) {
        double column = MARK + GAP + Math.max(NARROWEST, PlotText.widest(names.stream(), WIDEST));
        return new Legend(names, (int) Math.max(1, Math.floor((width + GAP) / column)), column);
    }

    double height() {
        return Math.ceil(names.size() / (double) columns) * ROW;
    }

    /** Draws the marks of configurations. */
    void draw(Svg svg) {
        draw(svg, (i, left, middle) -> {
            SeriesStyle style = new SeriesStyle(i);
            svg.group(style.css())
                    .path("m", style.mark(left + MARK / 3, middle))
                    .end();
        });
    }

    void draw(Svg svg, Mark mark) {
        for (int i = 0; i < names.size(); i++) {
            int row = i / columns;
            double x = (i - row * columns) * column;
            double y = (row + 0.5) * ROW;
            mark.draw(i, x, y);
            svg.label("l", Anchor.START, x + MARK, y + 4.5, names.get(i), column - MARK - GAP / 2);
        }
    }

    /** Draws names with their marks at the right ends of lines, moved apart where they would overlap. */
    static void drawAtEnds(Svg svg, List<SweepPlot.Curve> curves, Frame frame, Axis y, double widest) {
        List<Integer> drawn = IntStream.range(0, curves.size())
                .filter(i -> !curves.get(i).points().isEmpty())
                .boxed()
                .toList();
        List<Double> preferred = drawn.stream()
                .map(i -> curves.get(i).points())
                .map(points -> y.at(points.get(points.size() - 1).metric().mean()))
                .toList();
        double[] places = apart(preferred, END_ROW, frame.top(), frame.bottom());
        double x = frame.right() + END_GAP;
        for (int i = 0; i < places.length; i++) {
            SeriesStyle style = new SeriesStyle(drawn.get(i));
            String name = curves.get(style.index()).name();
            svg.group(style.css()).path("m", style.mark(x, places[i])).end();
            svg.label("l", Anchor.START, x + END_MARK, places[i] + 4.5, name, widest);
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

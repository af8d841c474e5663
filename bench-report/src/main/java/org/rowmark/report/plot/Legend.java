package org.rowmark.report.plot;

import java.util.List;
import org.rowmark.report.plot.Svg.Anchor;

/**
 * Names of configurations with their marks, in as many columns as there is room for.
 *
 * @param names in the order of their styles
 * @param width of all of it
 */
record Legend(List<String> names, double width) {
    private static final double ROW = 19;
    private static final double MARK = 18;
    private static final double GAP = 20;
    private static final double WIDEST = 260;
    private static final double NARROWEST = 60;

    Legend {
        names = List.copyOf(names);
    }

    double height() {
        return rows() * ROW;
    }

    /** Draws it below {@code top}. */
    void draw(Svg svg, double left, double top) {
        double column = column();
        int columns = columns();
        for (int i = 0; i < names.size(); i++) {
            SeriesStyle style = new SeriesStyle(i);
            int row = i / columns;
            double x = left + (i - row * columns) * column;
            double y = top + (row + 0.5) * ROW;
            svg.group(style.css()).path("m", new PathData().mark(style.glyph(), x + MARK / 3, y));
            svg.end().label("l", Anchor.START, x + MARK, y + 4.5, names.get(i), column - MARK - GAP / 2);
        }
    }

    private int rows() {
        return (names.size() + columns() - 1) / columns();
    }

    private int columns() {
        return (int) Math.max(1, Math.floor((width + GAP) / column()));
    }

    private double column() {
        return MARK + GAP + Math.max(NARROWEST, PlotText.widest(names, WIDEST));
    }
}

package org.rowmark.report.plot;

import java.util.List;

/**
 * Names with their marks at the top of a plot, in as many columns as there is room for.
 *
 * @param names of configurations in the order of their styles, or of phases
 */
record Legend(List<String> names, int columns, double column) {
    private static final double ROW = 19;
    private static final double MARK = 18;
    private static final double GAP = 20;
    private static final double WIDEST = 260;
    private static final double NARROWEST = 60;

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

    void draw(Svg svg) {
        draw(svg, (i, left, middle) -> {
            SeriesStyle style = new SeriesStyle(i);
            svg.group(style.css())
                    .path("m", new PathData().outline(style.shape().mark(), left + MARK / 3, middle))
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
}

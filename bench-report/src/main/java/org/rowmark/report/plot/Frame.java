package org.rowmark.report.plot;

import java.util.List;
import java.util.function.BiConsumer;

/**
 * The rectangle that values are drawn in, with rules and labels of its axes. In units of the drawing.
 *
 * @param bottom y, greater than {@code top}
 */
record Frame(double left, double top, double right, double bottom) {
    /** The distance from the bottom of the frame to the base line of the labels below. */
    static final double LABELS_BELOW = 18;

    private static final double LABEL_GAP = 8;

    static double roomFor(List<Tick> ticks) {
        return LABEL_GAP + PlotText.widest(ticks.stream().map(Tick::label), Double.POSITIVE_INFINITY);
    }

    /** Draws rules across, and labels on the left. */
    void vertical(Svg svg, List<Tick> ticks) {
        rules(svg, ticks, (path, at) -> path.segment(left, at, right, at));
        for (Tick tick : ticks) {
            svg.label("t", Anchor.END, left - LABEL_GAP, tick.at() + 4, tick.label(), left);
        }
    }

    /** Draws rules upwards. */
    void upright(Svg svg, List<Tick> ticks) {
        rules(svg, ticks, (path, at) -> path.segment(at, top, at, bottom));
    }

    /** Writes labels below where they have room, and the caption below them at the right end. */
    void below(Svg svg, List<Tick> ticks, String caption) {
        for (Tick tick : Tick.withRoom(ticks, LABEL_GAP)) {
            svg.label("t", Anchor.MIDDLE, tick.at(), bottom + LABELS_BELOW, tick.label(), right);
        }
        svg.label("u", Anchor.END, right, bottom + LABELS_BELOW * 2, caption, right);
    }

    static void rules(Svg svg, List<Tick> ticks, BiConsumer<PathData, Double> rule) {
        PathData rules = new PathData();
        PathData main = new PathData();
        ticks.forEach(tick -> rule.accept(tick.isMain() ? main : rules, tick.at()));
        svg.path("g", rules).path("g1", main);
    }
}

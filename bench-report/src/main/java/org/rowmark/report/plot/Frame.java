package org.rowmark.report.plot;

import java.util.List;
import java.util.function.BiConsumer;
import org.rowmark.report.plot.Svg.Anchor;

/**
 * The rectangle that values are drawn in, with rules and labels of its axes. In units of the drawing.
 *
 * @param bottom y, greater than {@code top}
 */
record Frame(double left, double top, double right, double bottom) {
    /** The distance from the bottom of the frame to the base line of the labels below. */
    static final double LABELS_BELOW = 18;

    private static final double LABEL_GAP = 8;

    /** Returns the room that the labels of a vertical axis take on its left. */
    static double roomFor(List<Tick> ticks) {
        return LABEL_GAP + PlotText.widest(ticks.stream().map(Tick::label), Double.POSITIVE_INFINITY);
    }

    /** Draws rules across, labels on the left, the unit above them. */
    void vertical(Svg svg, List<Tick> ticks, String unit) {
        rules(svg, ticks, (path, at) -> path.segment(left, at, right, at));
        for (Tick tick : ticks) {
            svg.label("t", Anchor.END, left - LABEL_GAP, tick.at() + 4, tick.label(), left);
        }
        if (!unit.isEmpty()) {
            svg.label("u", Anchor.START, 0, top - 12, unit, right);
        }
    }

    /** Draws rules upwards, labels below where they have room, the caption below them at the right end. */
    void horizontal(Svg svg, List<Tick> ticks, String caption) {
        horizontal(svg, ticks, true, caption);
    }

    /** @param hasLabels whether it is the lowest of several frames with the same axis */
    void horizontal(Svg svg, List<Tick> ticks, boolean hasLabels, String caption) {
        rules(svg, ticks, (path, at) -> path.segment(at, top, at, bottom));
        if (hasLabels) {
            for (Tick tick : Tick.withRoom(ticks, LABEL_GAP)) {
                svg.label("t", Anchor.MIDDLE, tick.at(), bottom + LABELS_BELOW, tick.label(), right);
            }
        }
        if (!caption.isEmpty()) {
            svg.label("u", Anchor.END, right, bottom + LABELS_BELOW * 2, caption, right);
        }
    }

    /** Draws a rule for each tick. */
    static void rules(Svg svg, List<Tick> ticks, BiConsumer<PathData, Double> rule) {
        PathData rules = new PathData();
        PathData main = new PathData();
        ticks.forEach(tick -> rule.accept(tick.isMain() ? main : rules, tick.at()));
        svg.path("g", rules).path("g1", main);
    }

    /** Draws the line of a horizontal axis. */
    void base(Svg svg) {
        svg.path("b", new PathData().segment(left, bottom, right, bottom));
    }

    /** Draws the line of a vertical axis. */
    void start(Svg svg) {
        svg.path("b", new PathData().segment(left, top, left, bottom));
    }
}

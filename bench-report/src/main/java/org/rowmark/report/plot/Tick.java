package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A labelled place on an axis.
 *
 * @param at in units of the drawing
 * @param label as printed
 * @param isMain whether it is the place that others are judged by, such as a ratio of 1
 */
record Tick(double at, String label, boolean isMain) {
    private static final double LINE = 22;

    /** Those whose labels have room beside each other on a horizontal axis, main ones first of all. */
    static List<Tick> withRoom(List<Tick> ticks, double gap) {
        List<Tick> kept = new ArrayList<>();
        ticks.stream()
                .sorted(Comparator.comparing((Tick tick) -> !tick.isMain()))
                .filter(tick -> kept.stream().allMatch(other -> tick.leavesRoom(other, gap)))
                .forEach(kept::add);
        kept.sort(Comparator.comparingDouble(Tick::at));
        return kept;
    }

    /** Whether all labels have room beside or above each other. */
    static boolean haveRoom(List<Tick> ticks, boolean isHorizontal, double gap) {
        for (int i = 1; i < ticks.size(); i++) {
            Tick last = ticks.get(i - 1);
            boolean hasRoom =
                    isHorizontal ? ticks.get(i).leavesRoom(last, gap) : Math.abs(ticks.get(i).at - last.at) >= LINE;
            if (!hasRoom) {
                return false;
            }
        }
        return true;
    }

    private boolean leavesRoom(Tick other, double gap) {
        return Math.abs(at - other.at) >= (PlotText.width(label) + PlotText.width(other.label)) / 2 + gap;
    }
}

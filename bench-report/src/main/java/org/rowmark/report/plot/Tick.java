package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A labelled place on an axis.
 *
 * @param at in units of the drawing
 * @param label as printed
 * @param isMain whether it is the reference of the others, such as a ratio of 1
 */
record Tick(double at, String label, boolean isMain) {
    private static final double LINE = 22;

    /** Returns the ticks whose labels have room beside each other on a horizontal axis, main ones first. */
    static List<Tick> withRoom(List<Tick> ticks, double gap) {
        List<Tick> kept = new ArrayList<>();
        ticks.stream()
                .sorted(Comparator.comparing((Tick tick) -> !tick.isMain()))
                .filter(tick -> kept.stream().allMatch(other -> tick.leavesRoom(other, gap)))
                .forEach(kept::add);
        kept.sort(Comparator.comparingDouble(Tick::at));
        return kept;
    }

    /** Returns whether all labels have room beside or above each other. */
    static boolean haveRoom(List<Tick> ticks, boolean isHorizontal, double gap) {
        return IntStream.range(1, ticks.size()).allMatch(i -> {
            Tick last = ticks.get(i - 1);
            Tick tick = ticks.get(i);
            return isHorizontal ? tick.leavesRoom(last, gap) : Math.abs(tick.at - last.at) >= LINE;
        });
    }

    private boolean leavesRoom(Tick other, double gap) {
        return Math.abs(at - other.at) >= (PlotText.width(label) + PlotText.width(other.label)) / 2 + gap;
    }
}

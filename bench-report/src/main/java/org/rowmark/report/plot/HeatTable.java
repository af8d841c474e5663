package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.rowmark.report.format.Numbers;

/**
 * Cells of a table of ratios, configurations by workloads, as text and style class; a template prints them. The colour
 * only repeats the number: from blue for better to orange for worse, in steps that are even on a log axis around 1.
 * What is the same or unclear has no colour.
 */
public final class HeatTable {
    /** Ends of the steps, as ratio or its inverse. */
    private static final double[] ENDS = {1.1, 1.25, 1.5, 2};

    private HeatTable() {}

    /**
     * @param css style classes
     * @param text never empty
     * @param label what the text leaves out, to be read aloud or shown beside the pointer; may be empty
     */
    public record Cell(String css, String text, String label) {}

    /** The kinds of cells without a ratio. */
    public enum Missing {
        BASELINE,
        FAILED,
        SKIPPED,
        /** Too few rounds, or values without a ratio. */
        UNKNOWN
    }

    /**
     * @param ratio to the baseline, more than 1 is better
     * @param tone the result of the comparison
     */
    public static Cell cell(double ratio, VerdictColour tone) {
        if (!Double.isFinite(ratio) || ratio <= 0) {
            return missing(Missing.UNKNOWN);
        }
        return switch (tone) {
            case BETTER -> new Cell("heat up" + step(ratio), "▲ " + Numbers.ratio(ratio), "better");
            case WORSE -> new Cell("heat down" + step(1 / ratio), "▼ " + Numbers.ratio(ratio), "worse");
            case EVEN -> new Cell("heat", "= " + Numbers.ratio(ratio), "same");
            case OPEN -> new Cell("heat", "? " + Numbers.ratio(ratio), "unclear");
            case NONE -> new Cell("heat", Numbers.ratio(ratio), "no verdict");
        };
    }

    public static Cell missing(Missing kind) {
        return switch (kind) {
            case BASELINE -> new Cell("heat base", "1×", "baseline");
            case FAILED -> new Cell("heat failed", "✕ failed", "failed");
            case SKIPPED -> new Cell("heat skipped", "– skipped", "skipped");
            case UNKNOWN -> new Cell("heat skipped", Numbers.NONE, "no ratio");
        };
    }

    /** Returns a cell for each step, from the worst to the best, with its ratios as text. */
    public static List<Cell> legend() {
        List<Cell> cells = new ArrayList<>();
        for (int step = ENDS.length; step >= 0; step--) {
            String text = step == ENDS.length
                    ? "< 1/" + end(step - 1)
                    : "1/" + end(step) + "–" + (step == 0 ? "1" : "1/" + end(step - 1));
            cells.add(new Cell("heat down" + (step + 1), text, "worse"));
        }
        cells.add(new Cell("heat", "same or unclear", ""));
        for (int step = 0; step <= ENDS.length; step++) {
            String text =
                    step == ENDS.length ? "> " + end(step - 1) : (step == 0 ? "1" : end(step - 1)) + "–" + end(step);
            cells.add(new Cell("heat up" + (step + 1), text, "better"));
        }
        return cells;
    }

    private static String end(int step) {
        return Digits.plain(ENDS[step]);
    }

    private static int step(double ratio) {
        return 1 + (int) DoubleStream.of(ENDS).filter(end -> ratio > end).count();
    }
}

package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.List;
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

    /** What kind of cell has no ratio. */
    public enum Missing {
        BASELINE("base", "1×", "baseline"),
        FAILED("failed", "✕ failed", "failed"),
        SKIPPED("skipped", "– skipped", "skipped"),
        /** Too few rounds, or values without a ratio. */
        UNKNOWN("skipped", "–", "no ratio");

        private final String css;
        private final String text;
        private final String label;

        Missing(String css, String text, String label) {
            this.css = css;
            this.text = text;
            this.label = label;
        }
    }

    /**
     * @param ratio to the baseline, more than 1 is better
     * @param tone what the comparison came to
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
        return new Cell("heat " + kind.css, kind.text, kind.label);
    }

    /** A cell for each step, from the worst to the best, whose text is the ratios that it stands for. */
    public static List<Cell> legend() {
        List<Cell> cells = new ArrayList<>();
        for (int step = ENDS.length; step >= 0; step--) {
            String end = step == 0 ? "" : Digits.plain(ENDS[step - 1]);
            cells.add(new Cell(
                    "heat down" + (step + 1),
                    step == ENDS.length
                            ? "< 1/" + end
                            : "1/" + Digits.plain(ENDS[step]) + (step == 0 ? "–1" : "–1/" + end),
                    "worse"));
        }
        cells.add(new Cell("heat", "same or unclear", ""));
        for (int step = 0; step <= ENDS.length; step++) {
            String end = step == 0 ? "1" : Digits.plain(ENDS[step - 1]);
            cells.add(new Cell(
                    "heat up" + (step + 1),
                    step == ENDS.length ? "> " + end : end + "–" + Digits.plain(ENDS[step]),
                    "better"));
        }
        return cells;
    }

    private static int step(double ratio) {
        int step = 1;
        for (double end : ENDS) {
            if (ratio > end) {
                step++;
            }
        }
        return step;
    }
}

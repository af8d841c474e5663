package org.rowmark.report.plot;

import java.util.stream.DoubleStream;
import org.rowmark.report.format.Numbers;

/**
 * Cells of a table of ratios, configurations by workloads, as text and style class; a template prints them. The colour
 * only repeats the number: from blue for better to orange for worse, in steps that are even on a log axis around 1.
 * The verdicts same and unclear have no colour.
 */
public final class HeatTable {
    /** Ends of the steps, as ratio or its inverse. */
    private static final double[] ENDS = {1.1, 1.25, 1.5, 2};

    private HeatTable() {}

    /**
     * @param css style classes
     * @param text never empty
     * @param label further text, read aloud or shown beside the pointer; may be empty
     */
    public record Cell(String css, String text, String label) {}

    public static final Cell BASELINE = new Cell("heat base", "1×", "baseline");
    public static final Cell FAILED = new Cell("heat failed", "✕ failed", "failed");
    public static final Cell SKIPPED = new Cell("heat skipped", "– skipped", "skipped");

    /** Too few rounds, or values without a ratio. */
    public static final Cell UNKNOWN = new Cell("heat skipped", "–", "no ratio");

    /**
     * @param ratio to the baseline, more than 1 is better
     * @param style class of the verdict's colour, as in {@link IntervalBars.Bar}
     */
    public static Cell cell(double ratio, String style) {
        if (!Double.isFinite(ratio) || ratio <= 0) {
            return UNKNOWN;
        }
        return switch (style) {
            case "better" -> new Cell("heat up" + step(ratio), "▲ " + Numbers.ratio(ratio), "better");
            case "worse" -> new Cell("heat down" + step(1 / ratio), "▼ " + Numbers.ratio(ratio), "worse");
            case "even" -> new Cell("heat", "= " + Numbers.ratio(ratio), "same");
            case "open" -> new Cell("heat", "? " + Numbers.ratio(ratio), "unclear");
            default -> new Cell("heat", Numbers.ratio(ratio), "no verdict");
        };
    }

    private static int step(double ratio) {
        return 1 + (int) DoubleStream.of(ENDS).filter(end -> ratio > end).count();
    }
}

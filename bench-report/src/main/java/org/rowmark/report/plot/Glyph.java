package org.rowmark.report.plot;

/**
 * Shapes of marks, large ones for single values and small ones for clouds. Every outline ends where it began, so that
 * the next one is one step away.
 *
 * @see PathData#mark
 */
enum Glyph {
    CIRCLE(0, -4, "a4 4 0 1 0 .1 0z", 0, 0, "h0"),
    TRIANGLE(0, -5, "l4.4 7.6h-8.8z", 0, -2.6, "l2 4h-4z"),
    SQUARE(-3.5, -3.5, "h7v7h-7z", -1.7, -1.7, "h3.4v3.4h-3.4z"),
    DIAMOND(0, -5, "l4.5 5-4.5 5-4.5-5z", 0, -2.5, "l2 2.5-2 2.5-2-2.5z"),
    DOWN(-4.4, -2.6, "h8.8l-4.4 7.6z", -2, -1.4, "h4l-2 4z"),
    RIGHT(-2.6, -4.4, "l7.6 4.4-7.6 4.4z", -1.4, -2, "l4 2-4 2z"),
    HOURGLASS(-4, -4, "h8l-8 8h8z", -2, -2, "h4l-4 4h4z");

    final double markX;
    final double markY;
    final String mark;
    final double dotX;
    final double dotY;

    /** The small mark; for the circle a stroke without length, to which the style gives a round end. */
    final String dot;

    /** Creates a shape from the start of each outline, relative to its middle, and the steps from there. */
    Glyph(double markX, double markY, String mark, double dotX, double dotY, String dot) {
        this.markX = markX;
        this.markY = markY;
        this.mark = mark;
        this.dotX = dotX;
        this.dotY = dotY;
        this.dot = dot;
    }
}

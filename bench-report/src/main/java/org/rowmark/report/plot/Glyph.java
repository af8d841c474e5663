package org.rowmark.report.plot;

/**
 * Shapes of marks. Every outline ends where it began, so that the next one is one step away.
 *
 * @see PathData#mark
 */
enum Glyph {
    CIRCLE(new Outline(0, -4, "a4 4 0 1 0 .1 0z"), new Outline(0, 0, "h0")),
    TRIANGLE(new Outline(0, -5, "l4.4 7.6h-8.8z"), new Outline(0, -2.6, "l2 4h-4z")),
    SQUARE(new Outline(-3.5, -3.5, "h7v7h-7z"), new Outline(-1.7, -1.7, "h3.4v3.4h-3.4z")),
    DIAMOND(new Outline(0, -5, "l4.5 5-4.5 5-4.5-5z"), new Outline(0, -2.5, "l2 2.5-2 2.5-2-2.5z")),
    DOWN(new Outline(-4.4, -2.6, "h8.8l-4.4 7.6z"), new Outline(-2, -1.4, "h4l-2 4z")),
    RIGHT(new Outline(-2.6, -4.4, "l7.6 4.4-7.6 4.4z"), new Outline(-1.4, -2, "l4 2-4 2z")),
    HOURGLASS(new Outline(-4, -4, "h8l-8 8h8z"), new Outline(-2, -2, "h4l-4 4h4z"));

    /** Large, for a single value. */
    final Outline mark;

    /** Small, for a cloud. That of the circle is a stroke without length, which the style gives a round end. */
    final Outline dot;

    Glyph(Outline mark, Outline dot) {
        this.mark = mark;
        this.dot = dot;
    }

    /** The start of an outline from its middle, and the steps from there. */
    record Outline(double x, double y, String steps) {}
}

package org.rowmark.report.plot;

import java.util.List;

/**
 * The look of a configuration in every plot of a page, by colour and by shape, never by colour alone. Of
 * {@value #COLOURS} colours, seven shapes and {@value #DASHES} dashes no combination comes twice within 224
 * configurations.
 *
 * @param index of the configuration on the page, from 0
 */
record SeriesStyle(int index) {
    static final int COLOURS = 8;
    private static final int DASHES = 4;

    /** Distance between the marks of neighbouring configurations at one place. */
    private static final double ASIDE = 5;

    /** Distance between the first and the last of them. */
    private static final double MOST_ASIDE = 20;

    /** Steps of a path from a place beside the middle of a mark to where they began, so that the next mark is near. */
    record Outline(double x, double y, String steps) {}

    /** A shape of marks, large ones for single values and small ones for clouds. */
    record Shape(Outline mark, Outline dot) {}

    /** Its small mark is a stroke without length, to which the style gives a round end. */
    static final Shape CIRCLE = new Shape(new Outline(0, -4, "a4 4 0 1 0 .1 0z"), new Outline(0, 0, "h0"));

    /** A circle, triangle, square, diamond, triangles that point down and to the right, and an hourglass. */
    private static final List<Shape> SHAPES = List.of(
            CIRCLE,
            new Shape(new Outline(0, -5, "l4.4 7.6h-8.8z"), new Outline(0, -2.6, "l2 4h-4z")),
            new Shape(new Outline(-3.5, -3.5, "h7v7h-7z"), new Outline(-1.7, -1.7, "h3.4v3.4h-3.4z")),
            new Shape(new Outline(0, -5, "l4.5 5-4.5 5-4.5-5z"), new Outline(0, -2.5, "l2 2.5-2 2.5-2-2.5z")),
            new Shape(new Outline(-4.4, -2.6, "h8.8l-4.4 7.6z"), new Outline(-2, -1.4, "h4l-2 4z")),
            new Shape(new Outline(-2.6, -4.4, "l7.6 4.4-7.6 4.4z"), new Outline(-1.4, -2, "l4 2-4 2z")),
            new Shape(new Outline(-4, -4, "h8l-8 8h8z"), new Outline(-2, -2, "h4l-4 4h4z")));

    Shape shape() {
        return SHAPES.get(index % SHAPES.size());
    }

    /** Returns the distance of the marks of this one of {@code count} configurations from their common place. */
    double aside(int count) {
        return (index - (count - 1) / 2.0) * Math.min(ASIDE, MOST_ASIDE / count);
    }

    String css() {
        // a dash that differs between the first lines too, for print without colour
        int dash = (index + index / COLOURS) % DASHES;
        return "c" + index % COLOURS + (dash == 0 ? "" : " d" + dash);
    }
}

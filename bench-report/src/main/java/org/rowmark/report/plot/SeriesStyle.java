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
    static final int DASHES = 4;

    /** Distance between the marks of neighbouring configurations at one place. */
    private static final double ASIDE = 5;

    /** Distance between the first and the last of them. */
    private static final double MOST_ASIDE = 20;

    private static final List<Glyph> GLYPHS = List.of(Glyph.values());

    Glyph glyph() {
        return GLYPHS.get(index % GLYPHS.size());
    }

    /** Returns the distance of the marks of this one of {@code count} configurations from their common place. */
    double aside(int count) {
        return (index - (count - 1) / 2.0) * Math.min(ASIDE, MOST_ASIDE / count);
    }

    /** Returns the style classes of a group that holds all of the configuration's marks. */
    String css() {
        return "c" + index % COLOURS + (dash() == 0 ? "" : " d" + dash());
    }

    /** Returns the style class of the path that holds its dots. */
    String dotCss() {
        return glyph() == Glyph.CIRCLE ? "o" : "f";
    }

    /** Returns a dash that differs between the first lines too, for print without colour. */
    private int dash() {
        return (index + index / COLOURS) % DASHES;
    }
}

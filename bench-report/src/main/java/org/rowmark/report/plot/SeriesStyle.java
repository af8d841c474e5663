package org.rowmark.report.plot;

import java.util.List;

/**
 * How a configuration looks in every plot of a page: by colour and by shape, never by colour alone. Of {@value #COLOURS}
 * colours, seven shapes and {@value #DASHES} dashes no combination comes twice within 224 configurations.
 *
 * @param index of the configuration on the page, from 0
 */
record SeriesStyle(int index) {
    static final int COLOURS = 8;
    static final int DASHES = 4;

    /** Between the marks of neighbouring configurations at one place. */
    private static final double ASIDE = 5;

    /** Between the first and the last of them. */
    private static final double MOST_ASIDE = 20;

    private static final List<Glyph> GLYPHS = List.of(Glyph.values());

    Glyph glyph() {
        return GLYPHS.get(index % GLYPHS.size());
    }

    /** How far aside of their common place the marks of this one of {@code count} configurations are drawn. */
    double aside(int count) {
        return (index - (count - 1) / 2.0) * Math.min(ASIDE, MOST_ASIDE / count);
    }

    /** Style classes of a group that holds all of the configuration's marks. */
    String css() {
        return "c" + index % COLOURS + (dash() == 0 ? "" : " d" + dash());
    }

    /** Style class of the path that holds its dots. */
    String dotCss() {
        return glyph() == Glyph.CIRCLE ? "o" : "f";
    }

    /** The first lines of each are told apart by dash too, for print without colour. */
    private int dash() {
        return (index + index / COLOURS) % DASHES;
    }
}

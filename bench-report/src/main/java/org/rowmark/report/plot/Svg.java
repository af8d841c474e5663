package org.rowmark.report.plot;

import java.util.regex.Pattern;

/**
 * A writer of one plot as inline SVG. Text and attributes are escaped here, and only here; lengths have at most one
 * decimal. Colours and strokes are style classes. The markup is well-formed XML too.
 */
final class Svg {
    /** The part of a text that is at its place. */
    enum Anchor {
        START(""),
        MIDDLE(" text-anchor=\"middle\""),
        END(" text-anchor=\"end\"");

        private final String attribute;

        Anchor(String attribute) {
            this.attribute = attribute;
        }
    }

    /** Letters are 12.5 or 13 units high; drawn at this scale and above they are 11 px or more. */
    private static final double LEAST_SCALE = 0.88;

    private static final Pattern ID = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

    private final StringBuilder markup = new StringBuilder();
    private int open;

    private Svg() {}

    /** Returns a plot of fixed size, one of many in a table; it has no id. */
    static Svg fixed(String css, double width, double height, String title, String description) {
        Svg svg = new Svg();
        String size = Digits.length(width) + "\" height=\"" + Digits.length(height) + "\" viewBox=\"0 0 "
                + Digits.length(width) + ' ' + Digits.length(height);
        svg.markup
                .append("<svg role=\"img\" class=\"" + ("rp " + css).strip() + "\" width=\"" + size)
                .append("\"><title>" + PlotText.escape(title) + "</title><desc>")
                .append(PlotText.escape(description) + "</desc>");
        return svg;
    }

    /**
     * Returns a plot that is as wide as its place, between a width at which it can still be read and its own.
     *
     * @param id unique on the page; a letter, then letters, digits, {@code -} and {@code _}
     */
    static Svg scaling(String id, double width, double height, String title, String description) {
        return scaling(id, width, height, width, title, description);
    }

    /** Returns a plot as wide as its place, up to {@code widest} pixels. */
    static Svg scaling(String id, double width, double height, double widest, String title, String description) {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("not an id: " + PlotText.clean(id));
        }
        Svg svg = new Svg();
        svg.markup
                .append("<svg role=\"img\" class=\"rp scaling\" viewBox=\"0 0 ")
                .append(Digits.length(width) + ' ' + Digits.length(height))
                .append("\" style=\"max-width:" + Digits.length(widest) + "px;min-width:")
                .append(Digits.length(Math.ceil(width * LEAST_SCALE)) + "px\"")
                .append(" aria-labelledby=\"" + id + "-t " + id + "-d\"><title id=\"" + id + "-t\">")
                .append(PlotText.escape(title) + "</title><desc id=\"" + id + "-d\">")
                .append(PlotText.escape(description) + "</desc>");
        return svg;
    }

    /** Opens a group. */
    Svg group(String css) {
        markup.append("<g class=\"").append(PlotText.escape(css)).append("\">");
        open++;
        return this;
    }

    /** Closes the group opened last. */
    Svg end() {
        markup.append("</g>");
        open--;
        return this;
    }

    /** Draws a path, unless it is empty. */
    Svg path(String css, PathData path) {
        if (!path.isEmpty()) {
            markup.append("<path class=\"").append(PlotText.escape(css)).append("\" d=\"");
            markup.append(path).append("\"/>");
        }
        return this;
    }

    Svg text(String css, Anchor anchor, double x, double y, String text) {
        return label(css, anchor, x, y, text, Double.POSITIVE_INFINITY);
    }

    /** Writes a text, cut where it is wider than {@code most}; the whole of it is its tooltip. */
    Svg label(String css, Anchor anchor, double x, double y, String text, double most) {
        markup.append("<text class=\"" + PlotText.escape(css) + "\" x=\"" + Digits.length(x));
        markup.append("\" y=\"" + Digits.length(y) + "\"" + anchor.attribute + ">");
        String fitting = PlotText.fit(text, most);
        if (!fitting.equals(PlotText.clean(text))) {
            markup.append("<title>").append(PlotText.escape(text)).append("</title>");
        }
        markup.append(PlotText.escape(fitting)).append("</text>");
        return this;
    }

    /** Returns the whole plot. */
    String markup() {
        if (open != 0) {
            throw new IllegalStateException(open + " groups are open");
        }
        return markup + "</svg>";
    }
}

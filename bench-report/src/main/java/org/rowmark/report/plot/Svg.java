package org.rowmark.report.plot;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/**
 * Writes one plot as inline SVG. Text and attributes are escaped here, and only here; lengths have at most one decimal.
 * Colours and strokes are style classes. The markup is well-formed XML too.
 */
final class Svg {
    /** Which end of a text its place is. */
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
    private final Deque<String> open = new ArrayDeque<>();

    private Svg(String attributes, String title, String description) {
        markup.append("<svg role=\"img\" ").append(attributes).append(title).append(description);
    }

    /** A plot of fixed size, one of many in a table; it has no id. */
    static Svg fixed(String css, double width, double height, String title, String description) {
        String size = Digits.length(width) + "\" height=\"" + Digits.length(height) + "\" viewBox=\"0 0 "
                + Digits.length(width) + ' ' + Digits.length(height);
        return new Svg(
                "class=\"" + ("rp " + css).strip() + "\" width=\"" + size + "\">",
                "<title>" + PlotText.escape(title) + "</title>",
                "<desc>" + PlotText.escape(description) + "</desc>");
    }

    private static Svg scaling(String id, String size, String title, String description) {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("not an id: " + PlotText.clean(id));
        }
        String label = id + "-t";
        String details = id + "-d";
        return new Svg(
                "class=\"rp scaling\"" + size + " aria-labelledby=\"" + label + ' ' + details + "\">",
                "<title id=\"" + label + "\">" + PlotText.escape(title) + "</title>",
                "<desc id=\"" + details + "\">" + PlotText.escape(description) + "</desc>");
    }

    /**
     * A plot that is as wide as its place, between a width at which it can still be read and its own.
     *
     * @param id unique on the page; a letter, then letters, digits, {@code -} and {@code _}
     */
    static Svg scaling(String id, double width, double height, String title, String description) {
        return scaling(id, width, height, width, title, description);
    }

    /** The same for a plot that may grow to {@code widest} pixels. */
    static Svg scaling(String id, double width, double height, double widest, String title, String description) {
        String size = " viewBox=\"0 0 " + Digits.length(width) + ' ' + Digits.length(height) + "\" style=\"max-width:"
                + Digits.length(widest) + "px;min-width:" + Digits.length(Math.ceil(width * LEAST_SCALE)) + "px\"";
        return scaling(id, size, title, description);
    }

    /** Opens a group. */
    Svg group(String css) {
        markup.append("<g class=\"").append(PlotText.escape(css)).append("\">");
        open.push("</g>");
        return this;
    }

    /** Closes the group opened last. */
    Svg end() {
        markup.append(open.pop());
        return this;
    }

    /** Draws nothing if there is nothing in it. */
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

    /** A text that is cut where it is wider than {@code most}; the whole of it shows where the pointer rests on it. */
    Svg label(String css, Anchor anchor, double x, double y, String text, double most) {
        markup.append("<text class=\"")
                .append(PlotText.escape(css))
                .append("\" x=\"")
                .append(Digits.length(x));
        markup.append("\" y=\"")
                .append(Digits.length(y))
                .append('"')
                .append(anchor.attribute)
                .append('>');
        String fitting = PlotText.fit(text, most);
        if (!fitting.equals(PlotText.clean(text))) {
            markup.append("<title>").append(PlotText.escape(text)).append("</title>");
        }
        markup.append(PlotText.escape(fitting)).append("</text>");
        return this;
    }

    /** The whole plot. */
    String markup() {
        if (!open.isEmpty()) {
            throw new IllegalStateException(open.size() + " groups are open");
        }
        return markup + "</svg>";
    }
}

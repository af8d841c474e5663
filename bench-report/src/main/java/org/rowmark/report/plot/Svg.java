package org.rowmark.report.plot;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.rowmark.report.format.PlainText;

/**
 * A writer of one plot as inline SVG. Text and attributes are escaped here, and only here; lengths have at most one
 * decimal. Colours and strokes are style classes. The markup is well-formed XML too.
 */
final class Svg {
    /** Letters are 12.5 or 13 units high; drawn at this scale and above they are 11 px or more. */
    private static final double LEAST_SCALE = 0.88;

    private final StringBuilder markup = new StringBuilder();

    private Svg(String attributes, String id, String title, String description) {
        markup.append("<svg role=\"img\"" + attributes + "><title" + (id.isEmpty() ? "" : id + "-t\"") + ">");
        markup.append(escape(title) + "</title><desc" + (id.isEmpty() ? "" : id + "-d\"") + ">");
        markup.append(escape(description) + "</desc>");
    }

    /** Returns a plot of fixed size, one of many in a table; it has no id. */
    static Svg fixed(String css, double width, double height, String title, String description) {
        String size = lengths("width", width) + lengths("height", height) + lengths("viewBox", 0, 0, width, height);
        return new Svg(" class=\"" + ("rp " + css).strip() + "\"" + size, "", title, description);
    }

    /**
     * Returns a plot that is as wide as its place, from a width at which it can still be read to {@code widest} pixels.
     *
     * @param id unique on the page
     */
    static Svg scaling(String id, double width, double height, double widest, String title, String description) {
        String name = escape(id);
        String style = " style=\"max-width:" + PathData.length(widest) + "px;min-width:"
                + PathData.length(Math.ceil(width * LEAST_SCALE)) + "px\"";
        String labelled = " aria-labelledby=\"" + name + "-t " + name + "-d\"";
        String attributes = " class=\"rp scaling\"" + lengths("viewBox", 0, 0, width, height) + style + labelled;
        return new Svg(attributes, " id=\"" + name, title, description);
    }

    private static String lengths(String attribute, double... lengths) {
        String all = DoubleStream.of(lengths).mapToObj(PathData::length).collect(Collectors.joining(" "));
        return " " + attribute + "=\"" + all + "\"";
    }

    Svg group(String css) {
        return open("g", "class", css);
    }

    /**
     * Opens an element, which {@link #close} ends.
     *
     * @param attributes names, each followed by its value
     */
    Svg open(String tag, String... attributes) {
        markup.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            markup.append(' ' + attributes[i] + "=\"" + escape(attributes[i + 1]) + '"');
        }
        markup.append('>');
        return this;
    }

    Svg close(String tag) {
        markup.append("</").append(tag).append('>');
        return this;
    }

    /** Draws a group again, which is elsewhere. */
    Svg use(String css, String id) {
        return open("use", "class", css, "href", "#" + id).close("use");
    }

    /** Opens a square with coordinates of its own, of which a square part is visible. */
    Svg inset(double x, double y, double side, double left, double top, double visible) {
        String square = lengths("x", x) + lengths("y", y) + lengths("width", side) + lengths("height", side);
        markup.append("<svg" + square + lengths("viewBox", left, top, visible, visible) + ">");
        return this;
    }

    Svg end() {
        return close("g");
    }

    /** Draws a path, unless it is empty. */
    Svg path(String css, PathData path) {
        if (!path.isEmpty()) {
            markup.append("<path class=\"" + css + "\" d=\"").append(path).append("\"/>");
        }
        return this;
    }

    /** Writes a text, cut where it is wider than {@code most}; the whole of it is its tooltip. */
    Svg label(String css, Anchor anchor, double x, double y, String text, double most) {
        String clean = PlotText.clean(text);
        String fitting = PlainText.fit(clean, most, PlotText::width);
        String end =
                anchor == Anchor.START ? "" : " text-anchor=\"" + anchor.name().toLowerCase(Locale.ROOT) + "\"";
        String tooltip = fitting.equals(clean) ? "" : "<title>" + escape(text) + "</title>";
        markup.append("<text class=\"" + css + "\"" + lengths("x", x) + lengths("y", y) + end + ">" + tooltip);
        markup.append(escape(fitting) + "</text>");
        return this;
    }

    String markup() {
        return markup + "</svg>";
    }

    /** Returns a text that is safe as the text of an element and as an attribute's value. */
    private static String escape(String text) {
        return PlotText.clean(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}

package org.rowmark.report.plot;

import java.util.Collection;
import org.rowmark.report.format.PlainText;

/**
 * Text of a plot: names come from outside and may contain anything. Widths are estimates in units of the
 * drawing, rather too wide than too narrow, because the reader's font is unknown.
 */
final class PlotText {
    /** Size of labels, and of what {@link #width} assumes. */
    static final double SIZE = 13;

    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    private PlotText() {}

    /** Returns a text without characters that control its display, except the joiners that some scripts need. */
    static String clean(String text) {
        return PlainText.clean(text, c -> c == ZERO_WIDTH_JOINER || c == ZERO_WIDTH_NON_JOINER);
    }

    /** Returns the width of the widest of some texts, at most {@code most}. */
    static double widest(Collection<String> texts, double most) {
        return texts.stream()
                .mapToDouble(text -> Math.min(most, width(clean(text))))
                .max()
                .orElse(0);
    }

    /** Returns a text cleaned, and cut with an ellipsis where it is wider than {@code most}. */
    static String fit(String text, double most) {
        return PlainText.fit(clean(text), most, PlotText::width);
    }

    /** Returns the width of a text, estimated for letters of {@link #SIZE}. */
    static double width(String text) {
        return text.codePoints().mapToDouble(PlotText::width).sum();
    }

    /** Returns a text that is safe as the text of an element and as an attribute's value. */
    static String escape(String text) {
        return clean(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    private static double width(int codePoint) {
        if (PlainText.columns(codePoint) > 1) {
            return SIZE * 1.15;
        }
        if ("iljftrI.,:;|!'()[] ".indexOf(codePoint) >= 0) {
            return SIZE * 0.4;
        }
        return SIZE * ("mwMW@%…".indexOf(codePoint) >= 0 ? 0.98 : codePoint == '×' ? 0.8 : 0.62);
    }
}

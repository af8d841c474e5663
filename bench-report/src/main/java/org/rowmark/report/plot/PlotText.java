package org.rowmark.report.plot;

import java.util.Collection;

/**
 * Text as it may stand in a plot: names come from outside and may hold anything. Widths are estimates in units of the
 * drawing, on the wide side, because the font is the reader's.
 */
final class PlotText {
    /** Size of labels, and of what {@link #width} assumes. */
    static final double SIZE = 13;

    private static final String REPLACEMENT = "\uFFFD";
    private static final String CUT = "…";
    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;
    private static final int WIDE_FROM = 0x1100;
    private static final int SYMBOLS_FROM = 0x2000;
    private static final int SYMBOLS_TO = 0x2600;

    private PlotText() {}

    /**
     * Without what acts instead of being read: control characters, changes of the writing direction, lone surrogates
     * and what XML knows no character for.
     */
    static String clean(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (Character.getType(c)) {
                case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                    clean.append(Character.isWhitespace(c) ? " " : REPLACEMENT);
                case Character.FORMAT -> {
                    if (c == ZERO_WIDTH_JOINER || c == ZERO_WIDTH_NON_JOINER) {
                        clean.appendCodePoint(c);
                    } else {
                        clean.append(REPLACEMENT);
                    }
                }
                case Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED -> clean.append(REPLACEMENT);
                default -> clean.appendCodePoint(c);
            }
        });
        return clean.toString();
    }

    /** Width of the widest of some texts, at most {@code most}. */
    static double widest(Collection<String> texts, double most) {
        return texts.stream()
                .mapToDouble(text -> Math.min(most, width(clean(text))))
                .max()
                .orElse(0);
    }

    /** Cleaned, and cut with an ellipsis where it is wider than {@code most}. */
    static String fit(String text, double most) {
        String clean = clean(text);
        if (width(clean) <= most) {
            return clean;
        }
        StringBuilder fitting = new StringBuilder();
        double used = width(CUT);
        for (int c : clean.codePoints().toArray()) {
            used += width(c);
            if (used > most) {
                break;
            }
            fitting.appendCodePoint(c);
        }
        return fitting.toString().stripTrailing() + CUT;
    }

    /** Estimated for letters of {@link #SIZE}. */
    static double width(String text) {
        return text.codePoints().mapToDouble(PlotText::width).sum();
    }

    /** Safe as the text of an element and as an attribute's value. */
    static String escape(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        clean(text).codePoints().forEach(c -> {
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.appendCodePoint(c);
            }
        });
        return safe.toString();
    }

    /** {@code 1 round}, {@code 2 rounds}. */
    static String count(int n, String thing) {
        return n + " " + thing + (n == 1 ? "" : "s");
    }

    private static double width(int codePoint) {
        if (codePoint >= WIDE_FROM && !(codePoint >= SYMBOLS_FROM && codePoint < SYMBOLS_TO)) {
            return SIZE * 1.15;
        }
        if ("iljftrI.,:;|!'()[] ".indexOf(codePoint) >= 0) {
            return SIZE * 0.4;
        }
        return SIZE * ("mwMW@%…".indexOf(codePoint) >= 0 ? 0.98 : codePoint == '×' ? 0.8 : 0.62);
    }
}

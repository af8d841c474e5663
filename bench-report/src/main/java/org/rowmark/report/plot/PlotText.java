package org.rowmark.report.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.stream.Stream;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.format.PlainText;

/**
 * Text of a plot. Names come from outside and may contain anything; numbers are the same in every locale. Widths are
 * estimates in units of the drawing, rather too wide than too narrow, because the reader's font is unknown.
 */
final class PlotText {
    /** Size of labels, and of what {@link #width} assumes. */
    private static final double SIZE = 13;

    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;
    private static final MathContext SIGNIFICANT = new MathContext(3, RoundingMode.HALF_UP);

    /** From here on, and below the least, powers of ten are written. */
    private static final int MOST_EXPONENT = 7;

    private static final int LEAST_EXPONENT = -4;

    private PlotText() {}

    /** Returns a text without characters that control its display, except the joiners that some scripts need. */
    static String clean(String text) {
        return PlainText.clean(text, c -> c == ZERO_WIDTH_JOINER || c == ZERO_WIDTH_NON_JOINER);
    }

    /** Returns the width of the widest of some texts, at most {@code most}. */
    static double widest(Stream<String> texts, double most) {
        return Math.min(
                most, texts.mapToDouble(text -> width(clean(text))).max().orElse(0));
    }

    static double width(String text) {
        return text.codePoints().mapToDouble(PlotText::width).sum();
    }

    static double width(int codePoint) {
        if (PlainText.columns(codePoint) > 1) {
            return SIZE * 1.15;
        }
        if ("iljftrI.,:;|!'()[] ".indexOf(codePoint) >= 0) {
            return SIZE * 0.4;
        }
        return SIZE * ("mwMW@%…".indexOf(codePoint) >= 0 ? 0.98 : codePoint == '×' ? 0.8 : 0.62);
    }

    /** Returns a value with all its digits, where they are no more than seven: {@code 8,192}; else with three. */
    static String chosen(double value) {
        BigDecimal digits = BigDecimal.valueOf(value).stripTrailingZeros();
        return plain(digits.precision() <= MOST_EXPONENT ? digits : digits.round(SIGNIFICANT));
    }

    /** Returns a multiple of {@code step}, with the decimals in which it differs from its neighbours. */
    static String multiple(double value, double step) {
        int stepExponent = (int) Math.floor(Math.log10(step) + 1e-9);
        return plain(new BigDecimal(value).setScale(-stepExponent, RoundingMode.HALF_UP));
    }

    private static String plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        int exponent = stripped.precision() - stripped.scale() - 1;
        return exponent < LEAST_EXPONENT || exponent >= MOST_EXPONENT
                ? stripped.movePointLeft(exponent).toPlainString() + "e" + exponent
                : Numbers.grouped(stripped.toPlainString());
    }
}

package org.rowmark.report.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.rowmark.report.format.Numbers;

/** Numbers as plots print them, the same in every locale. */
final class Digits {
    private static final MathContext SIGNIFICANT = new MathContext(3, RoundingMode.HALF_UP);

    /** From here on, and below the inverse, powers of ten are written. */
    private static final int MOST_EXPONENT = 7;

    private static final int LEAST_EXPONENT = -4;

    private Digits() {}

    /**
     * Returns a length in tenths as text, as short as SVG allows: {@code 12}, {@code 12.5}, {@code .5}, {@code -.5}.
     */
    static String tenths(long tenths) {
        String sign = tenths < 0 ? "-" : "";
        long whole = Math.abs(tenths) / 10;
        long rest = Math.abs(tenths) % 10;
        return sign + (whole == 0 && rest != 0 ? "" : whole) + (rest == 0 ? "" : "." + rest);
    }

    /**
     * Returns the tenths of a length.
     *
     * @throws IllegalArgumentException if it is not finite: callers leave such values out
     */
    static long toTenths(double length) {
        if (!Double.isFinite(length)) {
            throw new IllegalArgumentException("a drawing has no place for " + length);
        }
        return Math.round(length * 10);
    }

    /** Returns a length with at most one decimal: {@code 12.5}. */
    static String length(double length) {
        return tenths(toTenths(length));
    }

    /**
     * Returns at most three significant digits without trailing zeros: {@code 12,300}, {@code 1.2}, {@code 1.23e-7}.
     */
    static String plain(double value) {
        return plain(new BigDecimal(value).round(SIGNIFICANT).stripTrailingZeros());
    }

    /** Returns the value of a parameter with all its digits, where they are no more than seven: {@code 8,192}. */
    static String chosen(double value) {
        BigDecimal digits = BigDecimal.valueOf(value).stripTrailingZeros();
        return digits.precision() <= MOST_EXPONENT ? plain(digits) : plain(value);
    }

    /** Returns a multiple of {@code step}, with the decimals in which it differs from its neighbours. */
    static String multiple(double value, double step) {
        int stepExponent = (int) Math.floor(Math.log10(step) + 1e-9);
        return plain(new BigDecimal(value)
                .setScale(-stepExponent, RoundingMode.HALF_UP)
                .stripTrailingZeros());
    }

    private static String plain(BigDecimal stripped) {
        int exponent = stripped.precision() - stripped.scale() - 1;
        return exponent < LEAST_EXPONENT || exponent >= MOST_EXPONENT
                ? stripped.movePointLeft(exponent).toPlainString() + "e" + exponent
                : Numbers.grouped(stripped.toPlainString());
    }
}

package org.rowmark.report.format;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.OptionalDouble;
import org.apache.commons.lang3.math.NumberUtils;
import org.rowmark.stats.Interval;

/** Numbers and times as the report prints them: the same in every locale and time zone. */
public final class Numbers {
    public static final String NONE = "–";

    private static final MathContext SCORE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
    private static final MathContext RAW_DIGITS = new MathContext(5, RoundingMode.HALF_UP);
    private static final MathContext PORTABLE_DIGITS = new MathContext(12, RoundingMode.HALF_UP);
    /** The greatest power of ten that a double holds exactly. */
    private static final int MOST_SCALE = 22;

    private static final DateTimeFormatter MINUTES =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Numbers() {}

    /** Returns three significant digits: {@code 12,300}, {@code 1.23}, {@code 0.00123}, {@code 1.23e-7}. */
    public static String score(double value) {
        return significant(value, SCORE_DIGITS);
    }

    /** Returns five significant digits, enough to check the report's arithmetic. */
    public static String raw(double value) {
        return significant(value, RAW_DIGITS);
    }

    /** Returns twelve significant digits: logarithms of different processors and JVMs agree in so many, not in all. */
    public static double portable(double value) {
        return rounded(value).doubleValue();
    }

    public static String portableText(double value) {
        return rounded(value).stripTrailingZeros().toString();
    }

    /** Rounds to twelve digits; by a multiplication, where that is exact enough, since a large report has millions. */
    private static BigDecimal rounded(double value) {
        int scale = PORTABLE_DIGITS.getPrecision() - 1 - (int) Math.floor(Math.log10(Math.abs(value)));
        return scale < 0 || scale > MOST_SCALE
                ? new BigDecimal(value).round(PORTABLE_DIGITS)
                : BigDecimal.valueOf(Math.round(value * Math.pow(10, scale)), scale);
    }

    /** Returns {@code 1.12×}. */
    public static String ratio(double ratio) {
        return Double.isFinite(ratio) ? score(ratio) + "×" : NONE;
    }

    /** Returns {@code 1.12× (1.07–1.17)}. */
    public static String ratio(Interval ratio) {
        return ratio(ratio.mean()) + " (" + range(ratio.low(), ratio.high()) + ")";
    }

    public static String range(double low, double high) {
        return Double.isFinite(low) && Double.isFinite(high) ? score(low) + "–" + score(high) : NONE;
    }

    /** Returns whether both ends are the same number as printed: then the range adds nothing. */
    public static boolean isPoint(double low, double high) {
        return low == high || score(low).equals(score(high));
    }

    /** Returns the ends of a score's interval; what cannot be negative starts at 0. */
    public static String range(Interval interval) {
        return range(Math.max(0, interval.low()), interval.high());
    }

    /** Returns the ends of an interval of what may be negative: {@code -0.12 to 0.34} where it is. */
    public static String signedRange(Interval interval) {
        return interval.low() < 0
                ? score(interval.low()) + " to " + score(interval.high())
                : range(interval.low(), interval.high());
    }

    public static String percent(double fraction) {
        String digits = score(fraction * 100);
        return (digits.contains(".") ? digits.replaceAll("\\.?0+$", "") : digits) + " %";
    }

    /** Returns {@code +21 %}, {@code -7 %}, and of less than a percent two decimals: {@code -0.64 %}. */
    public static String change(double fraction) {
        if (Math.abs(fraction) < 0.01) {
            return String.format(Locale.ROOT, "%+.2f %%", fraction * 100);
        }
        return (fraction > 0 ? "+" : "") + percent(fraction);
    }

    /** Returns the smallest difference that the comparison could have found, rounded up: {@code ≥ 2.1 %}. */
    public static String effect(OptionalDouble effect) {
        return effect.isPresent() && Double.isFinite(effect.getAsDouble())
                ? "≥ " + twoDigits(effect.getAsDouble(), RoundingMode.UP)
                : NONE;
    }

    /** Returns a percentage of two significant digits, since a noise is not known to more: {@code 1.4 %}. */
    public static String noise(double fraction) {
        return twoDigits(fraction, RoundingMode.HALF_UP);
    }

    private static String twoDigits(double fraction, RoundingMode mode) {
        return percent(new BigDecimal(fraction).round(new MathContext(2, mode)).doubleValue());
    }

    /** Returns the shortest digits of a number: {@code 99.9}, {@code 4096}. */
    public static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    public static String whole(long value) {
        return grouped(Long.toString(value));
    }

    public static String gibibytes(long bytes) {
        return score(bytes / (double) (1L << 30)) + " GiB";
    }

    /** Returns {@code 2026-11-20 09:15 UTC}. */
    public static String time(Instant when) {
        return MINUTES.format(when);
    }

    /** Returns {@code 1 round}, {@code 2 rounds}. */
    public static String count(int n, String thing) {
        return n + " " + thing + (n == 1 ? "" : "s");
    }

    /** Returns the number that a text is; empty where it is none, or not finite. */
    public static OptionalDouble parsed(String text) {
        double value = NumberUtils.toDouble(text, Double.NaN);
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    private static String significant(double value, MathContext digits) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        if (value == 0) {
            return "0";
        }
        BigDecimal rounded = new BigDecimal(value).round(digits);
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent < -4 || exponent > 11) {
            return String.format(Locale.ROOT, "%." + (digits.getPrecision() - 1) + "e", rounded)
                    .replace("e+", "e");
        }
        int decimals = Math.max(0, digits.getPrecision() - 1 - exponent);
        return grouped(rounded.setScale(decimals, RoundingMode.HALF_UP).toPlainString());
    }

    /**
     * Puts commas between the thousands. A formatter would take most of the time of a large report.
     *
     * @param plain digits, perhaps with a sign and a point: {@code -1234.5} becomes {@code -1,234.5}
     */
    public static String grouped(String plain) {
        int point = plain.indexOf('.');
        int end = point < 0 ? plain.length() : point;
        int first = plain.startsWith("-") ? 1 : 0;
        StringBuilder grouped = new StringBuilder(plain);
        for (int i = end - 3; i > first; i -= 3) {
            grouped.insert(i, ',');
        }
        return grouped.toString();
    }
}

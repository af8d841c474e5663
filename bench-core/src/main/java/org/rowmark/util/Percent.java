package org.rowmark.util;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A parser of parts of a whole: {@code 3%} or {@code 0.03}. */
public final class Percent {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*(%?)");

    private Percent() {}

    /** Reads a small difference, more than 0 and less than 1; refuses the ambiguous {@code 3}. */
    public static double parse(String option, String text) {
        return parse(option, text, "difference", "3% or 0.03");
    }

    /** Reads a part of something, which may be most of it. */
    public static double parsePart(String option, String text) {
        return parse(option, text, "part", "95% or 0.95");
    }

    private static double parse(String option, String text, String what, String example) {
        Matcher matcher = TEXT.matcher(text.strip());
        double value = Double.NaN;
        if (matcher.matches()) {
            BigDecimal number = new BigDecimal(matcher.group(1));
            value = (matcher.group(2).isEmpty() ? number : number.movePointLeft(2)).doubleValue();
        }
        if (!(value > 0 && value < 1)) {
            throw new UsageException(option + " '" + text + "': give a " + what
                    + " of more than 0 and less than 100%, such as " + example);
        }
        return value;
    }

    public static String text(double value) {
        return BigDecimal.valueOf(value).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
    }
}

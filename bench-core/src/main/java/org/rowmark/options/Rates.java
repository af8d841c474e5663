package org.rowmark.options;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.util.Choice;
import org.rowmark.util.UsageException;

/** Rates of an open loop as text: operations per second, or a part of the highest rate that was found. */
public final class Rates {
    /** Ends a rate that is a part of the highest one. */
    public static final String MAX = "max";

    private static final Pattern RATE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(" + MAX + ")?");

    private Rates() {}

    /** Reads rates that are separated by commas, and writes them in the shortest form. */
    static String parse(String where, String text) {
        List<String> rates = new ArrayList<>();
        for (String one : text.replace(" ", "").split(",", -1)) {
            Matcher rate = RATE.matcher(one);
            if (!rate.matches() || new BigDecimal(rate.group(1)).signum() == 0) {
                throw new UsageException(where + " '" + text + "': give operations per second above 0, such as 500, or"
                        + " parts of the rate that --find-max finds, such as 0.8max, several separated by commas");
            }
            String number = new BigDecimal(rate.group(1)).stripTrailingZeros().toPlainString();
            rates.add(number + (rate.group(2) == null ? "" : MAX));
        }
        return String.join(",", rates);
    }

    /** Returns whether any of the rates is a part of the highest one. */
    public static boolean areOfMax(String rates) {
        return rates.contains(MAX);
    }

    /** The intervals between the intended starts of operations in an open loop. */
    public enum Arrivals implements Choice {
        CONSTANT,
        /** Random ones, exponentially distributed, as of users who do not know of each other. */
        POISSON;
    }
}

package org.rowmark.stats;

import java.util.Locale;
import org.rowmark.stats.Comparison.Better;

/**
 * The ratio of two figures as in published tables: {@code 1.2x linux}. There is no interval and so no verdict.
 *
 * @param factor 1 or more
 */
public record Speedup(double factor, String winner) {

    public static Speedup of(String a, double ofA, String b, double ofB, Better better) {
        double ratio = better == Better.HIGHER ? ofB / ofA : ofA / ofB;
        return ratio > 1 ? new Speedup(ratio, b) : new Speedup(1 / ratio, a);
    }

    /**
     * Returns the text with one decimal, or two where one would show 1.0 or 1.1: {@code 2.5x linux}, {@code 1.06x
     * windows}.
     */
    public String words() {
        return times() + " " + winner;
    }

    /** Returns the text in the form {@code 2.5x (linux)}. */
    public String bracketed() {
        return times() + " (" + winner + ")";
    }

    private String times() {
        return String.format(Locale.ROOT, factor < 1.095 ? "%.2fx" : "%.1fx", factor);
    }
}

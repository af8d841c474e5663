package org.rowmark.options;

import org.rowmark.util.UsageException;

/**
 * The number of warm-up iterations of a fork, as users write it.
 *
 * @param iterations their number, or the largest that the run may choose
 * @param isAuto whether the run chooses it by the iterations of its rounds
 */
public record Warmups(int iterations, boolean isAuto) {
    private static final String AUTO = "auto";

    /** The most iterations of {@code auto}: of the default length, they are 20 s of each fork. */
    private static final int MOST = 20;

    /** With one, there is nothing to choose. */
    private static final int LEAST_MOST = 2;

    public static Warmups of(int iterations) {
        return new Warmups(iterations, false);
    }

    /** Reads {@code 5}, {@code auto} or {@code auto:30}. */
    static Warmups parse(String option, String text) {
        String stripped = text.strip();
        boolean isAuto = stripped.equals(AUTO) || stripped.startsWith(AUTO + ":");
        String number = isAuto ? stripped.substring(Math.min(stripped.length(), AUTO.length() + 1)) : stripped;
        int iterations = stripped.equals(AUTO) ? MOST : whole(number);
        if (iterations < (isAuto ? LEAST_MOST : 0)) {
            throw new UsageException(option + " '" + text + "': give a whole number of at least 0, " + AUTO
                    + " (as many as needed, at most " + MOST + "), or " + AUTO + ":N with N of at least " + LEAST_MOST);
        }
        return new Warmups(iterations, isAuto);
    }

    /** Returns the number, -1 for a text that is none. */
    private static int whole(String text) {
        return text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : -1;
    }

    public String text() {
        if (!isAuto) {
            return String.valueOf(iterations);
        }
        return iterations == MOST ? AUTO : AUTO + ":" + iterations;
    }
}

package org.rowmark.result.directory;

import java.time.Instant;
import java.time.LocalDate;

/** A parser of times as {@link Instant#toString} writes them, ten times as fast as the general one. */
final class InstantParser {
    private static final int SECONDS_END = "2026-11-20T09:15:00".length();
    private static final int SECONDS_OF_DAY = 86_400;

    private InstantParser() {}

    /** @throws java.time.DateTimeException if the text is no time */
    static Instant parse(String text) {
        int end = text.length() - 1;
        if (end < SECONDS_END || text.charAt(end) != 'Z' || text.charAt(4) != '-' || text.charAt(10) != 'T') {
            return Instant.parse(text);
        }
        try {
            LocalDate day = LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));
            int hours = digits(text, 11, 13);
            int minutes = digits(text, 14, 16);
            int seconds = digits(text, 17, 19);
            long second = day.toEpochDay() * SECONDS_OF_DAY + (hours * 60L + minutes) * 60 + seconds;
            return Instant.ofEpochSecond(second, nanos(text, end));
        } catch (NumberFormatException e) {
            return Instant.parse(text); // for its error message
        }
    }

    private static int digits(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }

    /** Returns the digits after the point as billionths. */
    private static long nanos(String text, int end) {
        if (end == SECONDS_END) {
            return 0;
        }
        long nanos = Integer.parseInt(text, SECONDS_END + 1, end, 10);
        for (int digits = end - SECONDS_END - 1; digits < 9; digits++) {
            nanos *= 10;
        }
        return nanos;
    }
}

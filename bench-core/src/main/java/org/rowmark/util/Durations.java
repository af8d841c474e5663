package org.rowmark.util;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as JMH writes them: {@code 500ms}, {@code 1s}, {@code 2m}. */
public final class Durations {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|min|h)");

    private static final List<String> UNITS = List.of("ns", "µs", "ms", "s");

    private Durations() {}

    public static Duration parse(String option, String text) {
        return find(text)
                .orElseThrow(() -> new UsageException(option + " '" + text + "': give a time such as 500ms, 1s or 2m"));
    }

    public static Optional<Duration> find(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String amount = matcher.group(1);
        return Optional.of(
                matcher.group(2).equals("ms")
                        ? Duration.ofMillis(Long.parseLong(amount))
                        : Duration.parse("PT" + amount + matcher.group(2).charAt(0)));
    }

    /** Returns the text that {@link #parse} reads, in the largest unit that is whole: {@code 5m}, {@code 90s}. */
    public static String text(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        if (seconds % 60 != 0 || seconds == 0) {
            return seconds + "s";
        }
        return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds / 60 + "m";
    }

    /** Formats a short time for people, with two significant digits: {@code 38 µs}, {@code 1.2 ms}. */
    public static String brief(long nanos) {
        BigDecimal value = BigDecimal.valueOf(nanos).round(new MathContext(2, RoundingMode.HALF_UP));
        int unit = Math.max(0, Math.min(UNITS.size() - 1, (value.precision() - value.scale() - 1) / 3));
        return value.movePointLeft(3 * unit).stripTrailingZeros().toPlainString() + " " + UNITS.get(unit);
    }

    /** Formats a time for people: {@code 4 min 5 s}, {@code 12 s}. */
    public static String words(Duration duration) {
        long seconds = Math.max(1, Math.round(duration.toMillis() / 1000.0));
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3600
                ? seconds / 60 + " min " + seconds % 60 + " s"
                : seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
    }
}

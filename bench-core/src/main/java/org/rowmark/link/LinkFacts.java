package org.rowmark.link;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The simulated link between a driver and its server.
 *
 * @param name of a preset, or one made of the values
 * @param bitsPerSecond its bandwidth in each direction; empty for no limit
 * @param measured what it did on the machine before the first round; empty in older runs, and where that failed
 */
public record LinkFacts(
        String name,
        long rttNanos,
        OptionalLong bitsPerSecond,
        long jitterNanos,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Measured> measured) {

    private static final double GIGABIT = 1e9;
    private static final double MEGABIT = 1e6;
    private static final int DIGITS = 3;

    /**
     * What a link did, beside a direct connection.
     *
     * @param addedP99Nanos how much later its 99th percentile was
     * @param bitsPerSecond that one connection received; empty if the link was measured in part, without it, because that
     *     would have taken too long
     * @param missed what was farther from what is set than it should be: {@code round trip}, {@code bandwidth}
     */
    public record Measured(long addedP50Nanos, long addedP99Nanos, OptionalDouble bitsPerSecond, List<String> missed) {
        public Measured {
            missed = List.copyOf(missed);
        }

        /** Describes it for people. */
        public String text() {
            String text = "adds " + micros(addedP50Nanos) + " at the median and " + micros(addedP99Nanos) + " at p99, "
                    + (bitsPerSecond.isEmpty() ? "measured in part: too slow for its bandwidth" : "passes " + passed());
            return missed.isEmpty() ? text : text + ", does not hold " + missedText();
        }

        /** Returns {@code 99.9 Mbit/s}, {@code not measured}. */
        public String passed() {
            return bitsPerSecond.stream().mapToObj(LinkFacts::rate).findFirst().orElse("not measured");
        }

        /** Returns {@code the round trip and the bandwidth}; empty if it misses nothing. */
        public String missedText() {
            return missed.stream().map("the "::concat).collect(Collectors.joining(" and "));
        }

        private static String micros(long nanos) {
            return Math.abs(nanos) >= 10_000_000
                    ? String.format(Locale.ROOT, "%.1f ms", nanos / 1e6)
                    : String.format(Locale.ROOT, "%.1f µs", nanos / 1e3);
        }
    }

    public LinkFacts {
        measured = Objects.requireNonNullElse(measured, Optional.empty());
    }

    /** Creates the facts of a link that is not measured. */
    public static LinkFacts of(LinkSpec link) {
        return new LinkFacts(
                link.name(),
                link.rtt().toNanos(),
                link.bandwidth(),
                link.jitter().toNanos());
    }

    /** Creates the facts of a link that is not measured. */
    public LinkFacts(String name, long rttNanos, OptionalLong bitsPerSecond, long jitterNanos) {
        this(name, rttNanos, bitsPerSecond, jitterNanos, Optional.empty());
    }

    public LinkFacts with(Measured found) {
        return new LinkFacts(name, rttNanos, bitsPerSecond, jitterNanos, Optional.of(found));
    }

    /** Returns {@code 99.9 Mbit/s}, {@code 20.8 Gbit/s}. */
    public static String rate(double bitsPerSecond) {
        boolean isFast = bitsPerSecond >= GIGABIT;
        BigDecimal value =
                BigDecimal.valueOf(bitsPerSecond / (isFast ? GIGABIT : MEGABIT)).round(new MathContext(DIGITS));
        return value.stripTrailingZeros().toPlainString() + (isFast ? " Gbit/s" : " Mbit/s");
    }

    /** Describes the link for people. */
    public String text() {
        String text = name + ": round trip " + time(rttNanos);
        if (bitsPerSecond.isPresent()) {
            text += ", " + plain(bitsPerSecond.getAsLong(), 6) + " Mbit/s";
        }
        return jitterNanos == 0 ? text : text + ", jitter " + time(jitterNanos);
    }

    private static String time(long nanos) {
        return nanos >= 1_000_000 ? plain(nanos, 6) + " ms" : plain(nanos, 3) + " µs";
    }

    private static String plain(long value, int decimals) {
        return BigDecimal.valueOf(value, decimals).stripTrailingZeros().toPlainString();
    }
}

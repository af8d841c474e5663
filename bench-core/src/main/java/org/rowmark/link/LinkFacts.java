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

/** The simulated link between a driver and its server, and what it did before the first round. */
public record LinkFacts(
        String name,
        long rttNanos,
        OptionalLong bitsPerSecond,
        long jitterNanos,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Measured> measured) {

    private static final double GIGABIT = 1e9;
    private static final double MEGABIT = 1e6;
    private static final int DIGITS = 3;

    /** What a link did beside a direct connection; the rate is empty if it takes too long, missed goals have names. */
    public record Measured(long addedP50Nanos, long addedP99Nanos, OptionalDouble bitsPerSecond, List<String> missed) {
        public Measured {
            missed = List.copyOf(missed);
        }

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

    public static LinkFacts of(LinkSpec link) {
        return new LinkFacts(
                link.name(),
                link.rtt().toNanos(),
                link.bandwidth(),
                link.jitter().toNanos());
    }

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

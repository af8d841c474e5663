package org.rowmark.result;

import java.math.BigDecimal;
import java.util.OptionalLong;

/**
 * The simulated link between a driver and its server.
 *
 * @param name of a preset, or one made of the values
 * @param rttNanos round-trip time that it adds
 * @param bitsPerSecond its bandwidth in each direction; empty for no limit
 * @param jitterNanos by which a round trip varies up and down
 */
public record LinkFacts(String name, long rttNanos, OptionalLong bitsPerSecond, long jitterNanos) {
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

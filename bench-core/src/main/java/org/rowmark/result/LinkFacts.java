package org.rowmark.result;

import java.math.BigDecimal;
import java.util.OptionalLong;
import org.rowmark.util.Durations;

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
        String text = name + ": round trip " + (rttNanos == 0 ? "0" : Durations.brief(rttNanos));
        if (bitsPerSecond.isPresent()) {
            text += ", " + BigDecimal.valueOf(bitsPerSecond.getAsLong(), 6).stripTrailingZeros().toPlainString()
                    + " Mbit/s";
        }
        return jitterNanos == 0 ? text : text + ", jitter " + Durations.brief(jitterNanos);
    }
}

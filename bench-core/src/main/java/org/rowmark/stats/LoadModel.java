package org.rowmark.stats;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Who decides when the next operation begins; it stands beside every percentile.
 *
 * @param perSecond operations asked for per second; empty in a closed loop
 */
public record LoadModel(OptionalDouble perSecond) {
    /** Each thread begins an operation when it is through with the last: a stall hides the operations it held up. */
    public static final LoadModel CLOSED = new LoadModel(OptionalDouble.empty());

    /** Operations begin by the clock, and waiting counts. */
    public static LoadModel open(double perSecond) {
        return new LoadModel(OptionalDouble.of(perSecond));
    }

    /** {@code closed loop} or {@code open loop at 500/s}. */
    public String words() {
        return perSecond.isEmpty()
                ? "closed loop"
                : String.format(Locale.ROOT, "open loop at %.0f/s", perSecond.getAsDouble());
    }
}

package org.rowmark.stats;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The model of load: the rule for when the next operation begins. Percentiles are shown with it.
 *
 * @param perSecond the rate of operations per second; empty in a closed loop
 */
public record LoadModel(OptionalDouble perSecond) {
    /** Each thread begins an operation when its last one has ended: a stall hides the operations that it delays. */
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

package org.rowmark.run.output;

/**
 * The progress of a run with a goal of precision: the width of the interval and not its position.
 *
 * @param halfWidth of its interval, relative to the ratio; infinite with fewer than two common rounds
 * @param target half-width that ends the run
 * @param predictedRounds after which it would be reached if the noise stays what it is; {@link Long#MAX_VALUE} if that
 *     is not known
 */
public record PrecisionProgress(String ratio, double halfWidth, double target, long predictedRounds) {}

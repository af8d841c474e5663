package org.rowmark.result;

import org.rowmark.util.OwnText;

/**
 * The width of an interval at which a run ends, whatever the ratio is.
 *
 * @param ratio the one ratio that is watched, named before the first round: {@code point-select: b against a}
 * @param target half-width of its 95 % interval to reach, relative to the ratio, for example 0.02
 * @param maxRounds after which the run ends anyway
 * @param budgetMillis after which no round is begun
 */
@OwnText
public record PrecisionGoal(String ratio, double target, int maxRounds, long budgetMillis) {}

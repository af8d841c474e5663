package org.rowmark.stats;

import java.time.Duration;
import java.util.Optional;

/**
 * The rule for stopping a run at a certain width of an interval. It is evaluated after every round and uses a {@link
 * Width} and a clock, never the comparison: stopping at the first "difference" finds one in a quarter of all runs
 * without any. Stopping by width from the eighth round on keeps the coverage of the interval between 93 and 95 %.
 *
 * @param target half-width to reach, for example 0.02
 * @param maxRounds after which it stops anyway, at least {@value #LEAST_ROUNDS}
 */
public record Precision(String ratio, double target, int maxRounds, Duration budget) {
    /** Rounds before the width is reliable: with fewer, runs stop that have little noise by chance. */
    public static final int LEAST_ROUNDS = 8;

    /** A run that would need more than so many times what it is allowed is hopeless. */
    private static final int HOPELESS = 3;

    /**
     * Returns whether, and why, to stop now.
     *
     * @param predicted rounds after which the target would be reached, if noise and failures stay as they are
     * @param rounds begun and ended so far, failed ones too
     * @return empty to go on
     */
    public Optional<StopReason> stop(Width width, long predicted, int rounds, Duration elapsed) {
        boolean mayJudge = width.rounds() >= LEAST_ROUNDS;
        if (mayJudge && width.relative() <= target) {
            return Optional.of(StopReason.PRECISION);
        }
        if (rounds >= maxRounds) {
            return Optional.of(width.rounds() < 2 ? StopReason.FAILED : StopReason.MAX_ROUNDS);
        }
        if (elapsed.compareTo(budget) >= 0) {
            return Optional.of(StopReason.BUDGET);
        }
        if (mayJudge && isHopeless(predicted, rounds, elapsed)) {
            return Optional.of(StopReason.HOPELESS);
        }
        return rounds >= LEAST_ROUNDS && width.rounds() < 2 ? Optional.of(StopReason.FAILED) : Optional.empty();
    }

    /** Predicts the rounds after which the target would be reached from the width, for rounds of equal noise. */
    public long predictedRounds(Width width, int rounds) {
        return (long) Math.ceil(width.roundsFor(target) * rounds / Math.max(1, width.rounds()));
    }

    private boolean isHopeless(long predicted, int rounds, Duration elapsed) {
        double nanos = (double) predicted / rounds * elapsed.toNanos();
        return predicted > (double) HOPELESS * maxRounds || nanos > (double) HOPELESS * budget.toNanos();
    }
}

package org.rowmark.run.output;

import java.time.Duration;

/**
 * The number of iterations per fork with which a goal of precision is reached soonest, as found by a pilot.
 *
 * @param pilot rounds of the pilot
 * @param halfWidth of the interval after them, relative to the ratio
 * @param betweenRounds standard deviation of the logarithm of the ratio between rounds of endless iterations
 * @param withinForks standard deviation of the logarithm of the score between iterations of a fork
 * @param iterations per fork
 * @param isChange whether the pilot had another number
 * @param isAdvice whether the run keeps the number that the user or the study set
 * @param rounds about as many to come with that number
 * @param time about as long
 * @param isAllowed whether rounds and time are within the limits of the run
 */
public record IterationPlan(
        int pilot,
        double halfWidth,
        double betweenRounds,
        double withinForks,
        int iterations,
        boolean isChange,
        boolean isAdvice,
        int rounds,
        Duration time,
        boolean isAllowed) {
    /** Returns whether the iterations change with the next round. */
    public boolean isFollowed() {
        return isChange && !isAdvice;
    }
}

package org.rowmark.stats;

import java.util.Optional;

/**
 * The value of a configuration in a round, made of the scores of its iterations: their mean, or, of turns, the whole
 * work over the whole time, in which slices that the machine slept through weigh little.
 */
public final class RoundValue {
    private final boolean isRate;
    private double sum;
    private int scores;
    private double work;
    private double time;

    /** @param isRate whether scores are operations per time, and not time per operation */
    public RoundValue(boolean isRate) {
        this.isRate = isRate;
    }

    /**
     * Adds an iteration; one without a score is left out.
     *
     * @param score NaN for none
     * @param measuredOperations of a turn the operations that the score is about; else 0
     */
    public void add(double score, long measuredOperations) {
        if (Double.isNaN(score)) {
            return;
        }
        sum += score;
        scores++;
        if (measuredOperations > 0) {
            work += measuredOperations;
            time += isRate ? measuredOperations / score : measuredOperations * score;
        }
    }

    /** Returns the value, empty without any score. */
    public Optional<Double> value() {
        if (scores == 0) {
            return Optional.empty();
        }
        if (work == 0) {
            return Optional.of(sum / scores);
        }
        return Optional.of(isRate ? work / time : time / work);
    }
}

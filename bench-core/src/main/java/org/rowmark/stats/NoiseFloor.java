package org.rowmark.stats;

/** The noise floor of a machine: the comparison of a target with itself, as two cells of every round. */
public record NoiseFloor(Comparison comparison) {
    /** Returns the half-width of the interval of a ratio after so many rounds, for example 0.011. */
    public double halfWidth(int rounds) {
        return Math.expm1(StudentT.twoSidedQuantile(StudentT.ALPHA, rounds - 1) * comparison.sd() / Math.sqrt(rounds));
    }

    /** Returns the smallest difference that so many rounds find four times out of five. */
    public double detectableEffect(int rounds) {
        return DetectableEffect.ofPairs(comparison.sd(), rounds);
    }

    /** Returns whether the interval contains 1, which one in twenty sound machines fails. */
    public boolean isQuiet() {
        return comparison.low() <= 1 && comparison.high() >= 1;
    }
}

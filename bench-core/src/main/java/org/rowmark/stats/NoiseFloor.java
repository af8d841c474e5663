package org.rowmark.stats;

/**
 * What a machine shows when there is nothing to see: a target against itself. Measured as a comparison, two cells of
 * every round.
 *
 * @param comparison of the two
 */
public record NoiseFloor(Comparison comparison) {
    public NoiseFloor {
        if (!comparison.hasInterval()) {
            throw new IllegalArgumentException("a noise floor takes two rounds or more");
        }
    }

    /** What the interval of a ratio ends above it after so many rounds, for example 0.011. */
    public double halfWidth(int rounds) {
        return Math.expm1(StudentT.twoSidedQuantile(StudentT.ALPHA, rounds - 1) * comparison.sd() / Math.sqrt(rounds));
    }

    /** The smallest difference that so many rounds find four times out of five. */
    public double detectableEffect(int rounds) {
        return DetectableEffect.ofPairs(comparison.sd(), rounds);
    }

    /** Whether the two were the same as far as the interval tells: of sound machines, one in twenty fails this. */
    public boolean isQuiet() {
        return comparison.low() <= 1 && comparison.high() >= 1;
    }
}

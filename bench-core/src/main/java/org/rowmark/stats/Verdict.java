package org.rowmark.stats;

import java.util.OptionalInt;
import java.util.function.IntPredicate;

/**
 * The verdict on a comparison in a word, by a margin δ below which a difference does not matter in practice.
 *
 * @param moreRounds for {@link Word#UNCLEAR}: about how many further rounds would settle it, if the ratio and the noise
 *     stay what they are and the run had the time; empty for other words and where {@value #MOST_ROUNDS} rounds, or those of
 *     all {@link Looks}, would not do
 */
public record Verdict(Word word, OptionalInt moreRounds) {
    /** The least rounds of a verdict: with fewer the interval depends on a guess of the noise. */
    public static final int LEAST_ROUNDS = 5;

    /** The limit of the search for a sufficient number of rounds. */
    public static final int MOST_ROUNDS = 1000;

    /** The words, for B compared with A. */
    public enum Word {
        /** The difference is established and the whole interval is above 1 + δ. */
        FASTER,
        /** The difference is established and the whole interval is below 1 / (1 + δ). */
        SLOWER,
        /** The difference is established, but not that it is more than δ. */
        FASTER_SIZE_UNSURE,
        /** The difference is established, but not that it is more than δ. */
        SLOWER_SIZE_UNSURE,
        /** The whole interval is between 1 / (1 + δ) and 1 + δ. */
        SAME,
        /** None of the others. */
        UNCLEAR,
        /** Fewer than {@link #LEAST_ROUNDS} rounds: there is no verdict. */
        TOO_FEW_ROUNDS
    }

    /**
     * @param adjustedP the comparison's p after {@link Holm} over its table; the difference is established below 0.05
     */
    public static Verdict of(Comparison comparison, double adjustedP, double margin) {
        Word word = word(comparison, adjustedP, margin);
        return new Verdict(
                word, word == Word.UNCLEAR ? moreRounds(comparison, adjustedP, margin) : OptionalInt.empty());
    }

    /** Returns the word alone, without the search for a sufficient number of rounds. */
    public static Word word(Comparison comparison, double adjustedP, double margin) {
        if (comparison.n() < LEAST_ROUNDS) {
            return Word.TOO_FEW_ROUNDS;
        }
        if (comparison.high() < 1 + margin && comparison.low() > 1 / (1 + margin)) {
            return Word.SAME;
        }
        if (adjustedP < StudentT.ALPHA) {
            if (comparison.ratio() > 1) {
                return comparison.low() > 1 + margin ? Word.FASTER : Word.FASTER_SIZE_UNSURE;
            }
            return comparison.high() < 1 / (1 + margin) ? Word.SLOWER : Word.SLOWER_SIZE_UNSURE;
        }
        return Word.UNCLEAR;
    }

    /**
     * Returns the smallest number of additional rounds with which the interval would either be inside the margin or,
     * widened by Holm's adjustment of this row, exclude 1. Degrees of freedom grow with the replicates, {@code df * (N
     * - 1) / (n - 1)} for N instead of n, which for pairs is {@code N - 1}.
     */
    private static OptionalInt moreRounds(Comparison comparison, double adjustedP, double margin) {
        double distance = Math.abs(comparison.logRatio());
        double room = Math.log1p(margin) - distance;
        double tests = Math.max(1, adjustedP / comparison.p());
        IntPredicate settles = n -> {
            Design design = comparison.design().reaching(n);
            double error = comparison.sd() / Math.sqrt(n);
            double df = comparison.df() * (n - 1) / (comparison.n() - 1);
            // a probability is found in a tenth of the time of a quantile
            return StudentT.twoSidedQuantile(design.level(n), df) * error < room
                    || design.p(StudentT.twoSidedP(distance / error, df), n) < StudentT.ALPHA / tests;
        };
        if (comparison.design().looks().isPresent()) {
            return Looks.ALL.all().stream()
                    .mapToInt(look -> look - comparison.n())
                    .filter(more -> more > 0 && settles.test(comparison.n() + more))
                    .findFirst();
        }
        if (!settles.test(MOST_ROUNDS)) {
            return OptionalInt.empty();
        }
        int tooFew = comparison.n();
        int enough = MOST_ROUNDS;
        while (enough - tooFew > 1) {
            int middle = (tooFew + enough) / 2;
            if (settles.test(middle)) {
                enough = middle;
            } else {
                tooFew = middle;
            }
        }
        return OptionalInt.of(Math.max(1, enough - comparison.n()));
    }
}

package org.rowmark.report.section;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Verdict;

/**
 * The mark that shows whether a published finding holds in this run.
 *
 * @param word the mark
 * @param detail why, or how far off; may be empty
 * @param moreRounds for {@link Word#UNCLEAR}, about how many further rounds would settle it; empty where they are too
 *     many, and for other words
 */
public record FindingMark(Word word, String detail, OptionalInt moreRounds) {
    FindingMark(Word word, String detail) {
        this(word, detail, OptionalInt.empty());
    }

    private static final String SLOWER = "slower";
    private static final String FASTER = "faster";

    /** The marks. */
    public enum Word {
        HOLDS,
        DOES_NOT,
        UNCLEAR,
        CANNOT;

        VerdictLabel label() {
            return switch (this) {
                case HOLDS -> new VerdictLabel("holds", "✓", "holds here", "");
                case DOES_NOT -> new VerdictLabel("differs", "✗", "does not", "");
                case UNCLEAR -> new VerdictLabel("open", "?", "unclear", "");
                case CANNOT -> new VerdictLabel("quiet", "–", "cannot be checked here", "");
            };
        }
    }

    /** Returns whether a published value is a ratio or a direction: only these can be compared with another machine. */
    static boolean isComparable(String value) {
        return ratio(value).isPresent() || value.equals(SLOWER) || value.equals(FASTER);
    }

    /** Returns whether the mark comes from a verdict, so that its test counts in the table's family. */
    static boolean needsVerdict(String value) {
        return isComparable(value) && ratio(value).orElse(1) == 1;
    }

    /**
     * Compares a published value with this run.
     *
     * @param value what was published, of the kind that {@link #isComparable}
     * @param ours the ratio here
     * @param adjustedP its p after Holm over the findings that need a verdict
     * @param margin δ
     */
    static FindingMark of(String value, FindingPairs.Ratio ours, double adjustedP, double margin) {
        Comparison comparison = ours.comparison();
        if (comparison.n() < Verdict.LEAST_ROUNDS) {
            int missing = Verdict.LEAST_ROUNDS - comparison.n();
            return new FindingMark(
                    Word.UNCLEAR,
                    "fewer than five rounds, at least " + Numbers.count(missing, "more round") + " needed",
                    OptionalInt.of(missing));
        }
        return needsVerdict(value)
                ? ofVerdict(value, ours, Verdict.of(comparison, adjustedP, margin), margin)
                : ofRatio(ratio(value).orElseThrow(), comparison, margin);
    }

    /** Returns the mark of a ratio other than 1, by the position of the interval. */
    private static FindingMark ofRatio(double published, Comparison ours, double margin) {
        double most = 1 + margin;
        boolean contains = ours.low() / most <= published && published <= ours.high() * most;
        boolean isOnOtherSide = published > 1 ? ours.low() < 1 / most : ours.high() > most;
        if (contains) {
            return isOnOtherSide ? unclear(moreRounds(published, ours, margin)) : new FindingMark(Word.HOLDS, "");
        }
        boolean hasDirection = ours.low() > 1 || ours.high() < 1;
        String ofPublished = ours.ratio() > 1 == published > 1 ? "same" : "other";
        return new FindingMark(
                Word.DOES_NOT, (hasDirection ? ofPublished : "no") + " direction, ours " + Numbers.ratio(ours.ratio()));
    }

    /** Returns the mark of a direction, and of the ratio 1, which means no difference. */
    private static FindingMark ofVerdict(String value, FindingPairs.Ratio ours, Verdict verdict, double margin) {
        boolean isSame = ratio(value).isPresent();
        String found = ours.comparison().ratio() > 1 == (ours.better() == Better.LOWER) ? SLOWER : FASTER;
        return switch (verdict.word()) {
            case UNCLEAR, TOO_FEW_ROUNDS -> unclear(verdict.moreRounds());
            case SAME ->
                isSame ? new FindingMark(Word.HOLDS, "") : new FindingMark(Word.DOES_NOT, VerdictLabel.same(margin));
            case FASTER, SLOWER -> isSame ? new FindingMark(Word.DOES_NOT, found) : directed(value, found);
            case FASTER_SIZE_UNSURE, SLOWER_SIZE_UNSURE ->
                isSame
                        ? new FindingMark(Word.UNCLEAR, found + ", but whether by more than the margin is unsure")
                        : directed(value, found);
        };
    }

    private static FindingMark directed(String published, String found) {
        return published.equals(found)
                ? new FindingMark(Word.HOLDS, found)
                : new FindingMark(Word.DOES_NOT, "other direction, " + found);
    }

    private static FindingMark unclear(OptionalInt moreRounds) {
        return new FindingMark(Word.UNCLEAR, VerdictLabel.moreRounds(moreRounds), moreRounds);
    }

    /**
     * Estimates how many further rounds are needed: the half-width of the interval is proportional to one over the root
     * of the rounds. They are enough when it no longer reaches beyond the margin on the other side of 1, or no longer
     * reaches the published ratio.
     */
    private static OptionalInt moreRounds(double published, Comparison ours, double margin) {
        double band = Math.log1p(margin);
        double side = published > 1 ? 1 : -1;
        double mean = side * Math.log(ours.ratio());
        double half = Math.log(ours.high() / ours.ratio());
        double enough = Math.max(mean + band, Math.abs(mean - side * Math.log(published)) - band);
        double rounds = enough > 0 ? Math.ceil(ours.n() * (half / enough) * (half / enough)) : Double.POSITIVE_INFINITY;
        return rounds <= Verdict.MOST_ROUNDS
                ? OptionalInt.of(Math.max(1, (int) rounds - ours.n()))
                : OptionalInt.empty();
    }

    private static OptionalDouble ratio(String value) {
        OptionalDouble ratio = Numbers.parsed(value);
        return ratio.orElse(0) > 0 ? ratio : OptionalDouble.empty();
    }
}

package org.rowmark.report.compare;

import java.time.Duration;
import java.util.OptionalInt;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Design;
import org.rowmark.stats.Looks;
import org.rowmark.stats.Verdict;
import org.rowmark.util.Durations;

/**
 * A verdict as it is printed, never by colour alone.
 *
 * @param detail an addition to the word, mostly empty
 */
public record VerdictLabel(String style, String shape, String word, String detail) {
    public static final String WORSE = "worse";

    public static final VerdictLabel NONE = new VerdictLabel("none", "", "", "");

    /**
     * Returns a verdict with the addition that its design requires, for example {@code one start}.
     *
     * @param perRound how long a round of what is compared takes; zero where that is not known
     * @param family the tests that it is one of, named where they alone make it unclear: 1 is outside of the interval
     */
    static VerdictLabel of(Verdict verdict, Comparison comparison, double margin, Duration perRound, String family) {
        Design design = comparison.design();
        String cap = design.unit().cap().isEmpty() ? "" : " (" + design.unit().cap() + ")";
        String asOneOf = comparison.low() > 1 || comparison.high() < 1 ? "as one of " + family + ", " : "";
        return switch (verdict.word()) {
            case FASTER -> new VerdictLabel("better", "▲", "faster" + cap, "");
            case SLOWER -> new VerdictLabel(WORSE, "▼", "slower" + cap, "");
            case FASTER_SIZE_UNSURE -> new VerdictLabel("better", "△", "faster" + cap, "size unsure");
            case SLOWER_SIZE_UNSURE -> new VerdictLabel(WORSE, "▽", "slower" + cap, "size unsure");
            case SAME -> new VerdictLabel("even", "=", "same within ±" + Numbers.percent(margin) + cap, "");
            case UNCLEAR ->
                new VerdictLabel(
                        "open", "?", "unclear" + cap, asOneOf + moreRounds(verdict.moreRounds(), design, perRound));
            case TOO_FEW_ROUNDS -> NONE;
        };
    }

    /**
     * Returns {@code ▲ faster}, {@code = same within ±3 %}, {@code ? unclear, about 7 more rounds, 5 min 36 s}; empty for
     * none.
     */
    public String text() {
        return word.isEmpty() ? "" : shape + " " + word + (detail.isEmpty() ? "" : ", " + detail);
    }

    /** Returns {@code 1.12× (1.07–1.17)}, without what is not known. */
    public static String ratio(Comparison comparison) {
        return Numbers.ratio(comparison.ratio())
                + (comparison.hasInterval() ? " (" + Numbers.range(comparison.low(), comparison.high()) + ")" : "");
    }

    /** @param rounds empty for more than a verdict predicts */
    private static String moreRounds(OptionalInt rounds, Design design, Duration perRound) {
        if (rounds.isEmpty()) {
            return "more than " + (design.looks().isPresent() ? Looks.ALL.last() : Verdict.MOST_ROUNDS)
                    + " rounds needed";
        }
        Duration time = perRound.multipliedBy(rounds.getAsInt());
        return "about " + Numbers.count(rounds.getAsInt(), "more round")
                + (time.isZero() ? " needed" : ", " + Durations.words(time));
    }
}

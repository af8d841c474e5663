package org.rowmark.stats;

import java.util.Map;
import java.util.TreeMap;
import org.rowmark.stats.Comparison.Better;

/**
 * A comparison of A and B where they cannot be interleaved: A, then B, then A again. The second measurement of A shows
 * whether the environment was stable. It detects a steady drift nearly always, a random walk in four of ten cases, and
 * corrects neither.
 *
 * @param comparison B against both measurements of A, unpaired
 * @param moved the second measurement of A against the first, unpaired
 */
public record BracketedControl(Comparison comparison, Comparison moved, State state) {

    /** The change of the control between its two measurements. */
    public enum State {
        HELD("the control held"),
        /** The data shows neither that it held nor that it moved. */
        UNSURE("whether the control held is unsure"),
        /** It moved; whether by more than the margin is not known. */
        MOVED("the control moved"),
        /** It moved by more than the margin: the comparison has no verdict. */
        INVALID("invalid: the environment drifted"),
        TOO_FEW("too few runs of the control to judge whether it held");

        private final String words;

        State(String words) {
            this.words = words;
        }

        /** Returns the text of a report before "by x %" and the interval of {@link BracketedControl#moved}. */
        public String words() {
            return words;
        }
    }

    public static BracketedControl of(
            Map<Integer, Double> first,
            Map<Integer, Double> b,
            Map<Integer, Double> last,
            Better better,
            double margin) {
        Map<Integer, Double> both = new TreeMap<>();
        first.values().forEach(value -> both.put(both.size(), value));
        last.values().forEach(value -> both.put(both.size(), value));
        Comparison comparison = Comparison.unpaired(both, b, better);
        Design bracketed =
                new Design(Design.Order.BRACKETED, comparison.design().unit());
        Comparison moved = Comparison.unpaired(first, last, better);
        return new BracketedControl(comparison.of(bracketed), moved, state(moved, margin));
    }

    /** Returns the state: within the margin, different from 1, or beyond the margin, as for any row. */
    private static State state(Comparison moved, double margin) {
        if (!moved.hasInterval()) {
            return State.TOO_FEW;
        }
        double most = 1 + margin;
        if (moved.low() > 1 / most && moved.high() < most) {
            return State.HELD;
        }
        if (moved.low() > most || moved.high() < 1 / most) {
            return State.INVALID;
        }
        return moved.low() > 1 || moved.high() < 1 ? State.MOVED : State.UNSURE;
    }
}

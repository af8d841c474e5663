package org.rowmark.report.section;

import java.util.Optional;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.PublishedFigures.Finding;

/**
 * A published finding beside what this run says of it.
 *
 * @param finding what was asked
 * @param value as published
 * @param unit of the value, in words
 * @param scope of what it was published
 * @param ours empty where it cannot be asked
 * @param mark whether it holds
 */
public record FindingRow(
        Finding finding, String value, String unit, String scope, Optional<FindingRatio> ours, FindingMark mark) {

    /** {@code tcp over services api}. */
    String name() {
        return finding.name().replace('_', ' ');
    }

    /** {@code 5.7 ratio of restore times}. */
    String published() {
        return unit.isEmpty() ? value : value + ", " + unit;
    }

    /** {@code 10.9× (10.4–11.5)}; that there is none, where it cannot be asked. */
    String oursText() {
        return ours.map(ratio -> VerdictLabel.ratio(ratio.comparison())).orElse(Numbers.NONE);
    }

    /** {@code 8 pairs, 5 rounds}, {@code 7 of 8 pairs, 5 rounds}; empty where it cannot be asked. */
    String extent() {
        return ours.map(ratio -> (ratio.pairs() < ratio.all() ? ratio.pairs() + " of " : "")
                        + Numbers.count(ratio.all(), "pair") + ", "
                        + Numbers.count(ratio.comparison().n(), "round"))
                .orElse("");
    }

    /** {@code same direction, ours 18×}, with what the mark must be followed by. */
    public String detail() {
        String cap = ours.map(FindingRatio::cap).orElse("");
        return cap.isEmpty() || mark.detail().isEmpty() ? cap + mark.detail() : mark.detail() + "; " + cap;
    }
}

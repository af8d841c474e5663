package org.rowmark.options;

import java.util.Locale;
import java.util.stream.Stream;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;

/** How the rounds of the targets lie in time. */
public enum RoundOrder {
    /** Every target in every round, so that what the machine does meanwhile is common to all. */
    INTERLEAVED(MeasurementMethod.INTERLEAVED),
    /**
     * The baseline, then the others, then the baseline again, for configurations that cannot be changed every few
     * minutes: the two visits tell whether the environment held still.
     */
    BRACKETED(MeasurementMethod.BRACKETED),
    /** Every target in every round, always in the order of the plan, as studies by hand do it. */
    SEQUENTIAL(MeasurementMethod.SEQUENTIAL);

    /** Two at each visit, or nothing can be said of the noise within a visit. */
    public static final int LEAST_BRACKETED = 4;

    private final String word;

    RoundOrder(String word) {
        this.word = word;
    }

    /** The word used in options, studies and run.json. */
    public String word() {
        return word;
    }

    /** @throws UsageException naming the accepted words */
    static RoundOrder parse(String option, String text) {
        return Stream.of(values())
                .filter(order -> order.word.equals(text.strip().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new UsageException(option + " '" + text + "'"
                        + Suggestions.suggestion(
                                text, Stream.of(values()).map(RoundOrder::word).toList())));
    }
}

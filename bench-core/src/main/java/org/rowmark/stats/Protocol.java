package org.rowmark.stats;

import java.util.Arrays;
import java.util.OptionalInt;
import org.rowmark.util.Choice;
import org.rowmark.util.UsageException;

/**
 * The protocol by which a published study makes one figure of several runs, so that its figures can be compared with
 * ours. Ours are by {@link #MEAN} unless a study has its own.
 */
public enum Protocol implements Choice {
    /** Every run counts. */
    MEAN("mean of all runs", OptionalInt.empty()),

    /**
     * A quick look without an interval: about twice the noise of a mean of ten, and three runs span the true median in
     * 75 of 100 cases only.
     */
    MEDIAN_OF_3("median of three runs", OptionalInt.of(3)),

    /** Ten runs, the fastest and the slowest dropped. It hides stalls, and stalls are often the finding. */
    TRIMMED_MEAN("mean of ten runs without the fastest and the slowest", OptionalInt.of(10)),

    /** Three passes in one server start, added up: one figure with unknown noise. */
    SUM_OF_3("sum of three passes", OptionalInt.of(3));

    private final String words;
    private final OptionalInt runs;

    Protocol(String words, OptionalInt runs) {
        this.words = words;
        this.runs = runs;
    }

    /** Returns the text for a report. */
    public String words() {
        return words;
    }

    /** Returns how many runs it takes; empty for any number. */
    public OptionalInt runs() {
        return runs;
    }

    /**
     * Returns the figure and, for protocols that have one, its 95 % interval.
     *
     * @throws IllegalArgumentException if the protocol takes another number of runs
     */
    public Interval of(double... values) {
        if (values.length != runs.orElse(values.length)) {
            throw new IllegalArgumentException(
                    "the " + words + " takes " + runs.getAsInt() + " runs, there are " + values.length);
        }
        return switch (this) {
            case MEAN -> Interval.ofMean(values);
            case MEDIAN_OF_3 -> Interval.unknown(CentralTendency.median(values), values.length);
            case TRIMMED_MEAN -> TrimmedMean.of(values, 1).interval();
            case SUM_OF_3 -> Interval.unknown(Arrays.stream(values).sum(), values.length);
        };
    }

    /** @throws UsageException if there is no protocol with that id */
    public static Protocol named(String id) {
        return Choice.parse("protocol", id, values());
    }
}

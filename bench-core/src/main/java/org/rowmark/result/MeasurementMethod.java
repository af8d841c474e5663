package org.rowmark.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;
import org.rowmark.util.OwnText;

/**
 * The method by which a run measures and stops, fixed before the first round: the field {@code method} of run.json.
 *
 * @param plannedRounds planned rounds; with a goal the maximum
 * @param margin δ, the difference that does not matter in practice, for example 0.03
 * @param goal what ends the run before its planned rounds, at looks that are planned; empty if nothing does
 * @param protocol id of the protocol that makes one figure of the rounds, for example {@code mean}
 * @param load who decides when the next operation begins, for example {@link #CLOSED_LOOP}
 * @param isAa whether two of the targets are one and the same, measured twice to see the machine's noise
 */
@OwnText
public record MeasurementMethod(
        int plannedRounds,
        double margin,
        Optional<Goal> goal,
        RoundOrder order,
        String protocol,
        String load,
        @JsonProperty("aa") boolean isAa) {
    /** The default of δ. */
    public static final double DEFAULT_MARGIN = 0.03;

    /** Each thread begins an operation when its last one has ended. */
    public static final String CLOSED_LOOP = "closed loop";

    /**
     * The state of its rows at which a run ends.
     *
     * @param looks the rounds of a row after which it is judged, ascending
     * @param precision half-width of the intervals to reach, relative to the ratio, for example 0.02; empty: a word
     * @param ratio the only row that must reach it: {@code point-select: b against a}; empty: all
     * @param budgetMillis the time of the run; empty: ten minutes after the first look
     */
    @OwnText
    public record Goal(
            List<Integer> looks, Optional<Double> precision, Optional<String> ratio, Optional<Long> budgetMillis) {}
}

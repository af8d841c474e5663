package org.rowmark.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.rowmark.util.OwnText;

/**
 * The method by which a run measures and stops, fixed before the first round: the field {@code method} of run.json.
 *
 * @param plannedRounds planned rounds; with a goal of precision the maximum
 * @param margin δ, the difference that does not matter in practice, for example 0.03
 * @param precision what ends the run before its planned rounds, empty if nothing does
 * @param protocol id of the protocol that makes one figure of the rounds, for example {@code mean}
 * @param load who decides when the next operation begins, for example {@link #CLOSED_LOOP}
 * @param isAa whether two of the targets are one and the same, measured twice to see the machine's noise
 */
@OwnText
public record MeasurementMethod(
        int plannedRounds,
        double margin,
        Optional<PrecisionGoal> precision,
        RoundOrder order,
        String protocol,
        String load,
        @JsonProperty("aa") boolean isAa) {
    /** The default of δ. */
    public static final double DEFAULT_MARGIN = 0.03;

    /** Each thread begins an operation when its last one has ended. */
    public static final String CLOSED_LOOP = "closed loop";

    /**
     * The width of an interval at which a run ends, whatever the ratio is.
     *
     * @param ratio the one ratio that is watched, named before the first round: {@code point-select: b against a}
     * @param target half-width of its 95 % interval to reach, relative to the ratio, for example 0.02
     */
    @OwnText
    public record PrecisionGoal(String ratio, double target, int maxRounds, long budgetMillis) {}
}

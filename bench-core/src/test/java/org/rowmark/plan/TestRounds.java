package org.rowmark.plan;

import java.util.Optional;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.RoundOrder;
import org.rowmark.stats.Protocol;

/** Rounds for tests. */
public final class TestRounds {
    private TestRounds() {}

    /** Plans interleaved rounds until a goal, with the defaults. */
    public static Rounds until(Rounds.Goal goal, int most) {
        return new Rounds(
                most,
                RoundOrder.INTERLEAVED,
                Optional.empty(),
                Protocol.MEAN,
                MeasurementMethod.DEFAULT_MARGIN,
                Optional.of(goal));
    }

    /** Plans so many interleaved rounds with the defaults. */
    public static Rounds of(int planned) {
        return new Rounds(
                planned,
                RoundOrder.INTERLEAVED,
                Optional.empty(),
                Protocol.MEAN,
                MeasurementMethod.DEFAULT_MARGIN,
                Optional.empty());
    }
}

package org.rowmark.run.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.rowmark.plan.Rounds;
import org.rowmark.plan.WatchedRatio;
import org.rowmark.result.PlannedCell;
import org.rowmark.run.output.RunListener.PrecisionProgress;
import org.rowmark.stats.Precision;
import org.rowmark.stats.StopReason;

class StoppingRuleTest {
    private static final List<PlannedCell> CELLS =
            List.of(cell(1, "a", "other"), cell(2, "b", "other"), cell(3, "a", "w"), cell(4, "b", "w"));

    private final AtomicLong nanos = new AtomicLong(17);

    @Test
    void ends_with_the_first_round_from_the_eighth_on_that_is_narrow_enough() {
        assertThat(reasons(0.01, 60, 1, 1)).hasSize(8).last().isEqualTo(Optional.of(StopReason.PRECISION));
    }

    /** Nobody can go on until a difference shows: what the run does is the same whatever the ratio is. */
    @Test
    void decides_the_same_whatever_the_ratio_is_and_whichever_of_the_two_is_faster() {
        List<Optional<StopReason>> equal = reasons(0.03, 60, 1, 1);

        assertThat(equal).hasSizeBetween(9, 40);
        assertThat(reasons(0.03, 60, 1, 3)).isEqualTo(equal);
        assertThat(reasons(0.03, 60, 1e6, 1)).isEqualTo(equal);
    }

    @Test
    void shows_how_wide_the_interval_is_and_how_many_rounds_it_will_take() {
        StoppingRule stopping = stopping(0.02, 60);
        stopping.measured(3, 1, 100);
        stopping.measured(4, 1, 200);
        assertThat(stopping.narrowing(1).halfWidth()).isInfinite();
        assertThat(stopping.narrowing(1).predictedRounds()).isEqualTo(Long.MAX_VALUE);

        stopping.measured(3, 2, 100);
        stopping.measured(4, 2, 202);
        PrecisionProgress narrowing = stopping.narrowing(2);
        // t(0.975, 1) * sd / sqrt(2) of ln 2 and ln 2.02 is 12.706 * 0.00703600 / 1.41421
        assertThat(narrowing.halfWidth()).isCloseTo(Math.expm1(0.063216), org.assertj.core.api.Assertions.within(1e-5));
        assertThat(narrowing.predictedRounds()).isEqualTo(21);
        assertThat(narrowing.ratio()).isEqualTo("w: b against a");
    }

    @Test
    void counts_only_rounds_in_which_both_cells_of_the_ratio_were_measured() {
        StoppingRule stopping = stopping(0.5, 9);
        for (int round = 1; round <= 8; round++) {
            stopping.measured(1, round, 100);
            stopping.measured(2, round, 100);
            stopping.measured(3, round, 100);
        }
        stopping.measured(4, 8, 100);

        assertThat(stopping.narrowing(8).halfWidth()).isInfinite();
        assertThat(stopping.after(8)).contains(StopReason.FAILED);
    }

    @Test
    void begins_no_round_when_the_time_is_used_up() {
        StoppingRule stopping = stopping(0.001, 60);
        nanos.addAndGet(Duration.ofMinutes(9).toNanos());
        assertThat(stopping.after(1)).isEmpty();

        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(stopping.after(2)).contains(StopReason.BUDGET);
    }

    private List<Optional<StopReason>> reasons(double target, int most, double factorOfA, double factorOfB) {
        Random random = new Random(4);
        double noise = target == 0.01 ? 0.001 : 0.05;
        StoppingRule stopping = stopping(target, most);
        List<Optional<StopReason>> reasons = new ArrayList<>();
        for (int round = 1; round <= most; round++) {
            stopping.measured(3, round, factorOfA * Math.exp(noise * random.nextGaussian()));
            stopping.measured(4, round, factorOfB * Math.exp(noise * random.nextGaussian()));
            reasons.add(stopping.after(round));
            if (reasons.get(round - 1).isPresent()) {
                break;
            }
        }
        return reasons;
    }

    private StoppingRule stopping(double target, int most) {
        WatchedRatio ratio = new WatchedRatio("w", Map.of(), "b", "a");
        return new StoppingRule(
                new Rounds.Goal(ratio, new Precision(ratio.name(), target, most, Duration.ofMinutes(10))),
                CELLS,
                nanos::get);
    }

    private static PlannedCell cell(int number, String target, String workload) {
        return new PlannedCell(number, target, workload, "", Map.of());
    }
}

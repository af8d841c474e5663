package org.rowmark.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Requests;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.Timing;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RoundOrder;
import org.rowmark.run.output.RunListener.TurnPlan;

/** Turns of two cells, 60 of 50 ms planned for each. */
class TurnPlannerTest {
    private final RunRequest request = request();
    private final List<PlannedCell> group = Plan.of(request).cells();
    private final PlannedCell fast = group.get(0);
    private final PlannedCell slow = group.get(1);
    private final TurnPlanner planner = new TurnPlanner(request);

    @Test
    void takes_the_planned_turns_where_none_was_measured() {
        assertThat(planner.timing(group, request.steadyTiming())).isEqualTo(request.steadyTiming());
        assertThat(planner.timing(group, request.steadyTiming()).iterations()).isEqualTo(60);
    }

    @Test
    void takes_the_planned_turns_where_none_was_longer() {
        planner.measured(fast, millis(49, 50, 900));
        planner.measured(slow, millis(50, 50));

        assertThat(planner.timing(group, request.steadyTiming()).iterations()).isEqualTo(60);
        assertThat(planner.after(1, group, request.steadyTiming())).isEmpty();
    }

    @Test
    void takes_as_many_turns_of_all_as_fit_into_the_time_of_all() {
        planner.measured(fast, millis(50, 50, 50));
        planner.measured(slow, millis(450, 430, 2000));

        Timing timing = planner.timing(group, request.steadyTiming());
        assertThat(timing.iterations()).isEqualTo(2 * 3000 / (50 + 450));
        assertThat(timing.time()).isEqualTo(Duration.ofMillis(50));
        assertThat(planner.after(1, group, request.steadyTiming()))
                .contains(new TurnPlan(
                        "answers how=well", 2, 12, 60, Duration.ofMillis(250), Duration.ofMillis(48 * (50 + 450))));
        assertThat(planner.after(2, group, timing)).isEmpty();
    }

    @Test
    void gives_every_round_the_same_weight() {
        planner.measured(slow, millis(450, 450, 450, 450, 450, 450));
        planner.measured(slow, millis(150));
        planner.measured(slow, millis(150));

        assertThat(planner.timing(List.of(slow), request.steadyTiming()).iterations())
                .isEqualTo(3000 / 150);
    }

    @Test
    void takes_three_turns_at_least_unless_fewer_were_planned() {
        planner.measured(slow, millis(9000));
        Timing one = new Timing(0, Duration.ofSeconds(1), 1, Duration.ofMillis(50));
        TurnPlanner ofOne = new TurnPlanner(request.with(one));
        ofOne.measured(slow, millis(9000));

        assertThat(planner.timing(group, request.steadyTiming()).iterations()).isEqualTo(3);
        assertThat(ofOne.timing(group, request.steadyTiming()).iterations()).isEqualTo(1);
    }

    private static List<Duration> millis(long... lengths) {
        return Arrays.stream(lengths).mapToObj(Duration::ofMillis).toList();
    }

    private static RunRequest request() {
        RunOptions options = RunOptions.NONE
                .workloads(List.of("answers"))
                .targets(List.of("h2-mem", "sqlite"))
                .parameter("how=well")
                .with(RunOption.ORDER, RoundOrder.TURNS);
        return Requests.request(options);
    }
}

package org.rowmark.run.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.rowmark.plan.Requests.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Warmups;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.ChangedIterations;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;
import org.rowmark.run.FakeForks;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.IterationPlan;
import org.rowmark.run.output.PrecisionProgress;
import org.rowmark.run.output.RunListener;

/** The pilot of a run with a goal, and what becomes of its plan. */
class IterationPlannerTest {
    private static final int ROUNDS = 12;

    @TempDir
    Path temp;

    private final List<IterationPlan> plans = new ArrayList<>();
    private final List<PrecisionProgress> narrowings = new ArrayList<>();

    @Test
    void more_iterations_follow_the_pilot_where_iterations_differ_and_forks_do_not() throws IOException {
        RunRecord record = run(options(), noisy(0, 0.2, 1));

        assertThat(plans).singleElement().satisfies(plan -> {
            assertThat(plan.pilot()).isEqualTo(5);
            assertThat(plan.withinForks()).isBetween(0.1, 0.3);
            assertThat(plan.iterations()).isGreaterThan(10);
            assertThat(plan.isFollowed()).isTrue();
            assertThat(plan.rounds()).isGreaterThanOrEqualTo(3);
            assertThat(plan.time()).isGreaterThanOrEqualTo(Duration.ofMillis(20L * plan.iterations() * plan.rounds()));
        });
        int iterations = plans.get(0).iterations();
        assertThat(record.manifest().progress().planned()).contains(new ChangedIterations(6, iterations));
        assertThat(record.manifest().sampling().iterations()).isEqualTo(3);
        for (int cell = 1; cell <= 2; cell++) {
            assertThat(measured(record, cell, 5)).isEqualTo(3);
            assertThat(measured(record, cell, 6)).isEqualTo(iterations);
            assertThat(measured(record, cell, 8)).isEqualTo(iterations);
        }
    }

    @Test
    void one_iteration_is_enough_where_only_forks_differ() throws IOException {
        RunRecord record = run(options(), noisy(0.2, 0.001, 2));

        assertThat(record.manifest().progress().planned()).contains(new ChangedIterations(6, 1));
        assertThat(measured(record, 2, 7)).isOne();
    }

    /** Nobody can go on until a difference shows: the plan is the same whatever the ratio is. */
    @Test
    void is_the_same_whatever_the_ratio_is() throws IOException {
        run(options().with(RunOption.OUT, temp.resolve("first")), noisy(0.05, 0.1, 1));
        run(options().with(RunOption.OUT, temp.resolve("second")), noisy(0.05, 0.1, 7));

        assertThat(plans).hasSize(2);
        assertThat(plans.get(1).withinForks()).isCloseTo(plans.get(0).withinForks(), within(1e-9));
        assertThat(plans.get(1).betweenRounds()).isCloseTo(plans.get(0).betweenRounds(), within(1e-9));
    }

    @Test
    void the_rounds_to_come_are_predicted_with_their_own_noise() throws IOException {
        run(options().with(RunOption.PRECISION, 0.08), noisy(0, 0.2, 1));

        assertThat(plans.get(0).isAllowed()).isTrue();
        int expected = 5 + plans.get(0).rounds();
        assertThat(narrowings.get(5).predictedRounds()).isBetween(expected - 4L, expected + 4L);
    }

    @Test
    void stays_advice_where_the_iterations_were_set() throws IOException {
        RunRecord record = run(options().with(RunOption.ITERATIONS, 2), noisy(0, 0.2, 1));

        assertThat(plans).singleElement().satisfies(plan -> {
            assertThat(plan.iterations()).isGreaterThan(2);
            assertThat(plan.isAdvice()).isTrue();
            assertThat(plan.isAllowed()).isFalse();
            assertThat(plan.isFollowed()).isFalse();
        });
        assertThat(record.manifest().progress().planned()).isEmpty();
        assertThat(measured(record, 1, 6)).isEqualTo(2);
    }

    @Test
    void needs_two_iterations_whose_difference_is_that_of_the_ratio() {
        Plan one = plan(options().with(RunOption.ITERATIONS, 1));
        Plan turns =
                plan(options().with(RunOption.ORDER, RoundOrder.TURNS).with(RunOption.SLICE, Duration.ofMillis(5)));
        Plan without = plan(RunOptions.NONE.workloads(List.of("answers")).targets(List.of("h2-mem")));

        assertThat(List.of(one, turns, without))
                .allSatisfy(plan ->
                        assertThat(IterationPlanner.of(plan, System::nanoTime)).isEmpty());
    }

    @Test
    void a_fork_that_iterates_longer_may_take_longer() {
        RunRequest request = plan(options()).request();

        assertThat(request.with(request.timing().withIterations(50)).limit())
                .isEqualTo(request.limit().plus(Duration.ofMillis(470)));
        assertThat(request.with(request.timing().withIterations(1)).limit()).isEqualTo(request.limit());
    }

    private RunOptions options() {
        return RunOptions.NONE
                .workloads(List.of("answers"))
                .targets(List.of("h2-mem", "h2"))
                .parameters(Map.of("how", List.of("well")))
                .with(RunOption.PRECISION, 0.01)
                .with(RunOption.MAX_ROUNDS, ROUNDS)
                .with(RunOption.WARMUPS, Warmups.of(0))
                .with(RunOption.TIME, Duration.ofMillis(10))
                .with(RunOption.OUT, temp.resolve("out"))
                .with(RunOption.DATA_DIR, temp.resolve("data"));
    }

    private RunRecord run(RunOptions options, Fork.Measuring forks) throws IOException {
        RunListener listener = new RunListener() {
            @Override
            public void planned(IterationPlan plan) {
                plans.add(plan);
            }

            @Override
            public void narrowed(int round, PrecisionProgress narrowing) {
                narrowings.add(narrowing);
            }
        };
        return FakeForks.run(plan(options), listener, forks);
    }

    /** Forks whose noise is the same in each run, for the second target times a factor. */
    private static FakeForks noisy(double betweenForks, double withinForks, double factor) {
        return new FakeForks((cell, time, iterations) -> {
            Random random = new Random(100L * cell.number() + time);
            double fork = betweenForks * random.nextGaussian();
            return random.doubles(iterations)
                    .map(any ->
                            (cell.number() == 2 ? factor : 1) * Math.exp(fork + withinForks * random.nextGaussian()))
                    .toArray();
        });
    }

    private static long measured(RunRecord record, int cell, int round) {
        return record.samples().stream()
                .filter(sample -> sample.cell() == cell && sample.round() == round)
                .count();
    }
}

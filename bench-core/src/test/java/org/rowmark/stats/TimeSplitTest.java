package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TimeSplitTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void finds_the_variances_that_made_the_scores() {
        TimeSplit split = TimeSplit.of(scores(0.03, 0.10, 1), scores(0.04, 0.10, 2));

        assertThat(Math.sqrt(split.betweenRounds())).isCloseTo(0.05, within(0.003));
        assertThat(Math.sqrt(split.withinForks())).isCloseTo(Math.sqrt(2) * 0.10, within(0.003));
    }

    @Test
    void shows_nothing_of_the_ratio() {
        Map<Integer, double[]> a = scores(0.03, 0.10, 1);
        Map<Integer, double[]> b = scores(0.04, 0.10, 2);
        Map<Integer, double[]> faster = new TreeMap<>(b);
        faster.replaceAll(
                (round, scores) -> Arrays.stream(scores).map(score -> 5 * score).toArray());

        TimeSplit split = TimeSplit.of(a, b);

        for (TimeSplit other : List.of(TimeSplit.of(a, faster), TimeSplit.of(b, a))) {
            assertThat(other.betweenRounds()).isCloseTo(split.betweenRounds(), within(1e-12));
            assertThat(other.withinForks()).isCloseTo(split.withinForks(), within(1e-12));
        }
    }

    @Test
    void takes_rounds_of_different_numbers_of_iterations_together() {
        Map<Integer, double[]> a = scores(0.03, 0.10, 1);
        Map<Integer, double[]> b = scores(0.04, 0.10, 2);
        a.replaceAll((round, scores) -> round % 2 == 0 ? scores : Arrays.copyOf(scores, 1));
        b.replaceAll((round, scores) -> round % 2 == 0 ? scores : Arrays.copyOf(scores, 1));

        TimeSplit split = TimeSplit.of(a, b);

        assertThat(Math.sqrt(split.betweenRounds())).isCloseTo(0.05, within(0.005));
        assertThat(Math.sqrt(split.withinForks())).isCloseTo(Math.sqrt(2) * 0.10, within(0.003));
    }

    @Test
    void iterations_do_not_help_against_what_differs_between_rounds() {
        TimeSplit.Plan plan = plan(new TimeSplit(0.01, 0.0001), 0.02, 1);

        assertThat(plan.iterations()).isOne();
    }

    /** The optimum of Kalibera and Jones, sqrt(cost of a round / cost of an iteration * within / between). */
    @Test
    void a_costly_start_is_worth_more_iterations() {
        TimeSplit split = new TimeSplit(0.01, 0.04);

        assertThat(plan(split, 0.005, 4).iterations()).isBetween(3, 5);
        assertThat(plan(split, 0.005, 100).iterations()).isBetween(18, 22);
    }

    @Test
    void fewer_rounds_than_are_allowed_are_worth_more_iterations() {
        TimeSplit split = new TimeSplit(0.0001, 0.04);
        Precision precision = new Precision("b against a", 0.03, 30, Duration.ofHours(1));

        TimeSplit.Plan plan =
                split.plan(precision, List.of(), Duration.ZERO, new TimeSplit.Cost(Duration.ZERO, SECOND));

        assertThat(plan.rounds()).isLessThanOrEqualTo(30);
        assertThat(plan.iterations()).isBetween(7, 9);
        assertThat(plan(split, 0.03, 0).rounds()).isGreaterThan(30);
    }

    @Test
    void a_pilot_counts_with_its_own_variance() {
        TimeSplit split = new TimeSplit(0.0001, 0.04);
        int all = split.furtherRounds(0.02, List.of(), 9);

        assertThat(split.furtherRounds(0.02, Collections.nCopies(5, 9), 9)).isEqualTo(all - 5);
        assertThat(split.furtherRounds(0.02, Collections.nCopies(5, 3), 9)).isBetween(all - 4, all + 10);
    }

    @Test
    void a_plan_reaches_its_precision() {
        Random random = new Random(3);
        TimeSplit split = new TimeSplit(0.0025, 0.01);
        TimeSplit.Plan plan = plan(split, 0.02, 3);
        double sum = 0;
        for (int run = 0; run < 1000; run++) {
            Map<Integer, Double> rounds = new TreeMap<>();
            for (int round = 0; round < plan.rounds(); round++) {
                double variance = 0.0025 + 0.01 / plan.iterations();
                rounds.put(round, Math.sqrt(variance) * random.nextGaussian());
            }
            Comparison found = Comparison.ofLogRatios(rounds);
            sum += Math.log(found.high() / found.low()) / 2;
        }
        assertThat(Math.expm1(sum / 1000)).isCloseTo(0.02, within(0.0007));
        assertThat(plan.time()).isEqualTo(SECOND.multipliedBy((3L + plan.iterations()) * plan.rounds()));
    }

    @Test
    void no_plan_has_fewer_rounds_than_an_interval_needs() {
        assertThat(plan(new TimeSplit(0, 0), 0.02, 1)).isEqualTo(new TimeSplit.Plan(1, 8, SECOND.multipliedBy(16)));
    }

    private static TimeSplit.Plan plan(TimeSplit split, double target, int secondsPerRound) {
        Precision precision = new Precision("b against a", target, 100_000, Duration.ofDays(1000));
        TimeSplit.Cost cost = new TimeSplit.Cost(SECOND.multipliedBy(secondsPerRound), SECOND);
        return split.plan(precision, List.of(), Duration.ZERO, cost);
    }

    private static Map<Integer, double[]> scores(double betweenForks, double withinForks, long seed) {
        Random random = new Random(seed);
        Map<Integer, double[]> scores = new TreeMap<>();
        for (int round = 1; round <= 2000; round++) {
            double fork = betweenForks * random.nextGaussian();
            scores.put(
                    round,
                    random.doubles(4)
                            .map(any -> 1000 * Math.exp(fork + withinForks * random.nextGaussian()))
                            .toArray());
        }
        return scores;
    }
}

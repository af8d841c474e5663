package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
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
    void iterations_do_not_help_against_what_differs_between_rounds() {
        TimeSplit.Plan plan = new TimeSplit(0.01, 0.0001).plan(0.02, 8, SECOND, SECOND);

        assertThat(plan.iterations()).isOne();
    }

    /** The optimum of Kalibera and Jones, sqrt(cost of a round / cost of an iteration * within / between). */
    @Test
    void a_costly_start_is_worth_more_iterations() {
        TimeSplit split = new TimeSplit(0.01, 0.04);

        assertThat(split.plan(0.005, 8, SECOND.multipliedBy(4), SECOND).iterations())
                .isBetween(3, 5);
        assertThat(split.plan(0.005, 8, SECOND.multipliedBy(100), SECOND).iterations())
                .isBetween(18, 22);
    }

    @Test
    void a_plan_reaches_its_precision() {
        Random random = new Random(3);
        TimeSplit split = new TimeSplit(0.0025, 0.01);
        TimeSplit.Plan plan = split.plan(0.02, 8, SECOND.multipliedBy(3), SECOND);
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
        assertThat(new TimeSplit(0, 0).plan(0.02, 8, SECOND, SECOND))
                .isEqualTo(new TimeSplit.Plan(1, 8, SECOND.multipliedBy(16)));
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

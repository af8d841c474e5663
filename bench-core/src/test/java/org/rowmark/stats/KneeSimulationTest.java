package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.stats.Comparison.Better;

/**
 * How often the knee of a curve is found, missed or put too low, beside the rule that compares each value with the next
 * one instead of one twice as large. The curve is that of an OLTP mix by memory in docs/evidence/memory.md, whose true
 * knee is 256; the logarithm of a round's ratio of two values has a standard deviation of 0.03. Every test prints what
 * it found.
 */
@Tag("slow")
class KneeSimulationTest {
    private static final int RUNS = 4000;
    private static final double MARGIN = 0.03;
    private static final double NOISE = 0.03 / Math.sqrt(2);
    private static final List<Double> VALUES = List.of(32.0, 64.0, 128.0, 256.0, 384.0, 512.0);
    private static final double KNEE = 256;

    /** 99.9 % point of a binomial with 4000 trials of 2.5 %: {@code binom.ppf(.999, 4000, .025) / 4000}. */
    private static final double MOST_FALSE = 0.0330;

    @ParameterizedTest
    @ValueSource(ints = {5, 10, 20})
    void doublings_find_a_knee_that_neighbours_miss_and_seldom_one_too_low(int rounds) {
        double[] levels = {543, 1140, 1680, 1880, 1880, 1880};
        Found doublings = simulate(levels, rounds, true);
        Found neighbours = simulate(levels, rounds, false);

        doublings.print("knee at 256, " + rounds + " rounds, doublings");
        neighbours.print("knee at 256, " + rounds + " rounds, neighbours");
        assertThat(doublings.low).isLessThanOrEqualTo(MOST_FALSE);
        assertThat(doublings.leastAbove).isLessThanOrEqualTo(MOST_FALSE);
        assertThat(doublings.right).isGreaterThan(rounds == 5 ? 0.3 : rounds == 10 ? 0.7 : 0.95);
        assertThat(neighbours.right).isLessThan(doublings.right / 2);
    }

    @Test
    void a_last_doubling_that_gains_just_the_margin_seldom_counts_as_small() {
        double[] levels = {543, 1140, 1680, 1880, 1880 * Math.pow(1 + MARGIN, Math.log(1.5) / Math.log(2)), 1880 * 1.03
        };
        Found doublings = simulate(levels, 10, true);

        doublings.print("256 to 512 gains 3 %, 10 rounds, doublings");
        assertThat(doublings.low + doublings.right).isLessThanOrEqualTo(MOST_FALSE);
    }

    /** Parts of the runs: those with the true knee, a lower one and none, and those whose least knee is above the true one. */
    private record Found(double right, double low, double none, double leastAbove) {
        void print(String what) {
            System.out.printf(
                    "%s: right %.1f %%, too low %.1f %%, none %.1f %%, least knee too high %.1f %%%n",
                    what, 100 * right, 100 * low, 100 * none, 100 * leastAbove);
        }
    }

    private static Found simulate(double[] levels, int rounds, boolean isByDoublings) {
        Random random = new Random(23);
        int right = 0;
        int low = 0;
        int none = 0;
        int leastAbove = 0;
        for (int run = 0; run < RUNS; run++) {
            Map<Double, Map<Integer, Double>> curve = curve(levels, rounds, random);
            Sweep sweep = Sweep.of(curve, Better.HIGHER, MARGIN);
            OptionalDouble knee = isByDoublings ? sweep.knee() : kneeOfNeighbours(curve);
            right += knee.isPresent() && knee.getAsDouble() == KNEE ? 1 : 0;
            low += knee.isPresent() && knee.getAsDouble() < KNEE ? 1 : 0;
            none += knee.isEmpty() ? 1 : 0;
            leastAbove += sweep.leastKnee().orElseThrow() > KNEE ? 1 : 0;
        }
        return new Found((double) right / RUNS, (double) low / RUNS, (double) none / RUNS, (double) leastAbove / RUNS);
    }

    private static Map<Double, Map<Integer, Double>> curve(double[] levels, int rounds, Random random) {
        Map<Double, Map<Integer, Double>> curve = new TreeMap<>();
        for (int i = 0; i < levels.length; i++) {
            Map<Integer, Double> replicates = new TreeMap<>();
            for (int round = 1; round <= rounds; round++) {
                replicates.put(round, levels[i] * Math.exp(NOISE * random.nextGaussian()));
            }
            curve.put(VALUES.get(i), replicates);
        }
        return curve;
    }

    /** Returns the smallest value after which the gain to each next value is below the margin, per doubling. */
    private static OptionalDouble kneeOfNeighbours(Map<Double, Map<Integer, Double>> curve) {
        OptionalDouble knee = OptionalDouble.empty();
        for (int i = VALUES.size() - 1; i > 0; i--) {
            double from = VALUES.get(i - 1);
            double to = VALUES.get(i);
            double high = Comparison.paired(curve.get(from), curve.get(to), Better.HIGHER)
                    .high();
            if (Math.log(high) * Math.log(2) / Math.log(to / from) >= Math.log(1 + MARGIN)) {
                return knee;
            }
            knee = OptionalDouble.of(from);
        }
        return knee;
    }
}

package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What measuring in turns is worth on a machine whose speed wanders: half-widths and coverage beside those of blocks,
 * for the same measured time. Machine and forks are as follows, in logarithms: the speed that all processes share is
 * an Ornstein-Uhlenbeck process with a standard deviation of 0.3 and the given correlation time, forks differ with a
 * standard deviation of 0.02, and a slice has noise of its own of 0.05. A round is 2 s of each arm, as two blocks in
 * random order behind a fork's start of 1.3 s each, or as 40 pairs of slices of 50 ms in random order. Every test
 * prints what it found.
 */
@Tag("slow")
class TurnsSimulationTest {
    private static final int RUNS = 2000;
    private static final int ROUNDS = 10;
    private static final int SLICES = 40;

    /** The step of the simulation in seconds, and the steps of a slice and of a fork's start. */
    private static final double STEP = 0.01;

    private static final int STEPS_OF_SLICE = 5;
    private static final int STEPS_OF_START = 130;

    private static final double TRUTH = Math.log(1.1);

    /** 99.9 % point of a binomial with 2000 trials of 5 %: {@code binom.ppf(.999, 2000, .05) / 2000}. */
    private static final double MOST_FALSE = 0.0655;

    /**
     * @param seconds correlation time
     * @param narrower least factor by which turns are narrower than blocks
     */
    @ParameterizedTest
    @CsvSource({"0.1, 2.5", "1, 8", "10, 5", "100, 2"})
    void turns_keep_five_percent_and_are_narrower_than_blocks(double seconds, double narrower) {
        Found blocks = simulate(seconds, false);
        Found turns = simulate(seconds, true);

        System.out.printf(
                "noise of %5.1f s: blocks ±%.1f %%, %.1f %% missed; turns ±%.1f %%, %.1f %% missed%n",
                seconds, 100 * blocks.halfWidth, 100 * blocks.missed, 100 * turns.halfWidth, 100 * turns.missed);
        assertThat(turns.missed).isLessThanOrEqualTo(MOST_FALSE);
        assertThat(blocks.halfWidth / turns.halfWidth).isGreaterThan(narrower);
    }

    /** Median half-width of the interval as a part of the ratio, and the part of intervals without the true ratio. */
    private record Found(double halfWidth, double missed) {}

    private static Found simulate(double seconds, boolean inTurns) {
        Random random = new Random(41 + Math.round(10 * seconds));
        double[] widths = new double[RUNS];
        int missed = 0;
        for (int run = 0; run < RUNS; run++) {
            Machine machine = new Machine(seconds, random);
            Map<Integer, Double> rounds = new TreeMap<>();
            for (int round = 0; round < ROUNDS; round++) {
                rounds.put(round, inTurns ? turns(machine, random) : blocks(machine, random));
            }
            Comparison found = Comparison.ofLogRatios(rounds);
            widths[run] = Math.sqrt(found.high() / found.low()) - 1;
            missed += found.low() > Math.exp(TRUTH) || found.high() < Math.exp(TRUTH) ? 1 : 0;
        }
        Arrays.sort(widths);
        return new Found(widths[RUNS / 2], (double) missed / RUNS);
    }

    private static double blocks(Machine machine, Random random) {
        double[] forks = forks(random);
        boolean isFirst = random.nextBoolean();
        double[] work = new double[2];
        for (int i = 0; i < 2; i++) {
            int arm = (i == 0) == isFirst ? 0 : 1;
            machine.pass(STEPS_OF_START);
            for (int slice = 0; slice < SLICES; slice++) {
                work[arm] += Math.exp(forks[arm]) * machine.work();
            }
        }
        return Math.log(work[1] / work[0]);
    }

    private static double turns(Machine machine, Random random) {
        double[] forks = forks(random);
        double[] work = new double[2];
        machine.pass(2 * STEPS_OF_START);
        for (int pair = 0; pair < SLICES; pair++) {
            int first = random.nextInt(2);
            work[first] += Math.exp(forks[first]) * machine.work();
            work[1 - first] += Math.exp(forks[1 - first]) * machine.work();
        }
        return Math.log(work[1] / work[0]);
    }

    private static double[] forks(Random random) {
        return new double[] {0.02 * random.nextGaussian(), TRUTH + 0.02 * random.nextGaussian()};
    }

    /** The speed that all processes share. */
    private static final class Machine {
        private final Random random;
        private final double kept;
        private double speed;

        Machine(double seconds, Random random) {
            this.random = random;
            kept = Math.exp(-STEP / seconds);
            speed = 0.3 * random.nextGaussian();
        }

        void pass(int steps) {
            for (int i = 0; i < steps; i++) {
                speed = kept * speed + 0.3 * Math.sqrt(1 - kept * kept) * random.nextGaussian();
            }
        }

        /** Returns the work of one slice, with noise of its own. */
        double work() {
            double work = 0;
            for (int i = 0; i < STEPS_OF_SLICE; i++) {
                pass(1);
                work += Math.exp(speed);
            }
            return work * Math.exp(0.05 * random.nextGaussian());
        }
    }
}

package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Verdict.Word;

/**
 * Whether the intervals keep what they promise. B is better than A by a known ratio and the question is how often the
 * interval covers it; with logarithms that is the same as how often equal arms are not called different, so both are
 * counted at once. Every test prints what it found: it goes into the test report.
 */
@Tag("slow")
class SimulationTest {
    private static final int RUNS = 4000;
    /** 99.9 % point of a binomial with 4000 trials of 5 %: {@code binom.ppf(.999, 4000, .05) / 4000}. */
    private static final double MOST_FALSE = 0.061;

    private static final double LEAST_COVERAGE = 0.93;
    private static final double TRUTH = Math.log(1.1);

    static Stream<Arguments> rigs() {
        return Arrays.stream(Noise.values())
                .flatMap(noise -> Arrays.stream(Drift.values())
                        .flatMap(drift -> Stream.of(5, 10).map(rounds -> arguments(noise, drift, rounds))));
    }

    @ParameterizedTest
    @MethodSource("rigs")
    void rounds_in_random_order_keep_five_percent_whatever_the_machine_does(Noise noise, Drift drift, int rounds) {
        Random random = new Random(31L * (noise.name() + drift.name()).hashCode() + rounds);
        Found found = simulate(() -> shuffled(noise, drift, rounds, 0, random), 0);
        Found better = simulate(() -> shuffled(noise, drift, rounds, TRUTH, random), TRUTH);
        print("paired " + noise + " " + drift + " n=" + rounds, found, better);
        assertThat(found.falseWords()).isLessThanOrEqualTo(MOST_FALSE);
        assertThat(found.differ()).isLessThanOrEqualTo(MOST_FALSE);
        assertThat(better.coverage()).isGreaterThanOrEqualTo(LEAST_COVERAGE);
    }

    /** Why rounds are not made pairs that mirror each other, though that, too, lets no arm always come first. */
    @ParameterizedTest
    @ValueSource(ints = {5, 10})
    void rounds_that_mirror_each_other_are_fooled_by_work_in_every_third_slot(int rounds) {
        Random random = new Random(29);
        Found found = simulate(() -> inOrder(mirrored(rounds, random), Noise.EQUAL, Drift.EVERY_THIRD, 0, random), 0);
        print("mirrored rounds, work in every third slot n=" + rounds, found, found);
        assertThat(found.differ()).isGreaterThan(0.075);
    }

    /** Why the fifth round is not left to chance. */
    @Test
    void five_rounds_left_to_chance_are_fooled_by_work_in_every_other_slot() {
        Random random = new Random(37);
        Found found = simulate(() -> inOrder(drawn(5, random), Noise.ITERATIONS_ONLY, Drift.PERIODIC, 0, random), 0);
        print("rounds left to chance, work in every other slot", found, found);
        assertThat(found.differ()).isGreaterThan(MOST_FALSE);
    }

    static Stream<Arguments> still() {
        return Arrays.stream(Noise.values()).flatMap(noise -> Stream.of(5, 10).map(n -> arguments(noise, n)));
    }

    @ParameterizedTest
    @MethodSource("still")
    void welch_keeps_five_percent_on_a_machine_that_holds_still(Noise noise, int n) {
        Random random = new Random(31L * noise.name().hashCode() + n);
        Found found = simulate(() -> Unpaired.welch(arm(noise, n, random), arm(noise, n, random), Better.HIGHER), 0);
        print("welch " + noise + " n=" + n, found, found);
        assertThat(found.falseWords()).isLessThanOrEqualTo(MOST_FALSE);
        assertThat(found.coverage()).isGreaterThanOrEqualTo(LEAST_COVERAGE);
    }

    @Test
    void arms_of_unequal_noise_and_size_are_covered() {
        Random random = new Random(17);
        Found paired = simulate(
                () -> {
                    Map<Integer, Double> d = new TreeMap<>();
                    for (int round = 0; round < 10; round++) {
                        d.put(round, TRUTH + 0.1 * random.nextGaussian() - 0.02 * random.nextGaussian());
                    }
                    return Comparison.ofLogRatios(d);
                },
                TRUTH);
        Found welch = simulate(
                () -> Unpaired.welch(
                        random.doubles(15)
                                .map(u -> 0.02 * random.nextGaussian())
                                .toArray(),
                        random.doubles(6)
                                .map(u -> TRUTH + 0.1 * random.nextGaussian())
                                .toArray(),
                        Better.HIGHER),
                TRUTH);
        print("unequal noise, paired and welch", paired, welch);
        assertThat(paired.coverage()).isGreaterThanOrEqualTo(LEAST_COVERAGE);
        assertThat(welch.coverage()).isGreaterThanOrEqualTo(LEAST_COVERAGE);
    }

    /** Why the design is shown beside the word: the same test, the same machine, one arm after the other. */
    @Test
    void block_order_is_fooled_by_drift() {
        Random random = new Random(5);
        Found found = simulate(
                () -> {
                    double[] drift = Drift.LINEAR.session(20, random);
                    double[] a = arm(Noise.EQUAL, 10, random);
                    double[] b = arm(Noise.EQUAL, 10, random);
                    for (int i = 0; i < 10; i++) {
                        a[i] += drift[i];
                        b[i] += drift[10 + i];
                    }
                    return Unpaired.welch(a, b, Better.HIGHER);
                },
                0);
        print("blocks under linear drift", found, found);
        assertThat(found.differ()).isGreaterThan(0.9);
    }

    /**
     * What no t interval covers: B alone has two kinds of fork, the rarer in a fifth of the rounds, so that a few rounds
     * often see one kind only. The bimodality check and the single rounds are there for this. Expected from 40,000 runs
     * in NumPy: 86.8, 90.4 and 93.5 %.
     */
    @ParameterizedTest
    @ValueSource(ints = {5, 10, 20})
    void two_kinds_of_fork_in_one_arm_are_covered_less_often_and_docs_say_so(int rounds) {
        Random random = new Random(23);
        double mean = 0.2 * Math.log(1.15);
        Found found = simulate(
                () -> {
                    Map<Integer, Double> d = new TreeMap<>();
                    for (int round = 0; round < rounds; round++) {
                        double kind = random.nextDouble() < 0.2 ? Math.log(1.15) : 0;
                        d.put(round, kind + 0.02 * Math.sqrt(2) * random.nextGaussian());
                    }
                    return Comparison.ofLogRatios(d);
                },
                mean);
        print("two kinds of fork in B n=" + rounds, found, found);
        assertThat(found.coverage()).isBetween(0.85, 0.95);
    }

    private record Found(double differ, double falseWords, double coverage) {}

    private static Found simulate(Supplier<Comparison> run, double truth) {
        int differ = 0;
        int words = 0;
        int covered = 0;
        for (int i = 0; i < RUNS; i++) {
            Comparison comparison = run.get();
            Word word = Verdict.of(comparison, comparison.p(), MeasurementMethod.DEFAULT_MARGIN)
                    .word();
            differ += comparison.p() < StudentT.ALPHA ? 1 : 0;
            boolean saysNothing = word == Word.SAME
                    || word == Word.UNCLEAR
                    || comparison.design().order() == Design.Order.FIXED_ORDER;
            words += saysNothing ? 0 : 1;
            covered += Math.log(comparison.low()) <= truth && truth <= Math.log(comparison.high()) ? 1 : 0;
        }
        return new Found(differ / (double) RUNS, words / (double) RUNS, covered / (double) RUNS);
    }

    /** Two arms, B better by so much, in the order that the rounds of a run have. */
    private static Comparison shuffled(Noise noise, Drift drift, int rounds, double truth, Random random) {
        return inOrder(balanced(rounds, random), noise, drift, truth, random);
    }

    /** Whether A comes first, by round: drawn, but the fifth round turns round what four had in common. */
    private static boolean[] balanced(int rounds, Random random) {
        boolean[] isAFirst = drawn(rounds, random);
        boolean isSame = isAFirst[0] == isAFirst[1] && isAFirst[0] == isAFirst[2] && isAFirst[0] == isAFirst[3];
        isAFirst[4] = isSame ? !isAFirst[0] : isAFirst[4];
        return isAFirst;
    }

    private static boolean[] drawn(int rounds, Random random) {
        boolean[] isAFirst = new boolean[rounds];
        for (int round = 0; round < rounds; round++) {
            isAFirst[round] = random.nextBoolean();
        }
        return isAFirst;
    }

    private static boolean[] mirrored(int rounds, Random random) {
        boolean[] isAFirst = drawn(rounds, random);
        for (int round = 1; round < rounds; round += 2) {
            isAFirst[round] = !isAFirst[round - 1];
        }
        return isAFirst;
    }

    /** Returns the log ratios of rounds from 0 on, in the order that a run has. */
    static Map<Integer, Double> logRatios(Noise noise, Drift drift, int rounds, double truth, Random random) {
        return logRatios(balanced(rounds, random), noise, drift, truth, random);
    }

    /** Returns normal log ratios of rounds from 0 on. */
    static Map<Integer, Double> normal(int rounds, double sd, double mean, Random random) {
        Map<Integer, Double> d = new TreeMap<>();
        for (int round = 0; round < rounds; round++) {
            d.put(round, mean + sd * random.nextGaussian());
        }
        return d;
    }

    private static Comparison inOrder(boolean[] isAFirst, Noise noise, Drift drift, double truth, Random random) {
        int firstIsA = 0;
        for (boolean isFirst : isAFirst) {
            firstIsA += isFirst ? 1 : 0;
        }
        Design.Order order =
                firstIsA == 0 || firstIsA == isAFirst.length ? Design.Order.FIXED_ORDER : Design.Order.INTERLEAVED;
        return Comparison.ofLogRatios(logRatios(isAFirst, noise, drift, truth, random))
                .of(new Design(order, Design.Unit.FORK));
    }

    private static Map<Integer, Double> logRatios(
            boolean[] isAFirst, Noise noise, Drift drift, double truth, Random random) {
        int rounds = isAFirst.length;
        double[] session = drift.session(2 * rounds, random);
        Map<Integer, Double> d = new TreeMap<>();
        for (int round = 0; round < rounds; round++) {
            double first = session[2 * round] + noise.logMean(random);
            double second = session[2 * round + 1] + noise.logMean(random);
            d.put(round, truth + (isAFirst[round] ? second - first : first - second));
        }
        return d;
    }

    private static double[] arm(Noise noise, int n, Random random) {
        double[] logs = new double[n];
        Arrays.setAll(logs, i -> noise.logMean(random));
        return logs;
    }

    private static void print(String what, Found equal, Found better) {
        System.out.printf(
                "%s: equal arms differ %.4f, false words without a badge %.4f, coverage %.4f%n",
                what, equal.differ(), equal.falseWords(), better.coverage());
    }
}

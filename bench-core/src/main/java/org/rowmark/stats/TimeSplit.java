package org.rowmark.stats;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The variance of the logarithm of a ratio, split into what only further rounds average out and what further iterations
 * within them do, too; after Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013, with the ratio
 * within a round in place of the score of a fork. Like a {@link Width} it shows nothing of the ratio itself: it stays
 * the same if one arm is multiplied by any factor, or the arms are swapped.
 *
 * @param betweenRounds variance between rounds of endless iterations, 0 or more
 * @param withinForks variance of one iteration, both arms together
 */
public record TimeSplit(double betweenRounds, double withinForks) {
    /** The most iterations of a fork that a plan has: more would leave nothing to see of drift within a fork. */
    static final int MOST_ITERATIONS = 50;

    private static final int MOST_ROUNDS = 10_000;

    /**
     * A number of iterations and rounds that reach a precision.
     *
     * @param iterations of a fork from here
     * @param rounds from here
     * @param time that they take
     */
    public record Plan(int iterations, int rounds, Duration time) {}

    /**
     * The cost of a round.
     *
     * @param perRound its time besides iterations: starts, warm-up
     * @param perIteration the time that one iteration more in each fork adds to it
     */
    public record Cost(Duration perRound, Duration perIteration) {
        Duration of(int rounds, int iterations) {
            return perRound.plus(perIteration.multipliedBy(iterations)).multipliedBy(rounds);
        }
    }

    /**
     * Splits the variance of rounds, in two of which at least the forks have two iterations or more.
     *
     * @param a scores of the iterations by round, all finite and positive
     * @param b likewise; rounds that one of them lacks do not count
     */
    public static TimeSplit of(Map<Integer, double[]> a, Map<Integer, double[]> b) {
        Set<Integer> common = new TreeSet<>(a.keySet());
        common.retainAll(b.keySet());
        List<double[]> logsOfA =
                common.stream().map(a::get).map(TimeSplit::logs).toList();
        List<double[]> logsOfB =
                common.stream().map(b::get).map(TimeSplit::logs).toList();
        double[] ratios = IntStream.range(0, common.size())
                .mapToDouble(i -> Interval.mean(logsOfB.get(i)) - Interval.mean(logsOfA.get(i)))
                .toArray();
        double withinForks = variance(logsOfA) + variance(logsOfB);
        double ofMean = Stream.concat(logsOfA.stream(), logsOfB.stream())
                .mapToDouble(logs -> 1.0 / logs.length)
                .average()
                .orElseThrow();
        return new TimeSplit(Math.max(0, Math.pow(Interval.sd(ratios), 2) - withinForks * ofMean), withinForks);
    }

    /**
     * Returns the fastest plan that reaches a precision within its limits, if the noise stays as it is. Where none does,
     * it is the plan that exceeds them least.
     *
     * @param precision to reach
     * @param done iterations of the rounds that were measured and count like those to come
     * @param elapsed since the first of them began
     */
    public Plan plan(Precision precision, List<Integer> done, Duration elapsed, Cost cost) {
        return IntStream.rangeClosed(1, MOST_ITERATIONS)
                .mapToObj(iterations -> {
                    int rounds = furtherRounds(precision.target(), done, iterations);
                    return new Plan(iterations, rounds, cost.of(rounds, iterations));
                })
                .min(Comparator.comparingDouble((Plan plan) -> excess(plan, precision, done.size(), elapsed))
                        .thenComparing(Plan::time))
                .orElseThrow();
    }

    /** Returns by which factor a plan exceeds the limits; 1 for a plan within them. */
    private static double excess(Plan plan, Precision precision, int done, Duration elapsed) {
        double rounds = (double) (done + plan.rounds()) / precision.maxRounds();
        double time = (double) elapsed.plus(plan.time()).toMillis()
                / Math.max(1, precision.budget().toMillis());
        return Math.max(1, Math.max(rounds, time));
    }

    /**
     * Returns the rounds that are to come until the precision is reached.
     *
     * @param target half-width of the 95 % interval, for example 0.02
     * @param done iterations of the rounds that were measured
     * @param iterations of a fork from here
     */
    public int furtherRounds(double target, List<Integer> done, int iterations) {
        double ofDone = done.stream().mapToDouble(this::variance).sum();
        int low = Math.max(0, Precision.LEAST_ROUNDS - done.size());
        int high = MOST_ROUNDS;
        while (low < high) {
            int middle = (low + high) / 2;
            int n = done.size() + middle;
            double error = Math.sqrt(ofDone + middle * variance(iterations)) / n;
            if (StudentT.twoSidedQuantile(StudentT.ALPHA, n - 1) * error <= Math.log1p(target)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private double variance(int iterations) {
        return betweenRounds + withinForks / iterations;
    }

    /** Returns the mean variance within the forks. */
    private static double variance(List<double[]> forks) {
        return forks.stream()
                .filter(logs -> logs.length > 1)
                .mapToDouble(logs -> Math.pow(Interval.sd(logs), 2))
                .average()
                .orElseThrow();
    }

    private static double[] logs(double[] scores) {
        return IntStream.range(0, scores.length)
                .mapToDouble(i -> Math.log(scores[i]))
                .toArray();
    }
}

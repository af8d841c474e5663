package org.rowmark.stats;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The variance of the logarithm of a ratio, split into what only further rounds average out and what further iterations
 * within them do, too; after Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013, with the ratio
 * within a round in place of the score of a fork.
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
     * @param iterations of a fork
     * @param rounds all of them
     * @param time that they take
     */
    public record Plan(int iterations, int rounds, Duration time) {}

    /**
     * Splits the variance of a pilot.
     *
     * @param a scores of the iterations by round, two or more in each of two or more rounds
     * @param b likewise; rounds that one of them lacks do not count
     */
    public static TimeSplit of(Map<Integer, double[]> a, Map<Integer, double[]> b) {
        double[] ratios = a.keySet().stream()
                .filter(b::containsKey)
                .mapToDouble(round -> Interval.mean(logs(b.get(round))) - Interval.mean(logs(a.get(round))))
                .toArray();
        double withinForks = variance(a.values()) + variance(b.values());
        double iterations = Stream.concat(a.values().stream(), b.values().stream())
                .mapToInt(scores -> scores.length)
                .average()
                .orElseThrow();
        double ofMeans = Math.pow(Interval.sd(ratios), 2);
        return new TimeSplit(Math.max(0, ofMeans - withinForks / iterations), withinForks);
    }

    /**
     * Returns the fastest plan that reaches a precision, if the noise stays as it is.
     *
     * @param target half-width of the 95 % interval, for example 0.02
     * @param leastRounds that any plan has
     * @param perRound the time of a round besides its iterations: starts, warm-up, cells that are not in the ratio
     * @param perIteration the time that one iteration more in each fork adds to a round
     */
    public Plan plan(double target, int leastRounds, Duration perRound, Duration perIteration) {
        return IntStream.rangeClosed(1, MOST_ITERATIONS)
                .mapToObj(iterations -> {
                    int rounds = rounds(target, leastRounds, iterations);
                    Duration round = perRound.plus(perIteration.multipliedBy(iterations));
                    return new Plan(iterations, rounds, round.multipliedBy(rounds));
                })
                .min(Comparator.comparing(Plan::time))
                .orElseThrow();
    }

    private int rounds(double target, int leastRounds, int iterations) {
        double variance = betweenRounds + withinForks / iterations;
        return IntStream.range(leastRounds, MOST_ROUNDS)
                .filter(n -> StudentT.twoSidedQuantile(StudentT.ALPHA, n - 1) * Math.sqrt(variance / n)
                        <= Math.log1p(target))
                .findFirst()
                .orElse(MOST_ROUNDS);
    }

    /** Returns the mean variance of the logarithms within the forks. */
    private static double variance(Collection<double[]> forks) {
        return forks.stream()
                .mapToDouble(scores -> Math.pow(Interval.sd(logs(scores)), 2))
                .average()
                .orElseThrow();
    }

    private static double[] logs(double[] scores) {
        return IntStream.range(0, scores.length)
                .mapToDouble(i -> Math.log(scores[i]))
                .toArray();
    }
}

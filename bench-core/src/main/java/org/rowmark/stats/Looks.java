package org.rowmark.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.math3.analysis.solvers.UnivariateSolverUtils;

/**
 * The looks at a paired comparison, planned before its run, and the error that they have together: the fewer there are,
 * the narrower are the intervals. At look k, after {@code n[k]} pairs, the comparison has the p of its t test, {@code
 * p[k]}, and {@code u} is the smallest {@code p[k] / w[k]} so far. Without a difference {@code u} falls below x in {@code G(x)} of runs, however large the noise is. So {@code
 * G(p[k] / w[k])} is a p that holds at whichever look the run ends, and the t interval of level {@code w[k] * x} with
 * {@code G(x) = 0.05} covers the truth at all looks together in 95 % of runs: repeated confidence intervals (Jennison
 * and Turnbull, <i>Group Sequential Methods</i>, 2000, chapter 9) with boundaries that are constant in p where {@code w}
 * is 1 (Pocock 1977), as runs often end early.
 *
 * <p>{@code G} is of t statistics, not of their normal limit: it is simulated, by 100 million runs or more with normal noise.
 */
public record Looks(int last) {
    /** The pairs after which the comparison is looked at. */
    private static final int[] PAIRS = {5, 7, 10, 14, 20, 28, 40, 56, 80};

    private static final double[] WEIGHTS = {1, 1, 1, 1, 1, 0.8, 0.6, 0.4, 0.3};

    /**
     * {@code G(x) / x} at x of 1, 10^-0.5, 10^-1 and so on for one look, two looks and so on: how many independent looks
     * these amount to.
     */
    private static final double[][] COUNTS = {
        {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
        {1, 1.3550, 1.4977, 1.6174, 1.7146, 1.7902, 1.8375, 1.8824, 1.9094, 1.9527, 1.8950},
        {1, 1.6397, 1.9273, 2.1708, 2.3731, 2.5347, 2.6569, 2.7439, 2.8153, 2.8824, 2.8090},
        {1, 1.8675, 2.3006, 2.6649, 2.9726, 3.2221, 3.4142, 3.5535, 3.6722, 3.7903, 3.7630},
        {1, 2.0646, 2.6542, 3.1395, 3.5524, 3.8897, 4.1545, 4.3560, 4.5259, 4.6906, 4.6980},
        {1, 2.1691, 2.8775, 3.4591, 3.9547, 4.3657, 4.6896, 4.9419, 5.1555, 5.3386, 5.4040},
        {1, 2.2348, 3.0342, 3.6904, 4.2505, 4.7156, 5.0845, 5.3693, 5.6054, 5.8170, 5.9090},
        {1, 2.2691, 3.1254, 3.8302, 4.4325, 4.9347, 5.3322, 5.6427, 5.9006, 6.1377, 6.2280},
        {1, 2.2966, 3.2006, 3.9446, 4.5800, 5.1081, 5.5282, 5.8568, 6.1299, 6.3238, 6.4598}
    };

    private static final double COUNTS_PER_DECADE = 2;

    /**
     * What p is multiplied by, so that 5 % are not exceeded where the noise is not normal: with two looks, on a machine
     * with work in every third slot, 4.8 % of runs err; 5.3 % would by 1 / 0.85.
     */
    private static final double SAFETY = 1 / 0.78;

    private static final Map<List<Number>, Double> NOMINAL = new ConcurrentHashMap<>();

    /** All looks that any run has. */
    public static final Looks ALL = new Looks(PAIRS[PAIRS.length - 1]);

    /** @param last the pairs of the last look */
    public Looks {
        if (Arrays.binarySearch(PAIRS, last) < 0) {
            throw new IllegalArgumentException(
                    "no look is after " + last + " pairs, but after " + Arrays.toString(PAIRS));
        }
    }

    /** Returns the pairs of the first look. */
    public static int first() {
        return PAIRS[0];
    }

    /** Returns the looks of a run of so many rounds at most, at least one. */
    public static Looks upTo(int rounds) {
        return new Looks(PAIRS[index(rounds)]);
    }

    /** Returns the looks of a run that would go on until after so many pairs. */
    Looks reaching(int pairs) {
        return new Looks(Math.max(last, PAIRS[index(pairs)]));
    }

    /** Returns the pairs of each look. */
    public List<Integer> all() {
        return Arrays.stream(PAIRS).filter(look -> look <= last).boxed().toList();
    }

    /** Returns the pairs of the first look after so many; empty after the last. */
    public OptionalInt after(int pairs) {
        return Arrays.stream(PAIRS).filter(look -> look > pairs && look <= last).findFirst();
    }

    /** Returns the first values, as many as the last look has that they reach; all where they reach none. */
    public Map<Integer, Double> reached(Map<Integer, Double> byRound) {
        TreeMap<Integer, Double> reached = new TreeMap<>(byRound);
        int look = PAIRS[index(Math.min(last, reached.size()))];
        while (reached.size() > look) {
            reached.pollLastEntry();
        }
        return reached;
    }

    /** Returns the level of the t interval at a look with which all looks together have this level. */
    double level(double alpha, int pairs) {
        return WEIGHTS[index(pairs)] * NOMINAL.computeIfAbsent(List.of(alpha, last), key -> nominal(alpha));
    }

    /** Returns the p that holds at any look, from that of the t test at one. */
    double p(double ofTest, int pairs) {
        return together(Math.min(1, ofTest / WEIGHTS[index(pairs)]));
    }

    /** Returns the place of the last look that is reached, or of the first. */
    private static int index(int pairs) {
        int place = Arrays.binarySearch(PAIRS, pairs);
        return Math.max(0, place < 0 ? -place - 2 : place);
    }

    /** Returns G times {@link #SAFETY}. */
    private double together(double x) {
        double[] counts = COUNTS[index(last)];
        double most = Arrays.stream(WEIGHTS, 0, index(last) + 1).sum(); // Bonferroni
        if (x == 0) {
            return 0;
        }
        double place = -Math.log10(x) * COUNTS_PER_DECADE;
        int before = (int) place;
        if (before >= counts.length - 1) {
            return SAFETY * most * x;
        }
        double count = counts[before] + (place - before) * (counts[before + 1] - counts[before]);
        return Math.min(1, SAFETY * count * x);
    }

    /** Returns x whose p at any look is alpha. */
    private double nominal(double alpha) {
        double low = alpha / PAIRS.length / SAFETY;
        return UnivariateSolverUtils.solve(x -> together(x) - alpha, low, alpha, 1e-12 * alpha);
    }
}

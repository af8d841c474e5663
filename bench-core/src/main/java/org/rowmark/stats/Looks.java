package org.rowmark.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The looks at a paired comparison, planned before its run, and the error that they have together. At look k, after
 * {@code n[k]} pairs, the comparison has the p of its t test, {@code p[k]}, and {@code u} is the smallest {@code p[k] /
 * w[k]} so far. Without a difference {@code u} falls below x in {@code G(x)} of runs, however large the noise is. So {@code
 * G(p[k] / w[k])} is a p that holds at whichever look the run ends, and the t interval of level {@code w[k] * x} with
 * {@code G(x) = 0.05} covers the truth at all looks together in 95 % of runs: repeated confidence intervals (Jennison
 * and Turnbull, <i>Group Sequential Methods</i>, 2000, chapter 9) with boundaries that are constant in p where {@code w}
 * is 1 (Pocock 1977), as runs often end early.
 *
 * <p>{@code G} is of t statistics, not of their normal limit: it is simulated, by 200 million runs with normal noise.
 */
public final class Looks {
    /** The pairs after which the comparison is looked at. */
    private static final int[] PAIRS = {5, 7, 10, 14, 20, 28, 40, 56, 80};

    private static final double[] WEIGHTS = {1, 1, 1, 1, 1, 0.8, 0.6, 0.4, 0.3};

    /** {@code G(x) / x} at x of 1, 10^-0.5, 10^-1 and so on: how many independent looks these amount to. */
    private static final double[] COUNTS = {
        1, 2.2966, 3.2006, 3.9446, 4.5800, 5.1081, 5.5282, 5.8568, 6.1299, 6.3238, 6.4598
    };

    private static final double COUNTS_PER_DECADE = 2;

    /** The limit of {@link #COUNTS} (Bonferroni). */
    private static final double MOST = Arrays.stream(WEIGHTS).sum();

    /**
     * What p is multiplied by, so that 5 % are not exceeded where the noise is not normal: of runs on a machine with work
     * in every other or every third slot, up to 5.6 % would err without it, 4.8 % do so with it.
     */
    private static final double SAFETY = 1 / 0.85;

    private static final double NOMINAL = nominal(StudentT.ALPHA);

    private Looks() {}

    /** Returns the pairs of the first look. */
    public static int first() {
        return PAIRS[0];
    }

    /** Returns the pairs of the last look. */
    public static int last() {
        return PAIRS[PAIRS.length - 1];
    }

    /** Returns the pairs of each look. */
    public static List<Integer> all() {
        return Arrays.stream(PAIRS).boxed().toList();
    }

    /** Returns the pairs of the first look after so many; empty after the last. */
    public static OptionalInt after(int pairs) {
        return Arrays.stream(PAIRS).filter(look -> look > pairs).findFirst();
    }

    /** Returns the first values, as many as the last look has that they reach; all where they reach none. */
    public static Map<Integer, Double> reached(Map<Integer, Double> byRound) {
        TreeMap<Integer, Double> reached = new TreeMap<>(byRound);
        int look = PAIRS[index(reached.size())];
        while (reached.size() > look) {
            reached.pollLastEntry();
        }
        return reached;
    }

    /** Returns the level of the t interval at a look with which all looks together have this level. */
    static double level(double alpha, int pairs) {
        return WEIGHTS[index(pairs)] * (alpha == StudentT.ALPHA ? NOMINAL : nominal(alpha));
    }

    /** Returns the p that holds at any look, from that of the t test at one. */
    static double p(double ofTest, int pairs) {
        return together(Math.min(1, ofTest / WEIGHTS[index(pairs)]));
    }

    /** Returns the place of the last look that is reached, or of the first. */
    private static int index(int pairs) {
        return (int) Arrays.stream(PAIRS).skip(1).filter(look -> look <= pairs).count();
    }

    /** Returns G times {@link #SAFETY}. */
    private static double together(double x) {
        if (x == 0) {
            return 0;
        }
        double place = -Math.log10(x) * COUNTS_PER_DECADE;
        int before = (int) place;
        if (before >= COUNTS.length - 1) {
            return SAFETY * MOST * x;
        }
        double count = COUNTS[before] + (place - before) * (COUNTS[before + 1] - COUNTS[before]);
        return Math.min(1, SAFETY * count * x);
    }

    /** Finds x whose p at any look is alpha, by halves. */
    private static double nominal(double alpha) {
        double low = alpha / MOST / SAFETY;
        double high = alpha;
        while (high - low > 1e-12 * high) {
            double middle = (low + high) / 2;
            if (together(middle) < alpha) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
}

package org.rowmark.stats;

import java.util.Map;
import java.util.TreeMap;

/**
 * A comparison of B with A as a ratio with its 95 % interval. All calculations use logarithms: with them, operations
 * per second and seconds per operation give the same answer and {@code B/A = 1/(A/B)}.
 *
 * <p>{@link #paired}: with {@code d[r] = ln(B[r]/A[r])} of round r, negated if less is better, m their mean and s their
 * standard deviation, the ratio is {@code exp(m)} and its interval {@code exp(m ± t(0.975, n - 1) * s / sqrt(n))}.
 * Pairing by round takes out what both cells of a round share (drift, a neighbour's noise). {@link #unpaired} is for
 * what was not measured in common rounds. Where the run ended by its results, interval and p are by {@link Looks}.
 *
 * @param ratio more than 1 means that B is better; NaN without replicates
 * @param low lower end of the 95 % interval; NaN with fewer than two replicates
 * @param n replicates: rounds in which both were measured, or those of the arm that has fewer
 * @param p two-sided p of the t test of {@code ratio = 1}; NaN with fewer than two replicates
 * @param sd standard deviation of one log ratio, so that {@code sd / sqrt(n)} is the standard error; NaN with fewer
 *     than two replicates, and 0 if all agree to the last digit, which real measurements do not: the clock or the
 *     counter is too coarse
 * @param df degrees of freedom of the t distribution behind interval and p; NaN with fewer than two replicates
 */
public record Comparison(double ratio, double low, double high, int n, double p, double sd, double df, Design design) {
    /** Below this the differences between rounds are rounding errors of the logarithm. */
    private static final double NO_VARIATION = 1e-12;

    private static final Design INTERLEAVED_FORKS = new Design(Design.Order.INTERLEAVED, Design.Unit.FORK);

    /** The direction in which a value is better. */
    public enum Better {
        /** Operations per time. */
        HIGHER,
        /** Time per operation. */
        LOWER
    }

    /** Creates a comparison of interleaved forks by the paired t interval. */
    public Comparison(double ratio, double low, double high, int n, double p, double sd) {
        this(ratio, low, high, n, p, sd, n < 2 ? Double.NaN : n - 1, INTERLEAVED_FORKS);
    }

    /**
     * Compares replicates of common rounds. If they are not of interleaved forks, {@link #of(Design)} sets their
     * design.
     *
     * @param a replicates of A by round; a round in which either value is missing, not finite or not positive is left
     *     out
     * @param b replicates of B by round, in the unit of A
     */
    public static Comparison paired(Map<Integer, Double> a, Map<Integer, Double> b, Better better) {
        return ofLogRatios(logRatios(a, b, better));
    }

    /**
     * Compares replicates that were not interleaved, by Welch's t interval of the difference of the mean logarithms.
     * Drift between the arms is not ruled out, which the {@link #design} shows.
     *
     * @param a replicates of A; those that are not finite or not positive are left out
     * @param b replicates of B, in the unit of A
     */
    public static Comparison unpaired(Map<Integer, Double> a, Map<Integer, Double> b, Better better) {
        return Unpaired.welch(logs(a), logs(b), better);
    }

    /** Returns {@code ln(B/A)} of each common round, more than 0 where B is better, sorted by round. */
    public static TreeMap<Integer, Double> logRatios(Map<Integer, Double> a, Map<Integer, Double> b, Better better) {
        TreeMap<Integer, Double> ratios = new TreeMap<>();
        a.forEach((round, ofA) -> {
            double ofB = b.getOrDefault(round, Double.NaN);
            if (isMeasured(ofA) && isMeasured(ofB)) {
                double ratio = Math.log(ofB) - Math.log(ofA);
                ratios.put(round, better == Better.HIGHER ? ratio : -ratio);
            }
        });
        return ratios;
    }

    /** @param logRatios as {@link #logRatios} gives them */
    public static Comparison ofLogRatios(Map<Integer, Double> logRatios) {
        double[] d = values(logRatios);
        int n = d.length;
        double error = Interval.sd(d) / Math.sqrt(n);
        return estimate(Interval.mean(d), error, n, n - 1, INTERLEAVED_FORKS);
    }

    /** Returns the comparison with the design of its replicates; at looks, with the interval that holds at any. */
    public Comparison of(Design other) {
        return other.looks().isPresent()
                ? estimate(logRatio(), sd / Math.sqrt(n), n, df, other)
                : new Comparison(ratio, low, high, n, p, sd, df, other);
    }

    /** Returns whether there is an interval, that is, two replicates or more. */
    public boolean hasInterval() {
        return n >= 2;
    }

    /** Returns whether all replicates gave the very same ratio. */
    public boolean hasNoVariation() {
        return sd == 0;
    }

    /** Returns the comparison with another estimate of the ratio and an interval of the same width around it. */
    Comparison centredOn(double otherRatio) {
        return estimate(Math.log(otherRatio), sd / Math.sqrt(n), n, df, design);
    }

    /** Returns half the width of the interval, relative to the ratio: 0.02 where it ends 2 % above it. */
    public double halfWidth() {
        return Math.sqrt(high / low) - 1;
    }

    /** Returns {@code ln(ratio)}. */
    double logRatio() {
        return Math.log(ratio);
    }

    /** Returns the comparison of an estimate m of {@code ln(ratio)} with its standard error. */
    static Comparison estimate(double m, double error, int n, double df, Design design) {
        double ratio = Math.exp(m);
        if (n < 2) {
            return new Comparison(ratio, Double.NaN, Double.NaN, n, Double.NaN, Double.NaN, Double.NaN, design);
        }
        double s = error * Math.sqrt(n);
        if (s < NO_VARIATION) {
            return new Comparison(ratio, ratio, ratio, n, Math.abs(m) < NO_VARIATION ? 1 : 0, 0, n - 1, design);
        }
        double half = StudentT.twoSidedQuantile(design.level(n), df) * error;
        double p = design.p(StudentT.twoSidedP(m / error, df), n);
        return new Comparison(ratio, Math.exp(m - half), Math.exp(m + half), n, p, s, df, design);
    }

    /** Returns the logarithms of the measured values, in the order of the rounds. */
    static double[] logs(Map<Integer, Double> replicates) {
        return new TreeMap<>(replicates)
                .values().stream()
                        .mapToDouble(Double::doubleValue)
                        .filter(Comparison::isMeasured)
                        .map(Math::log)
                        .toArray();
    }

    static double[] values(Map<Integer, Double> byRound) {
        return new TreeMap<>(byRound)
                .values().stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static boolean isMeasured(double value) {
        return Double.isFinite(value) && value > 0;
    }
}

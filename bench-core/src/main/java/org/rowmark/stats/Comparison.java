package org.rowmark.stats;

import java.util.Map;
import java.util.TreeMap;

/**
 * How much better B is than A: paired t interval of the log ratio per round. Pairing by round takes out what both cells
 * of a round share (drift, a neighbour's noise); logs make operations per second and seconds per operation give the
 * same answer and {@code B/A = 1/(A/B)}.
 *
 * <p>With {@code d[r] = ln(B[r]/A[r])}, negated if less is better, m their mean and s their standard deviation, the
 * ratio is {@code exp(m)} and its 95 % interval {@code exp(m ± t(0.975, n - 1) * s / sqrt(n))}.
 *
 * @param ratio more than 1 means that B is better; NaN without a common round
 * @param low lower end of the 95 % interval; NaN with fewer than two common rounds
 * @param high upper end
 * @param n rounds in which both were measured
 * @param p two-sided p of the paired t test of {@code m = 0}; NaN with fewer than two common rounds
 * @param sd standard deviation of the log ratio between rounds; NaN with fewer than two common rounds, and 0 if all
 *     rounds agree to the last digit, which real measurements do not: the clock or the counter is too coarse
 */
public record Comparison(double ratio, double low, double high, int n, double p, double sd) {
    /** Below this the differences between rounds are rounding errors of the logarithm. */
    private static final double NO_VARIATION = 1e-12;

    /** Which way a value is better. */
    public enum Better {
        /** Operations per time. */
        HIGHER,
        /** Time per operation. */
        LOWER
    }

    /**
     * @param a replicates of A by round; a round in which either value is missing, not finite or not positive is left
     *     out
     * @param b replicates of B by round, in the unit of A
     */
    public static Comparison paired(Map<Integer, Double> a, Map<Integer, Double> b, Better better) {
        return ofLogRatios(logRatios(a, b, better));
    }

    /** {@code ln(B/A)} of each common round, more than 0 where B is better, sorted by round. */
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

    /** Whether there is an interval, that is, two common rounds or more. */
    public boolean hasInterval() {
        return n >= 2;
    }

    /** Whether all rounds gave the very same ratio. */
    public boolean hasNoVariation() {
        return sd == 0;
    }

    /** {@code ln(ratio)}. */
    double logRatio() {
        return Math.log(ratio);
    }

    /** @param logRatios as {@link #logRatios} gives them */
    public static Comparison ofLogRatios(Map<Integer, Double> logRatios) {
        double[] d =
                logRatios.values().stream().mapToDouble(Double::doubleValue).toArray();
        int n = d.length;
        double m = Interval.mean(d);
        if (n < 2) {
            return new Comparison(Math.exp(m), Double.NaN, Double.NaN, n, Double.NaN, Double.NaN);
        }
        double s = Interval.sd(d);
        if (s < NO_VARIATION) {
            return new Comparison(Math.exp(m), Math.exp(m), Math.exp(m), n, Math.abs(m) < NO_VARIATION ? 1 : 0, 0);
        }
        double error = s / Math.sqrt(n);
        double half = StudentT.twoSidedQuantile(StudentT.ALPHA, n) * error;
        return new Comparison(
                Math.exp(m), Math.exp(m - half), Math.exp(m + half), n, StudentT.twoSidedP(m / error, n), s);
    }

    private static boolean isMeasured(double value) {
        return Double.isFinite(value) && value > 0;
    }
}

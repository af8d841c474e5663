package org.rowmark.stats;

import java.util.Map;
import java.util.TreeMap;

/**
 * A control in one round, with the band in which its values in the other rounds predict it: the two-sided 95 %
 * prediction interval of one further value, on the logarithms,
 * {@code m ± t(0.975; n - 1) * s * sqrt(1 + 1 / n)} for n others with mean m and standard deviation s (Hahn and Meeker,
 * Statistical Intervals, 1991, chapter 4), and never narrower than the difference that does not matter.
 *
 * <p>One in twenty rounds of a stable control is outside.
 *
 * @param ratio the control in that round over its geometric mean in the others
 * @param low lower end of the band as such a ratio, {@code 1 / high}
 */
public record ControlBand(double ratio, double low, double high) {
    /** Rounds of the control before any of them may be judged. */
    public static final int LEAST_ROUNDS = 4;

    /**
     * @param values of the control by round, at least {@value #LEAST_ROUNDS}, all more than 0
     */
    public static ControlBand of(Map<Integer, Double> values, int round, double margin) {
        Map<Integer, Double> others = new TreeMap<>(values);
        double judged = Math.log(others.remove(round));
        double[] logs = others.values().stream().mapToDouble(Math::log).toArray();
        int n = logs.length;
        double half = StudentT.twoSidedQuantile(StudentT.ALPHA, n - 1) * Interval.sd(logs) * Math.sqrt(1 + 1.0 / n);
        double width = Math.max(half, Math.log1p(margin));
        return new ControlBand(Math.exp(judged - Interval.mean(logs)), Math.exp(-width), Math.exp(width));
    }

    /** Returns whether the control is outside of the band. */
    public boolean isMoved() {
        return ratio < low || ratio > high;
    }
}

package org.rowmark.stats;

import java.util.DoubleSummaryStatistics;

/**
 * The mean of one cell with its 95 % t interval over rounds. JMH's own {@code scoreError} pools the iterations of all
 * forks, takes them for independent and is too narrow; it is not used anywhere.
 *
 * @param mean arithmetic mean of the per-round means, in their unit; NaN without a round
 * @param low lower end, {@code mean - t(0.975, n - 1) * sd / sqrt(n)}; NaN with fewer than two rounds
 */
public record Interval(double mean, double low, double high, int n) {

    /** @param perRound one value per round, all finite */
    public static Interval ofMean(double[] perRound) {
        int n = perRound.length;
        double mean = mean(perRound);
        return n < 2 ? unknown(mean, n) : of(mean, sd(perRound) / Math.sqrt(n), n - 1, n);
    }

    /** Returns the 95 % t interval around a mean with its standard error. */
    static Interval of(double mean, double error, double df, int n) {
        double half = StudentT.twoSidedQuantile(StudentT.ALPHA, df) * error;
        return new Interval(mean, mean - half, mean + half, n);
    }

    /** Returns a value without an interval. */
    static Interval unknown(double value, int n) {
        return new Interval(value, Double.NaN, Double.NaN, n);
    }

    /** Returns whether there is an interval. */
    public boolean isKnown() {
        return !Double.isNaN(low);
    }

    static double mean(double[] values) {
        DoubleSummaryStatistics all = new DoubleSummaryStatistics(); // without a stream: a large report has a million
        for (double value : values) {
            all.accept(value);
        }
        return values.length == 0 ? Double.NaN : all.getAverage();
    }

    /** Returns the sample standard deviation, with {@code n - 1} in the denominator. */
    static double sd(double[] values) {
        double mean = mean(values);
        DoubleSummaryStatistics squares = new DoubleSummaryStatistics();
        for (double value : values) {
            squares.accept((value - mean) * (value - mean));
        }
        return Math.sqrt(squares.getSum() / (values.length - 1));
    }
}

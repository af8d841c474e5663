package org.rowmark.stats;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.commons.math3.fitting.PolynomialCurveFitter;
import org.apache.commons.math3.fitting.WeightedObservedPoints;

/**
 * A straight line through values whose replicates are rounds: {@code value = intercept + slope * x}.
 *
 * <p>Each round gets a line of its own; the fit is their mean, with its 95 % t interval over rounds. This is the analysis
 * of serial measurements by summary measures of Matthews, Altman, Campbell and Royston, BMJ 300 (1990): what the points
 * of a round share, such as a slow hour, does not make the interval too narrow, as one line through all values would.
 *
 * <p>The lines are weighted least squares. The weight of a point is 1 / m², with m its mean over the rounds: the error of
 * a time is about proportional to the time (constant coefficient of variation; Carroll and Ruppert, Transformation and
 * Weighting in Regression, 1988), and with equal weights the longest time alone would decide the intercept.
 *
 * @param intercept the value at 0, in the unit of the values
 */
public record LineFit(Interval intercept, Interval slope) {
    /** The least number of different x of a line: any two points lie on one. */
    public static final int LEAST_POINTS = 3;

    /**
     * A point of the line.
     *
     * @param byRound its values, all finite and positive
     */
    public record Point(double x, Map<Integer, Double> byRound) {
        private double weight(TreeSet<Integer> rounds) {
            double mean = rounds.stream().mapToDouble(byRound::get).average().orElseThrow();
            return 1 / (mean * mean);
        }
    }

    /**
     * Fits the line to the rounds that all points have.
     *
     * @return empty with fewer than {@value #LEAST_POINTS} different x, or without a common round
     */
    public static Optional<LineFit> of(List<Point> points) {
        long different = points.stream().mapToDouble(Point::x).distinct().count();
        TreeSet<Integer> rounds = new TreeSet<>(
                points.isEmpty() ? List.of() : points.get(0).byRound.keySet());
        points.forEach(point -> rounds.retainAll(point.byRound.keySet()));
        if (different < LEAST_POINTS || rounds.isEmpty()) {
            return Optional.empty();
        }
        double[] intercepts = new double[rounds.size()];
        double[] slopes = new double[rounds.size()];
        int line = 0;
        for (int round : rounds) {
            WeightedObservedPoints values = new WeightedObservedPoints();
            points.forEach(point -> values.add(point.weight(rounds), point.x, point.byRound.get(round)));
            double[] coefficients = PolynomialCurveFitter.create(1).fit(values.toList());
            intercepts[line] = coefficients[0];
            slopes[line] = coefficients[1];
            line++;
        }
        return Optional.of(new LineFit(Interval.ofMean(intercepts), Interval.ofMean(slopes)));
    }

    /** Returns the value of the line at a place. */
    public double at(double x) {
        return intercept.mean() + slope.mean() * x;
    }
}

package org.rowmark.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.linear.DecompositionSolver;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The Universal Scalability Law, fitted to throughput by concurrency: {@code X(N) = λN / (1 + σ(N − 1) + κN(N − 1))}
 * (Gunther, Guerrilla Capacity Planning, Springer 2007). λ is the throughput of one, σ ≥ 0 the part of the work that
 * waits for others, κ ≥ 0 what keeping up with each other costs.
 *
 * <p>In {@code N / X = 1/λ + σ/λ (N − 1) + κ/λ N(N − 1)} the parameters are linear. The fit is the least squares of the
 * relative residuals of the means over the rounds, where σ and κ are not negative.
 *
 * <p>The intervals are expanded percentile intervals of a bootstrap over whole rounds with a fixed seed (Hesterberg, What
 * Teachers Should Know about the Bootstrap, The American Statistician 69, 2015): what the points of a round share does
 * not make them too narrow, and few rounds widen them as they do t intervals. With fewer than {@value #LEAST_ROUNDS}
 * there is none: its percentiles are beyond all resamples. They hold if the law does.
 *
 * @param peak the N of the highest throughput, at least 1; infinite where κ is 0, and NaN without an interval
 * @param doubled twice the largest measured N
 * @param atDoubled the throughput there
 * @param rSquared of the means of the points
 */
public record ScalabilityLaw(
        Interval lambda,
        Interval sigma,
        Interval kappa,
        Interval peak,
        double doubled,
        Interval atDoubled,
        double rSquared,
        List<Point> points) {
    /** The least number of values: three parameters go through any three points. */
    public static final int LEAST_POINTS = 5;

    private static final int LEAST_ROUNDS = 5;
    private static final int RESAMPLES = 4000;
    private static final long SEED = 41;

    /** A measured point with the throughput of the law. */
    public record Point(double n, Interval throughput, double fitted) {
        /** Returns the relative distance from the law, negative below it. */
        public double deviation() {
            return throughput.mean() / fitted - 1;
        }

        /** Returns whether the law is outside the point's own interval, and farther than the margin. */
        private boolean isOff(double margin) {
            boolean isInside = throughput.low() <= fitted && fitted <= throughput.high();
            return !isInside && Math.abs(deviation()) > margin;
        }
    }

    /**
     * Fits the law to the rounds that all points have.
     *
     * @param curve replicates by round, by concurrency
     * @return empty with fewer than {@value #LEAST_POINTS} values, one below 1, no common round or no throughput
     */
    public static Optional<ScalabilityLaw> of(Map<Double, Map<Integer, Double>> curve) {
        SortedMap<Double, Map<Integer, Double>> ascending = new TreeMap<>(curve);
        SortedSet<Integer> rounds = new TreeSet<>(
                ascending.isEmpty()
                        ? List.of()
                        : ascending.get(ascending.firstKey()).keySet());
        ascending.values().forEach(byRound -> rounds.retainAll(byRound.keySet()));
        double[][] byRound = rounds.stream()
                .map(round -> ascending.values().stream()
                        .mapToDouble(values -> values.get(round))
                        .toArray())
                .toArray(double[][]::new);
        boolean isFitted = ascending.size() >= LEAST_POINTS
                && ascending.firstKey() >= 1
                && byRound.length > 0
                && Arrays.stream(byRound).flatMapToDouble(Arrays::stream).allMatch(value -> value > 0);
        double[] ns =
                ascending.keySet().stream().mapToDouble(Double::doubleValue).toArray();
        return isFitted ? Optional.of(fitted(ns, byRound)) : Optional.empty();
    }

    private static ScalabilityLaw fitted(double[] ns, double[][] byRound) {
        double[] means = means(byRound);
        LeastSquares squares = new LeastSquares(ns, means);
        Line fit = squares.fit(means);
        List<Line> resampled = new ArrayList<>();
        Random random = new Random(SEED);
        for (int i = 0; byRound.length >= LEAST_ROUNDS && i < RESAMPLES; i++) {
            double[][] drawn = new double[byRound.length][];
            Arrays.setAll(drawn, any -> byRound[random.nextInt(byRound.length)]);
            resampled.add(squares.fit(means(drawn)));
        }
        double doubled = 2 * ns[ns.length - 1];
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < ns.length; i++) {
            int place = i;
            double[] replicates =
                    Arrays.stream(byRound).mapToDouble(round -> round[place]).toArray();
            points.add(new Point(ns[i], Interval.ofMean(replicates), fit.at(ns[i])));
        }
        return new ScalabilityLaw(
                interval(fit, resampled, byRound.length, Line::lambda),
                interval(fit, resampled, byRound.length, Line::sigma),
                interval(fit, resampled, byRound.length, Line::kappa),
                interval(fit, resampled, byRound.length, Line::peak),
                doubled,
                interval(fit, resampled, byRound.length, line -> line.at(doubled)),
                rSquared(points),
                points);
    }

    private static double[] means(double[][] rounds) {
        double[] means = new double[rounds[0].length];
        for (double[] round : rounds) {
            for (int i = 0; i < means.length; i++) {
                means[i] += round[i] / rounds.length;
            }
        }
        return means;
    }

    private static Interval interval(Line fit, List<Line> resampled, int rounds, ToDoubleFunction<Line> value) {
        double estimate = value.applyAsDouble(fit);
        if (resampled.isEmpty()) {
            return Interval.unknown(estimate, rounds);
        }
        double[] values = resampled.stream().mapToDouble(value).sorted().toArray();
        double expanded = StudentT.twoSidedQuantile(StudentT.ALPHA, rounds - 1) * Math.sqrt(rounds / (rounds - 1.0));
        int beyond = (int) (NormalDistribution.of(0, 1).survivalProbability(expanded) * values.length);
        return new Interval(estimate, values[beyond], values[values.length - 1 - beyond], rounds);
    }

    private static double rSquared(List<Point> points) {
        double mean = points.stream()
                .mapToDouble(point -> point.throughput.mean())
                .average()
                .orElseThrow();
        double all = 0;
        double left = 0;
        for (Point point : points) {
            all += Math.pow(point.throughput.mean() - mean, 2);
            left += Math.pow(point.throughput.mean() - point.fitted, 2);
        }
        return 1 - left / all;
    }

    /** Returns the throughput of the law. */
    public double at(double n) {
        return lambda.mean() * n / (1 + sigma.mean() * (n - 1) + kappa.mean() * n * (n - 1));
    }

    /**
     * Returns the farthest of the points that lie off the law, by more than the margin and outside their own intervals;
     * empty for a good fit.
     */
    public Optional<Point> farthestOff(double margin) {
        return points.stream()
                .filter(point -> point.isOff(margin))
                .max(Comparator.comparingDouble(point -> Math.abs(point.deviation())));
    }

    /** The law as {@code N / X = one + others (N − 1) + pairs N(N − 1)}. */
    private record Line(double one, double others, double pairs) {
        private boolean isLaw() {
            return one > 0 && others >= 0 && pairs >= 0;
        }

        private double at(double n) {
            return n / (one + others * (n - 1) + pairs * n * (n - 1));
        }

        private double lambda() {
            return 1 / one;
        }

        private double sigma() {
            return others / one;
        }

        private double kappa() {
            return pairs / one;
        }

        private double peak() {
            return others >= one ? 1 : Math.max(1, Math.sqrt((one - others) / pairs));
        }
    }

    /** Least squares of relative residuals, which has the weights of the means for all resamples. */
    private static final class LeastSquares {
        private static final int[][] TERMS = {{0, 1, 2}, {0, 1}, {0, 2}, {0}};

        private final double[] ns;
        private final double[] weights;
        private final RealMatrix all;
        private final List<DecompositionSolver> solvers;

        LeastSquares(double[] ns, double[] means) {
            this.ns = ns;
            weights = new double[ns.length];
            double[][] rows = new double[ns.length][];
            for (int i = 0; i < ns.length; i++) {
                weights[i] = means[i] / ns[i];
                rows[i] = new double[] {weights[i], weights[i] * (ns[i] - 1), weights[i] * ns[i] * (ns[i] - 1)};
            }
            all = MatrixUtils.createRealMatrix(rows);
            int[] everyRow = new int[ns.length];
            Arrays.setAll(everyRow, i -> i);
            solvers = Arrays.stream(TERMS)
                    .map(terms -> new QRDecomposition(all.getSubMatrix(everyRow, terms)).getSolver())
                    .toList();
        }

        /** Returns the best line with all terms, or, if it is no law, the best one of those without one or two of them. */
        Line fit(double[] throughput) {
            double[] target = new double[ns.length];
            Arrays.setAll(target, i -> weights[i] * ns[i] / throughput[i]);
            Line whole = line(0, target);
            if (whole.isLaw()) {
                return whole;
            }
            Line best = line(TERMS.length - 1, target);
            for (int terms = 1; terms < TERMS.length - 1; terms++) {
                Line fewer = line(terms, target);
                best = fewer.isLaw() && residual(fewer, target) < residual(best, target) ? fewer : best;
            }
            return best;
        }

        private Line line(int terms, double[] target) {
            double[] found = solvers.get(terms)
                    .solve(MatrixUtils.createRealVector(target))
                    .toArray();
            double[] coefficients = new double[3];
            for (int i = 0; i < found.length; i++) {
                coefficients[TERMS[terms][i]] = found[i];
            }
            return new Line(coefficients[0], coefficients[1], coefficients[2]);
        }

        private double residual(Line line, double... target) {
            double[] fitted = all.operate(new double[] {line.one, line.others, line.pairs});
            double sum = 0;
            for (int i = 0; i < target.length; i++) {
                sum += Math.pow(fitted[i] - target[i], 2);
            }
            return sum;
        }
    }
}

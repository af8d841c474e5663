package org.rowmark.stats;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.math3.analysis.solvers.UnivariateSolverUtils;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The smallest difference that a run finds four times out of five: a true log ratio of {@code λ * sd / sqrt(n)}, where
 * λ is the noncentrality at which the two-sided t test of 5 % has the power 0.8 (Cohen 1988, with the exact noncentral
 * t).
 *
 * <p>It is about the run, not about the result: an unclear row does not exclude differences smaller than this. It
 * counts a single row; Holm's adjustment over a table needs more.
 */
public final class DetectableEffect {
    /** The probability of finding the effect. */
    public static final double POWER = 0.8;

    private static final double CLOSE = 1e-12;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** The noncentralities by whole degrees of freedom: one takes 1 ms to find, and every row needs it. */
    private static final Map<Test, Double> NONCENTRALITIES = new ConcurrentHashMap<>();

    private record Test(double df, double level) {}

    private DetectableEffect() {}

    /**
     * Returns the effect for n pairs, that is, rounds.
     *
     * @return the ratio less 1, for example 0.021
     */
    public static double ofPairs(double sd, int pairs) {
        return of(sd, pairs, pairs - 1, StudentT.ALPHA);
    }

    /** Returns the effect of a comparison; empty without an interval. */
    public static OptionalDouble of(Comparison row) {
        int n = row.n();
        return row.hasInterval()
                ? OptionalDouble.of(of(row.sd(), n, row.df(), row.design().level(n)))
                : OptionalDouble.empty();
    }

    /** Returns the effect for any comparison, by its sd, replicates, degrees of freedom and the level of its test. */
    static double of(double sd, int n, double df, double level) {
        double lambda = df == Math.rint(df)
                ? NONCENTRALITIES.computeIfAbsent(new Test(df, level), test -> noncentrality(df, level))
                : noncentrality(df, level);
        return Math.expm1(lambda * sd / Math.sqrt(n));
    }

    /** Finds λ, which is near {@code t(0.975) + t(0.8)}. */
    private static double noncentrality(double df, double level) {
        double critical = StudentT.twoSidedQuantile(level, df);
        double near = critical + StudentT.twoSidedQuantile(2 * (1 - POWER), df);
        return UnivariateSolverUtils.solve(lambda -> power(lambda, df, critical) - POWER, 0, 2 * near, CLOSE);
    }

    /**
     * Returns the power of a two-sided test whose statistic follows the noncentral t: the probability of {@code |Z + λ|
     * > c * S} with Z standard normal and S the root of a χ² over its degrees of freedom ν, integrated over {@code u =
     * ln S}. The density of u, {@code 2 x f(x)} with f that of χ² and {@code x = ν exp(2u)}, falls off so fast at both
     * ends that the trapezium rule is exact to rounding.
     */
    static double power(double lambda, double df, double critical) {
        double logScale = Math.log(2) - df / 2 * Math.log(2) - LogGamma.value(df / 2);
        double spread = 1 / Math.sqrt(2 * df);
        double step = Math.min(spread / 8, 0.04);
        double power = 0;
        for (double u = -8 * spread - 36 / df; u < 8 * spread; u += step) {
            double s = Math.exp(u);
            double x = df * s * s;
            double density = Math.exp(logScale + df / 2 * Math.log(x) - x / 2);
            double beyond = NORMAL.cumulativeProbability(lambda - critical * s)
                    + NORMAL.cumulativeProbability(-lambda - critical * s);
            power += density * beyond * step;
        }
        return power;
    }
}

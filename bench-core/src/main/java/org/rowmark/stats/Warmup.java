package org.rowmark.stats;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.moment.SecondMoment;
import org.rowmark.stats.Comparison.Better;

/**
 * The end of a warm-up, by the change points of its iterations (as in Barrett, Bolz-Tereick, Killick, Mount and Tratt,
 * Virtual Machine Warmup Blows Hot and Cold, 2017), for few iterations: the most significant step to faster iterations
 * is found and what is behind it searched in the same way (binary segmentation, Scott and Knott 1974). Where no step is
 * left, single iterations are left out until the next three are not slower than those behind them. The others are
 * steady. Getting slower is no warm-up.
 *
 * <p>Both are found by the t test of logarithms, steps with Bonferroni's correction for their possible places. Gains of
 * less than {@link #LEAST_GAIN} do not count. Stalls do not decide: of several forks the median of each iteration counts,
 * and what is further from the median of all than five standard deviations, estimated by the median absolute deviation,
 * counts as that far.
 */
public final class Warmup {
    private static final double ALPHA_OF_STEPS = 0.01;

    /** A false alarm costs one iteration. */
    private static final double ALPHA_OF_NEXT = 0.05;

    /** As many iterations as forks measure by default. */
    private static final int NEXT = 3;

    /** Gains of less do not matter. */
    private static final double LEAST_GAIN = Math.log(1.01);

    private static final double FURTHEST = 5;

    /** The logarithm of the speed of an iteration that did nothing. */
    private static final double STANDSTILL = Math.log(Double.MIN_NORMAL);

    /** Standard deviations of a normal distribution per median absolute deviation. */
    private static final double PER_MAD = 1.4826;

    /** The least standard deviation: coarse clocks give equal scores. */
    private static final double LEAST_DEVIATION = 0.001;

    /** The least iterations behind a step: a single one is an outlier. */
    private static final int LEAST_BEHIND = 2;

    /** The least part of the iterations that is steady in a fork that is warm at its end. */
    private static final double LEAST_STEADY = 1.0 / 3;

    private Warmup() {}

    /**
     * Returns the number of iterations before the steady ones, at least 1: the first iteration always starts cold.
     * Empty if less than a third of the iterations is steady: the forks may not be warm at their end.
     *
     * @param forks scores of the iterations of each, as many in each as in the first, in their order
     */
    public static OptionalInt iterations(List<double[]> forks, Better better) {
        double[] curve = clipped(
                medians(forks.stream().map(scores -> speeds(scores, better)).toList()));
        int start = 1;
        OptionalInt later = later(curve, start);
        while (later.isPresent()) {
            start = later.getAsInt();
            later = later(curve, start);
        }
        boolean isSteady = start == 1 || curve.length - start >= LEAST_STEADY * curve.length;
        return isSteady ? OptionalInt.of(start) : OptionalInt.empty();
    }

    /** Returns the logarithms of the speeds relative to the fork's median. */
    private static double[] speeds(double[] scores, Better better) {
        double[] speeds = DoubleStream.of(scores)
                .map(score -> better == Better.HIGHER ? score : 1 / score)
                .map(speed -> speed > 0 && Double.isFinite(speed) ? Math.log(speed) : STANDSTILL)
                .toArray();
        double median = CentralTendency.median(speeds);
        return DoubleStream.of(speeds).map(speed -> speed - median).toArray();
    }

    private static double[] medians(List<double[]> forks) {
        return IntStream.range(0, forks.get(0).length)
                .mapToDouble(i -> CentralTendency.median(
                        forks.stream().mapToDouble(fork -> fork[i]).toArray()))
                .toArray();
    }

    private static double[] clipped(double[] curve) {
        double median = CentralTendency.median(curve);
        double[] deviations =
                DoubleStream.of(curve).map(value -> Math.abs(value - median)).toArray();
        double furthest = FURTHEST * Math.max(LEAST_DEVIATION, PER_MAD * CentralTendency.median(deviations));
        return DoubleStream.of(curve)
                .map(value -> Math.max(median - furthest, Math.min(median + furthest, value)))
                .toArray();
    }

    /** Returns a later start of the steady iterations; empty if all from here on are steady. */
    private static OptionalInt later(double[] curve, int start) {
        int n = curve.length;
        int first = IntStream.rangeClosed(start + 1, n - LEAST_BEHIND)
                .boxed()
                .max(Comparator.comparingDouble(place -> t(curve, start, place)))
                .orElse(n);
        if (first < n && (n - start - LEAST_BEHIND) * p(curve, start, first) < ALPHA_OF_STEPS) {
            return OptionalInt.of(first);
        }
        int next = start + NEXT;
        return next <= n - LEAST_BEHIND && p(curve, start, next) < ALPHA_OF_NEXT
                ? OptionalInt.of(start + 1)
                : OptionalInt.empty();
    }

    /** Returns the one-sided p of a step to faster iterations. */
    private static double p(double[] curve, int start, int place) {
        double t = t(curve, start, place);
        return t > 0 ? StudentT.twoSidedP(t, curve.length - start - 2) / 2 : 1;
    }

    /** Returns Student's t of the iterations before a place and those behind; 0 if these are hardly faster. */
    private static double t(double[] curve, int start, int place) {
        double[] before = Arrays.copyOfRange(curve, start, place);
        double[] behind = Arrays.copyOfRange(curve, place, curve.length);
        double difference = Interval.mean(behind) - Interval.mean(before);
        if (difference < LEAST_GAIN) {
            return 0;
        }
        SecondMoment squares = new SecondMoment();
        double variance = (squares.evaluate(before) + squares.evaluate(behind)) / (before.length + behind.length - 2);
        return difference / Math.sqrt(variance * (1.0 / before.length + 1.0 / behind.length));
    }
}

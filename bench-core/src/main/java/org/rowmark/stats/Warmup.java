package org.rowmark.stats;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.rowmark.stats.Comparison.Better;

/**
 * The end of a warm-up, by the change points of its iterations (as in Barrett, Bolz-Tereick, Killick, Mount and Tratt,
 * Virtual Machine Warmup Blows Hot and Cold, 2017), for few iterations: the most significant step to faster iterations
 * is found and what is behind it searched in the same way (binary segmentation, Scott and Knott 1974); where no step is
 * left but iterations still get faster, the first one is left out. The others are steady. Getting slower is no warm-up.
 *
 * <p>A step is one of the t test of the logarithms before and behind it, with Bonferroni's correction for its possible
 * places; a slope is one of the t test of their correlation with time. Less than {@link #LEAST_GAIN} is neither. Stalls
 * do not decide: of several forks the median of each iteration counts, and what is further from the median of all than
 * five standard deviations, estimated by the median absolute deviation, counts as that far.
 */
public final class Warmup {
    private static final double ALPHA = 0.01;

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

    private static final int LEAST_FOR_SLOPE = 4;

    /** The least part of the iterations that is steady in a fork that is warm at its end. */
    private static final double LEAST_STEADY = 0.25;

    private Warmup() {}

    /**
     * Returns the number of iterations before the steady ones, at least 1: the first iteration always starts cold.
     * Empty if less than a quarter
     * of the iterations is steady.
     *
     * @param forks scores of the iterations of each, as many in each as in the first, in their order
     */
    public static OptionalInt iterations(List<double[]> forks, Better better) {
        double[] curve = clipped(medians(
                forks.stream().map(scores -> speeds(scores, better)).toList()));
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
        OptionalInt step = step(curve, start);
        return step.isEmpty() && isRising(Arrays.copyOfRange(curve, start, curve.length))
                ? OptionalInt.of(start + 1)
                : step;
    }

    /** Returns whether the iterations get faster from the first to the last. */
    private static boolean isRising(double[] curve) {
        int n = curve.length;
        if (n < LEAST_FOR_SLOPE || Interval.sd(curve) == 0) {
            return false;
        }
        double[] time = IntStream.range(0, n).asDoubleStream().toArray();
        double r = Checks.correlation(time, curve);
        double gain = r * Interval.sd(curve) / Interval.sd(time) * (n - 1);
        double t = r * Math.sqrt((n - 2) / Math.max(0, 1 - r * r));
        return gain >= LEAST_GAIN && StudentT.twoSidedP(t, n - 2) / 2 < ALPHA;
    }

    /** Returns the first iteration behind the most significant step to faster ones; empty if none is significant. */
    private static OptionalInt step(double[] curve, int start) {
        int places = curve.length - start - LEAST_BEHIND;
        double highest = 0;
        int first = 0;
        for (int i = start + 1; i <= curve.length - LEAST_BEHIND; i++) {
            double t = t(Arrays.copyOfRange(curve, start, i), Arrays.copyOfRange(curve, i, curve.length));
            if (t > highest) {
                highest = t;
                first = i;
            }
        }
        boolean isStep =
                highest > 0 && places * StudentT.twoSidedP(highest, curve.length - start - 2) / 2 < ALPHA;
        return isStep ? OptionalInt.of(first) : OptionalInt.empty();
    }

    /** Returns Student's t of two groups with the same variance; 0 if the second is hardly higher. */
    private static double t(double[] before, double[] behind) {
        double difference = Interval.mean(behind) - Interval.mean(before);
        if (difference < LEAST_GAIN) {
            return 0;
        }
        double variance = (squares(before) + squares(behind)) / (before.length + behind.length - 2);
        return difference / Math.sqrt(variance * (1.0 / before.length + 1.0 / behind.length));
    }

    private static double squares(double[] values) {
        double mean = Interval.mean(values);
        return DoubleStream.of(values).map(value -> (value - mean) * (value - mean)).sum();
    }
}

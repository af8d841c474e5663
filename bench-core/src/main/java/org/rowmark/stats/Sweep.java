package org.rowmark.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.rowmark.stats.Comparison.Better;

/**
 * A metric as a function of a numeric parameter, with its knee: the smallest value after which every further doubling
 * gains less than the margin, by the upper end of the interval of each step. No curve is fitted and no axis scaled. The
 * steps need no adjustment for their number, since all of them have to be below the margin.
 *
 * <p>A step spans a whole doubling or more. The gain of a smaller one would be its ratio to a power above 1, which
 * widens the interval as much: to the power 2.4 from 384 to 512.
 *
 * @param steps from each value to the smallest that is at least twice as large, ascending; the largest values have none
 * @param knee the value, empty unless there is one inside the range
 * @param leastKnee the smallest value that the intervals allow as the knee: no further doubling is known, by the lower
 *     end of its interval, to gain the margin; empty where nothing is known. The knee is not below it, and not above
 *     {@code knee}.
 */
public record Sweep(List<Step> steps, Shape shape, OptionalDouble knee, OptionalDouble leastKnee) {
    /** The number of values that a curve needs. */
    public static final int LEAST_POINTS = 3;

    /** A doubling is a ratio from this on, because servers round sizes, and offered rates differ a little. */
    private static final double DOUBLING = 1.9;

    /** The shape of a curve. */
    public enum Shape {
        KNEE("more than this gains less than the margin per doubling"),
        /** Not even the first doubling gains anything: the knee, if any, is below the range. */
        FLAT("no doubling in the range gains as much as the margin"),
        /** The last step still may gain the margin or more. */
        STILL_RISING("no knee inside the swept range"),
        /**
         * A step has fewer than five replicates, or the range includes 0 or less, which no doubling reaches, or it is
         * shorter than a doubling.
         */
        UNKNOWN("no knee can be seen: too few replicates, no doubling, or a value up to 0");

        private final String words;

        Shape(String words) {
            this.words = words;
        }

        /** Returns the text for a report. */
        public String words() {
            return words;
        }
    }

    /**
     * A step from one value to another.
     *
     * @param gain the ratio per doubling, with its interval: {@code ratio^(1 / log2(to / from))}
     */
    public record Step(double from, double to, Comparison comparison, Interval gain) {
        private static Step of(double from, double to, Comparison comparison) {
            double power = Math.log(2) / Math.log(to / from);
            Interval gain = new Interval(
                    Math.pow(comparison.ratio(), power),
                    Math.pow(comparison.low(), power),
                    Math.pow(comparison.high(), power),
                    comparison.n());
            return new Step(from, to, comparison, gain);
        }
    }

    /**
     * @param curve replicates by round, by value of the parameter; at least {@value #LEAST_POINTS} values
     */
    public static Sweep of(Map<Double, Map<Integer, Double>> curve, Better better, double margin) {
        if (curve.size() < LEAST_POINTS) {
            throw new IllegalArgumentException("a curve has at least " + LEAST_POINTS + " points, not " + curve.size());
        }
        SortedMap<Double, Map<Integer, Double>> ascending = new TreeMap<>(curve);
        List<Double> values = List.copyOf(ascending.keySet());
        List<Step> steps = new ArrayList<>();
        ascending.forEach((from, replicates) -> values.stream()
                .filter(to -> from > 0 && to >= DOUBLING * from)
                .findFirst()
                .ifPresent(
                        to -> steps.add(Step.of(from, to, Comparison.paired(replicates, ascending.get(to), better)))));
        return judged(values, List.copyOf(steps), margin);
    }

    private static Sweep judged(List<Double> values, List<Step> steps, double margin) {
        boolean isKnown = values.get(0) > 0
                && !steps.isEmpty()
                && steps.stream().allMatch(step -> step.comparison().n() >= Verdict.LEAST_ROUNDS);
        if (!isKnown) {
            return new Sweep(steps, Shape.UNKNOWN, OptionalDouble.empty(), OptionalDouble.empty());
        }
        int flatFrom = after(steps, step -> step.gain().high() < 1 + margin);
        OptionalDouble least =
                OptionalDouble.of(values.get(after(steps, step -> step.gain().low() < 1 + margin)));
        if (flatFrom == steps.size()) {
            return new Sweep(steps, Shape.STILL_RISING, OptionalDouble.empty(), least);
        }
        return flatFrom == 0
                ? new Sweep(steps, Shape.FLAT, OptionalDouble.empty(), least)
                : new Sweep(steps, Shape.KNEE, OptionalDouble.of(values.get(flatFrom)), least);
    }

    /** Returns the place of the first of the last steps that are all small, which is that of the value it begins at. */
    private static int after(List<Step> steps, Predicate<Step> isSmall) {
        int from = steps.size();
        while (from > 0 && isSmall.test(steps.get(from - 1))) {
            from--;
        }
        return from;
    }
}

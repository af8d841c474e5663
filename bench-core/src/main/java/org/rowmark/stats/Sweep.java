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
 * @param steps from each value to the next, ascending
 * @param shape of the curve
 * @param knee the value, empty unless there is one inside the range
 * @param leastKnee the smallest value that the intervals allow as the knee: no further doubling is known, by the lower
 *     end of its interval, to gain the margin; the largest value if the last one is, empty where nothing is known. The
 *     knee is not below it, and not above {@code knee}.
 */
public record Sweep(List<Step> steps, Shape shape, OptionalDouble knee, OptionalDouble leastKnee) {
    /** The number of values that a curve needs. */
    public static final int LEAST_POINTS = 3;

    /** The shape of a curve. */
    public enum Shape {
        KNEE("more than this gains less than the margin per doubling"),
        /** Not even the first doubling gains anything: the knee, if any, is below the range. */
        FLAT("no doubling in the range gains as much as the margin"),
        /** The last step still may gain the margin or more. */
        STILL_RISING("no knee inside the swept range"),
        /** A step has fewer than five replicates, or the range includes 0 or less, which no doubling reaches. */
        UNKNOWN("too few replicates, or a value that is not more than 0: no knee can be seen");

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
     * A step from one value to the next.
     *
     * @param from the smaller value
     * @param to the larger value
     * @param comparison the larger against the smaller
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
     * @param margin δ, for example 0.03
     */
    public static Sweep of(Map<Double, Map<Integer, Double>> curve, Better better, double margin) {
        if (curve.size() < LEAST_POINTS) {
            throw new IllegalArgumentException("a curve has at least " + LEAST_POINTS + " points, not " + curve.size());
        }
        SortedMap<Double, Map<Integer, Double>> ascending = new TreeMap<>(curve);
        List<Double> values = List.copyOf(ascending.keySet());
        List<Step> steps = new ArrayList<>();
        for (int i = 1; i < values.size(); i++) {
            double from = values.get(i - 1);
            double to = values.get(i);
            steps.add(Step.of(from, to, Comparison.paired(ascending.get(from), ascending.get(to), better)));
        }
        return judged(List.copyOf(steps), margin);
    }

    private static Sweep judged(List<Step> steps, double margin) {
        boolean isKnown = steps.get(0).from() > 0
                && steps.stream().allMatch(step -> step.comparison().n() >= Verdict.LEAST_ROUNDS);
        if (!isKnown) {
            return new Sweep(steps, Shape.UNKNOWN, OptionalDouble.empty(), OptionalDouble.empty());
        }
        int flatFrom = after(steps, step -> step.gain().high() < 1 + margin);
        OptionalDouble least =
                OptionalDouble.of(value(steps, after(steps, step -> step.gain().low() < 1 + margin)));
        if (flatFrom == steps.size()) {
            return new Sweep(steps, Shape.STILL_RISING, OptionalDouble.empty(), least);
        }
        return flatFrom == 0
                ? new Sweep(steps, Shape.FLAT, OptionalDouble.empty(), least)
                : new Sweep(steps, Shape.KNEE, OptionalDouble.of(value(steps, flatFrom)), least);
    }

    /** Returns the place of the first of the last steps that are all small. */
    private static int after(List<Step> steps, Predicate<Step> isSmall) {
        int from = steps.size();
        while (from > 0 && isSmall.test(steps.get(from - 1))) {
            from--;
        }
        return from;
    }

    /** Returns the value before a step, or behind the last one. */
    private static double value(List<Step> steps, int place) {
        return place < steps.size()
                ? steps.get(place).from()
                : steps.get(place - 1).to();
    }
}

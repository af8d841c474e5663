package org.rowmark.report.cells;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import org.rowmark.stats.Interval;

/** Arithmetic of values by round. */
public final class Means {
    private Means() {}

    /** Returns the mean of the values with its interval. */
    public static Interval mean(Map<Integer, Double> byRound) {
        return Interval.ofMean(
                byRound.values().stream().mapToDouble(Double::doubleValue).toArray());
    }

    public static Map<Integer, Double> scaled(Map<Integer, Double> byRound, double factor) {
        Map<Integer, Double> scaled = new TreeMap<>(byRound);
        scaled.replaceAll((round, value) -> value * factor);
        return scaled;
    }

    /** Combines the values of each round that both have. */
    public static Map<Integer, Double> joined(
            Map<Integer, Double> one, Map<Integer, Double> other, DoubleBinaryOperator of) {
        Map<Integer, Double> joined = new TreeMap<>(one);
        joined.keySet().retainAll(other.keySet());
        joined.replaceAll((round, value) -> of.applyAsDouble(value, other.get(round)));
        return joined;
    }

    /** Divides the values of each round that both have and where the second is above 0. */
    public static Map<Integer, Double> quotient(Map<Integer, Double> over, Map<Integer, Double> under) {
        Map<Integer, Double> quotient = joined(over, under, (a, b) -> b > 0 ? a / b : Double.NaN);
        quotient.values().removeIf(value -> value.isNaN());
        return quotient;
    }
}

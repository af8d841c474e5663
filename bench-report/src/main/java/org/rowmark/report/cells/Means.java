package org.rowmark.report.cells;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import org.apache.commons.lang3.ArrayUtils;
import org.rowmark.stats.Interval;

/** Arithmetic of values by round. */
public final class Means {
    public static final Interval OF_NONE = Interval.ofMean(new double[0]);

    private Means() {}

    public static Interval mean(Map<Integer, Double> byRound) {
        return byRound.isEmpty() // as of most metrics of a cell
                ? OF_NONE
                : Interval.ofMean(ArrayUtils.toPrimitive(byRound.values().toArray(Double[]::new)));
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

    /** Returns the logarithms of the values that are positive and finite. */
    public static Map<Integer, Double> logs(Map<Integer, Double> byRound) {
        Map<Integer, Double> logs = new TreeMap<>(byRound);
        logs.values().removeIf(value -> !Double.isFinite(value) || value <= 0);
        logs.replaceAll((round, value) -> Math.log(value));
        return logs;
    }

    /** Returns the mean over rows in each round that all of them have. */
    public static Map<Integer, Double> withinRounds(List<Map<Integer, Double>> rows) {
        Map<Integer, Double> means = new TreeMap<>(rows.isEmpty() ? Map.of() : rows.get(0));
        rows.forEach(row -> means.keySet().retainAll(row.keySet()));
        means.replaceAll((round, first) ->
                rows.stream().mapToDouble(row -> row.get(round)).sum() / rows.size());
        return means;
    }

    /** Returns the geometric mean over rows in each round in which all of them are above 0. */
    public static Map<Integer, Double> geometric(List<Map<Integer, Double>> rows) {
        Map<Integer, Double> means = withinRounds(rows.stream().map(Means::logs).toList());
        means.replaceAll((round, mean) -> Math.exp(mean));
        return means;
    }
}

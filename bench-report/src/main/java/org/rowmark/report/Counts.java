package org.rowmark.report;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.rowmark.result.CounterName;
import org.rowmark.result.Sample;

/**
 * What the server, its processes and the measuring process counted for one cell, see {@link CounterName}. They are neither
 * scores nor rates, whatever unit they share with one.
 *
 * @param byMetric by the name that the metric has in samples, sorted; without what nobody tells
 * @param operations of the measured iterations by round; empty where nobody tells
 */
record Counts(Map<String, Counted> byMetric, Map<Integer, Long> operations) {
    static final Counts NONE = new Counts(Map.of(), Map.of());

    static final String PER_OPERATION = "/op";
    private static final String LOAD = "%";

    Counts {
        byMetric = Collections.unmodifiableMap(new TreeMap<>(byMetric));
    }

    /** Of the measured iterations, by round. Every sample is gone through once, for they are many. */
    static Counts of(Map<Integer, List<Sample>> byRound, Set<String> metrics) {
        if (metrics.isEmpty()) {
            return NONE;
        }
        Map<String, Sums> sums = new HashMap<>();
        metrics.forEach(metric -> sums.put(metric, new Sums()));
        Map<Integer, Long> operations = new TreeMap<>();
        byRound.forEach((round, samples) -> {
            for (Sample sample : samples) {
                sample.secondary().forEach((name, metric) -> {
                    Sums sum = sums.get(name);
                    if (sum != null) {
                        sum.add(metric, sample.operations());
                    }
                });
                operations.merge(round, sample.operations(), Long::sum);
            }
            sums.values().forEach(sum -> sum.end(round));
        });
        Map<String, Counted> counted = new TreeMap<>();
        sums.forEach((name, sum) -> {
            if (!sum.rounds.isEmpty()) {
                counted.put(name, sum.counted());
            }
        });
        return new Counts(counted, operations);
    }

    /** Of means by replicate, where nobody tells more. */
    static Counted of(String unit, Map<Integer, Double> rounds) {
        boolean isPerOperation = unit.endsWith(PER_OPERATION);
        return new Counted(
                isPerOperation ? unit.substring(0, unit.length() - PER_OPERATION.length()) : unit,
                isPerOperation,
                rounds);
    }

    boolean isEmpty() {
        return byMetric.isEmpty();
    }

    /** Values by round; empty where nobody tells them. */
    Map<Integer, Double> rounds(String metric) {
        Counted counted = byMetric.get(metric);
        return counted == null ? Map.of() : counted.rounds();
    }

    /** A second visit's behind the first's. */
    Counts followedBy(Counts second, int offset) {
        Map<String, Counted> joined = new TreeMap<>();
        byMetric.forEach((metric, counted) -> {
            Map<Integer, Double> rounds = new TreeMap<>(counted.rounds());
            second.rounds(metric).forEach((round, value) -> rounds.put(round + offset, value));
            joined.put(metric, new Counted(counted.unit(), counted.isPerOperation(), rounds));
        });
        Map<Integer, Long> all = new TreeMap<>(operations);
        second.operations.forEach((round, n) -> all.put(round + offset, n));
        return new Counts(joined, all);
    }

    /** One metric, round by round. */
    private static final class Sums {
        private final Map<Integer, Double> rounds = new TreeMap<>();
        private String unit = "";
        private double sum;
        private double weight;

        private void add(Sample.Metric metric, long operations) {
            if (!Double.isFinite(metric.score())) {
                return;
            }
            unit = unit.isEmpty() ? metric.unit() : unit;
            if (unit.endsWith(PER_OPERATION)) {
                sum += metric.score() * operations; // over all operations, not a mean of means
                weight += operations;
            } else if (unit.equals(LOAD)) {
                sum += metric.score();
                weight++;
            } else {
                sum = metric.score(); // of a level the last reading counts
                weight = 1;
            }
        }

        private void end(int round) {
            if (weight > 0) {
                rounds.put(round, sum / weight);
            }
            sum = 0;
            weight = 0;
        }

        private Counted counted() {
            return Counts.of(unit, rounds);
        }
    }
}

package org.rowmark.report.cells;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.rowmark.result.CounterName;
import org.rowmark.result.Sample;

/**
 * What the server, its processes and the measuring process counted for one cell, see {@link CounterName}. They are neither
 * scores nor rates, whatever unit they share with one. Of one file an iteration that reports others counts as 0: samples
 * leave out files in which nothing was counted.
 *
 * @param byMetric by the name that the metric has in samples, sorted; without what is not reported
 * @param operations of the measured iterations by round; empty where they are not known
 */
public record Counters(Map<String, CounterSeries> byMetric, Map<Integer, Long> operations) {
    public static final Counters NONE = new Counters(Map.of(), Map.of());

    static final String PER_OPERATION = "/op";
    private static final String LOAD = "%";

    public Counters {
        byMetric = Collections.unmodifiableMap(new TreeMap<>(byMetric));
    }

    /** Of the measured iterations, by round. Every sample is gone through once, for they are many. */
    static Counters of(Map<Integer, List<Sample>> byRound, Set<String> metrics) {
        if (metrics.isEmpty()) {
            return NONE;
        }
        Map<String, Sums> sums = new HashMap<>();
        metrics.forEach(metric -> sums.put(metric, new Sums()));
        Map<String, String> ofFiles = ofFiles(metrics);
        Map<Integer, Long> operations = new TreeMap<>();
        byRound.forEach((round, samples) -> {
            Map<String, Long> reporting = new HashMap<>();
            for (Sample sample : samples) {
                Set<String> reported = new HashSet<>();
                sample.secondary().forEach((name, metric) -> {
                    Sums sum = sums.get(name);
                    if (sum != null && Double.isFinite(metric.score())) {
                        sum.add(metric, sample.operations());
                        reported.add(ofFiles.getOrDefault(name, name));
                    }
                });
                reported.forEach(name -> reporting.merge(name, sample.operations(), Long::sum));
                operations.merge(round, sample.operations(), Long::sum);
            }
            sums.forEach((name, sum) ->
                    sum.end(round, ofFiles.containsKey(name) ? reporting.getOrDefault(ofFiles.get(name), 0L) : 0));
        });
        Map<String, CounterSeries> counted = new TreeMap<>();
        sums.forEach((name, sum) -> {
            if (!sum.rounds.isEmpty()) {
                counted.put(name, sum.counted());
            }
        });
        return new Counters(counted, operations);
    }

    /** For each metric of one file that of all files of the kind. */
    private static Map<String, String> ofFiles(Set<String> metrics) {
        Map<String, String> ofFiles = new HashMap<>();
        metrics.forEach(metric -> CounterName.of(metric)
                .filter(CounterName::isOfOneFile)
                .ifPresent(one -> ofFiles.put(metric, new CounterName(one.kind(), one.name(), "").metric())));
        return ofFiles;
    }

    /** Of means by replicate, where no more is known. */
    static CounterSeries of(String unit, Map<Integer, Double> rounds) {
        boolean isPerOperation = unit.endsWith(PER_OPERATION);
        return new CounterSeries(
                isPerOperation ? unit.substring(0, unit.length() - PER_OPERATION.length()) : unit,
                isPerOperation,
                rounds);
    }

    public boolean isEmpty() {
        return byMetric.isEmpty();
    }

    /** Values by round; empty where they are not reported. */
    public Map<Integer, Double> rounds(String metric) {
        CounterSeries counted = byMetric.get(metric);
        return counted == null ? Map.of() : counted.rounds();
    }

    /** A second visit's behind the first's. */
    public Counters followedBy(Counters second, int offset) {
        Map<String, CounterSeries> joined = new TreeMap<>();
        byMetric.forEach((metric, counted) -> {
            Map<Integer, Double> rounds = new TreeMap<>(counted.rounds());
            second.rounds(metric).forEach((round, value) -> rounds.put(round + offset, value));
            joined.put(metric, new CounterSeries(counted.unit(), counted.isPerOperation(), rounds));
        });
        Map<Integer, Long> all = new TreeMap<>(operations);
        second.operations.forEach((round, n) -> all.put(round + offset, n));
        return new Counters(joined, all);
    }

    /** One metric, round by round. */
    private static final class Sums {
        private final Map<Integer, Double> rounds = new TreeMap<>();
        private final Set<Integer> idle = new HashSet<>();
        private String unit = "";
        private double sum;
        private long weight;

        private void add(Sample.Metric metric, long operations) {
            unit = unit.isEmpty() ? metric.unit() : unit;
            if (isPerOperation()) {
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

        /**
         * @param reporting of one file: operations of the iterations that report it of any file or of all, since an iteration
         *     leaves out files in which nothing was counted; else 0
         */
        private void end(int round, long reporting) {
            if (weight > 0) {
                rounds.put(round, sum / (isPerOperation() ? Math.max(weight, reporting) : weight));
            } else if (reporting > 0) {
                idle.add(round);
            }
            sum = 0;
            weight = 0;
        }

        private boolean isPerOperation() {
            return unit.endsWith(PER_OPERATION);
        }

        private CounterSeries counted() {
            if (isPerOperation()) {
                idle.forEach(round -> rounds.put(round, 0.0));
            }
            return Counters.of(unit, rounds);
        }
    }
}

package org.rowmark.report;

import java.util.Map;
import java.util.TreeMap;
import org.rowmark.result.Sample;

/**
 * The distribution of a cell's values; the counter named {@code counter} counts {@code perOperation} each time.
 *
 * @param metrics that are the same in all iterations
 */
public record Level(
        String mode,
        String unit,
        double score,
        double noise,
        String counter,
        double perOperation,
        Map<String, Sample.Metric> metrics) {
    private Level(String mode, String unit, double score, double noise) {
        this(mode, unit, score, noise, "", 0, Map.of());
    }

    public static Level throughput(double score, double noise) {
        return new Level("thrpt", "ops/s", score, noise);
    }

    public static Level time(double score, double noise) {
        return new Level("avgt", "ms/op", score, noise);
    }

    /** Returns the times of single operations, with a profiler's counters. */
    static Level timed(double score, double noise) {
        return new Level("sample", "ms/op", score, noise);
    }

    boolean isTimed() {
        return mode.equals("sample");
    }

    public Level counting(String name, double count) {
        return new Level(mode, unit, score, noise, name, count, metrics);
    }

    public Level with(Map<String, Sample.Metric> others) {
        return new Level(mode, unit, score, noise, counter, perOperation, others);
    }

    Map<String, Sample.Metric> secondary(double value) {
        if (isTimed()) {
            return Map.of(
                    "gc.alloc.rate.norm", new Sample.Metric(1024 * value, "B/op"),
                    "lock_waits", new Sample.Metric(250, "#"));
        }
        double metric = "thrpt".equals(mode) ? value * perOperation : value / perOperation;
        Map<String, Sample.Metric> all = new TreeMap<>(metrics);
        if (!counter.isEmpty()) {
            all.put(counter, new Sample.Metric(metric, unit));
        }
        return all;
    }
}

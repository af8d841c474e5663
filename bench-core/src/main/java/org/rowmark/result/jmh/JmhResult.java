package org.rowmark.result.jmh;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.commons.lang3.Strings;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;

/**
 * One entry of a result file of JMH: a benchmark in one mode with one set of parameter values. Numbers are empty, and
 * texts null, where the file does not contain them.
 *
 * @param mode JMH's short name: thrpt, avgt, sample, ss
 * @param requestedForks forks that were requested, of which some may be missing; 0 for a run inside JMH's own JVM
 * @param requestedIterations measured iterations per fork that were requested
 * @param jmhVersion never null
 * @param jvmArgs of the forks, scrubbed of secrets
 * @param secondary further metrics by their names in JMH 1.37
 */
public record JmhResult(
        String benchmark,
        String mode,
        OptionalInt threads,
        @JsonProperty("forks") OptionalInt requestedForks,
        @JsonProperty("measurementIterations") OptionalInt requestedIterations,
        String jmhVersion,
        String vmName,
        String vmVersion,
        String jdkVersion,
        List<String> jvmArgs,
        OptionalInt warmupIterations,
        String warmupTime,
        OptionalInt warmupBatchSize,
        String measurementTime,
        OptionalInt measurementBatchSize,
        @JsonProperty("params") Map<String, String> parameters,
        @JsonProperty("primaryMetric") Metric primary,
        @JsonProperty("secondaryMetrics") Map<String, Metric> secondary) {
    /** Nanoseconds of JMH's units of time. */
    public static final Map<String, Double> NANOS =
            Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "min", 60e9, "hr", 3600e9, "day", 86_400e9);

    private static final Pattern BREAK = Pattern.compile("\\s*\\R\\s*");

    private static final Map<String, String> MODES = Map.of(
            "thrpt", "thrpt",
            "throughput", "thrpt",
            "avgt", "avgt",
            "averagetime", "avgt",
            "sample", "sample",
            "sampletime", "sample",
            "ss", "ss",
            "singleshottime", "ss");

    /** @throws UsageException if it is not a result of JMH */
    public JmhResult {
        if (benchmark == null || primary == null) {
            throw new UsageException(
                    "is not a JMH result: it has no " + (benchmark == null ? "benchmark" : "primaryMetric"));
        }
        String written = Objects.toString(mode, "");
        mode = MODES.get(written.toLowerCase(Locale.ROOT));
        if (mode == null) {
            throw new UsageException("has the mode '" + written + "'; JMH's are thrpt, avgt, sample and ss");
        }
        jmhVersion = Objects.toString(jmhVersion, "");
        jvmArgs = jvmArgs == null ? List.of() : List.of(Secrets.scrub(String.join(" ", jvmArgs)));
        // early versions of JMH, for example 1.21, insert line breaks and indents into values
        parameters = new LinkedHashMap<>(Objects.requireNonNullElse(parameters, Map.of()));
        parameters.replaceAll((name, value) ->
                Secrets.scrubName(BREAK.matcher(Objects.toString(value, "")).replaceAll("")));
        Map<String, Metric> further = new LinkedHashMap<>();
        Objects.requireNonNullElse(secondary, Map.<String, Metric>of()).forEach((name, metric) -> {
            if (metric != null) {
                further.put(label(name, benchmark), metric);
            }
        });
        secondary = further;
    }

    /**
     * Returns the name of a further metric in JMH 1.37; up to 1.36, names had a dot at the start or in the middle:
     * {@code ·gc.alloc.rate} is {@code gc.alloc.rate}, a percentile of the benchmark method {@code op:op·p0.99} is
     * {@code p0.99}, and one of another method {@code read:read·p0.99} is {@code read:p0.99}.
     */
    static String label(String written, String benchmark) {
        int dot = written.indexOf('·');
        if (dot < 0) {
            return written;
        }
        String name = written.substring(dot + 1);
        String owner = written.substring(written.lastIndexOf(':', dot) + 1, dot);
        String method = benchmark.substring(benchmark.lastIndexOf('.') + 1);
        return owner.isEmpty() || owner.equals(method) ? name : owner + ":" + name;
    }

    /** Returns name and version of the JVM; empty if the file does not contain them. */
    public String jvm() {
        String jvm = (Objects.toString(vmName, "") + " " + Objects.toString(vmVersion, "")).strip();
        return jvm.isEmpty() ? Objects.toString(jdkVersion, "") : jvm;
    }

    /** Returns {@code 3 x 1 s}; empty if the file does not contain it. */
    public String warmup() {
        return iterations(warmupIterations, warmupTime, warmupBatchSize);
    }

    /** Returns {@code 5 x 2 s}, with a batch size other than 1 {@code 5 x 2 s, batches of 10}; empty if the file does not contain it. */
    public String measurement() {
        return iterations(requestedIterations, measurementTime, measurementBatchSize);
    }

    private static String iterations(OptionalInt iterations, String time, OptionalInt batch) {
        String batches = batch.orElse(1) == 1 ? "" : ", batches of " + batch.getAsInt();
        return iterations.isEmpty() ? "" : iterations.getAsInt() + " x " + Objects.toString(time, "") + batches;
    }

    /**
     * The primary or a further metric.
     *
     * @param score JMH's own score over all iterations; NaN if the file does not contain it
     * @param forks the iterations of each fork that the file contains, in its order; a fork has none for what a
     *     profiler measured of it as a whole
     */
    public record Metric(double score, String unit, List<Fork> forks) {

        /** @param rawDataHistogram in the mode sample, pairs of a time and its count: most of a file */
        @JsonCreator
        static Metric of(
                Double score,
                String scoreUnit,
                List<List<Double>> rawData,
                List<List<List<double[]>>> rawDataHistogram) {
            String unit = Objects.toString(scoreUnit, "");
            List<Fork> forks = rawDataHistogram != null && !rawDataHistogram.isEmpty()
                    ? rawDataHistogram.stream()
                            .map(pairs -> Fork.of(pairs, unit))
                            .toList()
                    : Stream.ofNullable(rawData)
                            .flatMap(List::stream)
                            .map(scores -> new Fork(scores, Optional.empty()))
                            .toList();
            return new Metric(score == null ? Double.NaN : score, unit, forks);
        }
    }

    /**
     * The measured iterations of one fork.
     *
     * @param scores one per iteration; NaN where the file has no number
     * @param times of single operations in all iterations, in nanoseconds; empty except in the mode sample, and there
     *     if the unit of the score is unknown
     */
    public record Fork(List<Double> scores, Optional<Histogram> times) {
        public Fork {
            scores = scores.stream()
                    .map(score -> Objects.requireNonNullElse(score, Double.NaN))
                    .toList();
        }

        private static Fork of(List<List<double[]>> iterations, String unit) {
            Histogram times = LatencyHistogram.empty();
            double nanos = NANOS.getOrDefault(Strings.CS.removeEnd(unit, "/op"), 0.0);
            for (double[] pair : iterations.stream().flatMap(List::stream).toList()) {
                if (pair.length < 2 || !(pair[0] >= 0 && pair[0] < Double.POSITIVE_INFINITY && pair[1] >= 0)) {
                    throw new UsageException(
                            "has a pair in a histogram that is not a time and a count: " + Arrays.toString(pair));
                }
                times.recordValueWithCount(Math.round(pair[0] * nanos), Math.round(pair[1]));
            }
            List<Double> scores = iterations.stream().map(Fork::scoreOf).toList();
            return new Fork(scores, Optional.of(times).filter(known -> nanos > 0));
        }

        /** Returns the score that JMH computes for an iteration. */
        private static double scoreOf(List<double[]> iteration) {
            double n = iteration.stream().mapToDouble(pair -> pair[1]).sum();
            return iteration.stream().mapToDouble(pair -> pair[0] * pair[1]).sum() / n;
        }

        /** Returns the mean of the iterations, NaN if one of them has no number or there are none. */
        public double mean() {
            return scores.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
        }
    }
}

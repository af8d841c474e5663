package org.rowmark.report.jmh;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;

/** One object of a result file, with the fields that a report uses. Fields that the file does not contain are null. */
record JmhEntry(
        String benchmark,
        String mode,
        Integer threads,
        Integer forks,
        String jmhVersion,
        String vmName,
        String vmVersion,
        String jdkVersion,
        List<String> jvmArgs,
        Integer warmupIterations,
        String warmupTime,
        Integer warmupBatchSize,
        Integer measurementIterations,
        String measurementTime,
        Integer measurementBatchSize,
        Map<String, String> params,
        Metric primaryMetric,
        Map<String, Metric> secondaryMetrics) {
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

    /** The primary or a further result; only the primary one of the mode sample has histograms. */
    record Metric(
            Double score, String scoreUnit, List<List<Double>> rawData, List<List<List<double[]>>> rawDataHistogram) {
        String unit() {
            return text(scoreUnit);
        }

        List<List<Double>> byFork() {
            return Stream.ofNullable(rawData)
                    .flatMap(List::stream)
                    .map(scores -> scores.stream()
                            .map(score -> score == null ? Double.valueOf(Double.NaN) : score)
                            .toList())
                    .toList();
        }

        List<JmhResult.Fork> forks() {
            return rawDataHistogram != null && !rawDataHistogram.isEmpty()
                    ? new JmhTimes(rawDataHistogram).in(unit())
                    : byFork().stream()
                            .map(scores -> new JmhResult.Fork(scores, Optional.empty()))
                            .toList();
        }
    }

    /**
     * Returns the entry as a result.
     *
     * @throws UsageException if it is not one of JMH
     */
    JmhResult result() {
        if (benchmark == null || primaryMetric == null) {
            throw new UsageException(
                    "is not a JMH result: it has no " + (benchmark == null ? "benchmark" : "primaryMetric"));
        }
        String shortMode = MODES.get(text(mode).toLowerCase(Locale.ROOT));
        if (shortMode == null) {
            throw new UsageException("has the mode '" + text(mode) + "'; JMH's are thrpt, avgt, sample and ss");
        }
        return new JmhResult(
                benchmark,
                shortMode,
                number(threads),
                number(forks),
                number(measurementIterations),
                parameters(),
                setup(),
                primaryMetric.score() == null ? Double.NaN : primaryMetric.score(),
                primaryMetric.unit(),
                primaryMetric.forks(),
                secondary());
    }

    /** Removes line breaks and indents, which early versions of JMH, for example 1.21, insert into values. */
    private Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (params != null) {
            params.forEach((name, value) -> parameters.put(
                    name, Secrets.scrub(BREAK.matcher(text(value)).replaceAll(""))));
        }
        return parameters;
    }

    private JmhResult.Setup setup() {
        String jvm = Stream.of(text(vmName), text(vmVersion))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
        return new JmhResult.Setup(
                text(jmhVersion),
                jvm.isEmpty() ? text(jdkVersion) : jvm,
                Secrets.scrub(jvmArgs == null ? "" : String.join(" ", jvmArgs)),
                iterations(warmupIterations, warmupTime, warmupBatchSize),
                iterations(measurementIterations, measurementTime, measurementBatchSize));
    }

    /** Returns {@code 5 x 2 s}, with a batch size other than 1 {@code 5 x 2 s, batches of 10}. */
    private static String iterations(Integer iterations, String time, Integer batch) {
        if (iterations == null) {
            return "";
        }
        return iterations + " x " + text(time) + (batch == null || batch == 1 ? "" : ", batches of " + batch);
    }

    private Map<String, JmhResult.Metric> secondary() {
        Map<String, JmhResult.Metric> metrics = new LinkedHashMap<>();
        if (secondaryMetrics != null) {
            secondaryMetrics.values().removeIf(Objects::isNull);
            secondaryMetrics.forEach((name, metric) ->
                    metrics.put(JmhLabels.of(name, benchmark), new JmhResult.Metric(metric.unit(), metric.byFork())));
        }
        return metrics;
    }

    private static String text(String value) {
        return value == null ? "" : value;
    }

    private static OptionalInt number(Integer value) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }
}

package org.rowmark.report.jmh;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One object of a result file as it stands there. What a file does not tell is left open, what is not known is passed
 * over.
 *
 * @param fields all but the primary metric
 * @param primary the primary metric, but for its histograms
 * @param times its histograms, empty for every mode but sample
 */
record JmhEntry(ObjectNode fields, ObjectNode primary, JmhTimes times) {
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

    /** @throws UsageException if it is no result of JMH */
    JmhResult result() {
        String benchmark = text("benchmark");
        if (benchmark.isEmpty() || primary.isEmpty()) {
            throw new UsageException(
                    "is no result of JMH: it has no " + (benchmark.isEmpty() ? "benchmark" : "primaryMetric"));
        }
        String mode = MODES.get(text("mode").toLowerCase(Locale.ROOT));
        if (mode == null) {
            throw new UsageException("has the mode '" + text("mode") + "'; JMH's are thrpt, avgt, sample and ss");
        }
        String unit = primary.path("scoreUnit").asString("");
        return new JmhResult(
                benchmark,
                mode,
                count("threads"),
                count("forks"),
                count("measurementIterations"),
                parameters(),
                setup(),
                JmhNumber.of(primary.path("score")),
                unit,
                times.isEmpty() ? forks(primary.path("rawData")) : times.in(unit),
                secondary(benchmark));
    }

    /** Early versions of JMH, 1.21 for one, break and indent the lines inside values, too. */
    private Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        fields.path("params").properties().forEach(parameter -> {
            String value = parameter.getValue().asString("");
            parameters.put(
                    parameter.getKey(), Secrets.scrub(BREAK.matcher(value).replaceAll("")));
        });
        return parameters;
    }

    private JmhResult.Setup setup() {
        String arguments = fields.path("jvmArgs")
                .valueStream()
                .map(argument -> argument.asString(""))
                .collect(Collectors.joining(" "));
        String jvm = Stream.of(text("vmName"), text("vmVersion"))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
        return new JmhResult.Setup(
                text("jmhVersion"),
                jvm.isEmpty() ? text("jdkVersion") : jvm,
                Secrets.scrub(arguments),
                iterations("warmup"),
                iterations("measurement"));
    }

    /** {@code 5 x 2 s}, with a batch size other than 1 {@code 5 x 2 s, batches of 10}. */
    private String iterations(String phase) {
        OptionalInt iterations = count(phase + "Iterations");
        if (iterations.isEmpty()) {
            return "";
        }
        int batch = count(phase + "BatchSize").orElse(1);
        return iterations.getAsInt() + " x " + text(phase + "Time") + (batch == 1 ? "" : ", batches of " + batch);
    }

    private Map<String, JmhResult.Metric> secondary(String benchmark) {
        Map<String, JmhResult.Metric> metrics = new LinkedHashMap<>();
        fields.path("secondaryMetrics").properties().forEach(metric -> {
            JsonNode value = metric.getValue();
            List<List<Double>> scores = forks(value.path("rawData")).stream()
                    .map(JmhResult.Fork::scores)
                    .toList();
            String unit = value.path("scoreUnit").asString("");
            metrics.put(JmhLabels.of(metric.getKey(), benchmark), new JmhResult.Metric(unit, scores));
        });
        return metrics;
    }

    private static List<JmhResult.Fork> forks(JsonNode rawData) {
        List<JmhResult.Fork> forks = new ArrayList<>();
        rawData.valueStream()
                .forEach(fork -> forks.add(
                        new JmhResult.Fork(fork.valueStream().map(JmhNumber::of).toList(), Optional.empty())));
        return forks;
    }

    private String text(String name) {
        return fields.path(name).asString("");
    }

    private OptionalInt count(String name) {
        double number = JmhNumber.of(fields.path(name));
        return number >= 0 && number <= Integer.MAX_VALUE ? OptionalInt.of((int) number) : OptionalInt.empty();
    }
}

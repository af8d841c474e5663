package org.rowmark.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.Strings;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.BenchmarkResultMetaData;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.options.TimeValue;
import org.rowmark.clients.JmhResult.Phase;
import org.rowmark.clients.JmhResult.Setup;
import org.rowmark.jmh.JarForks.Printed;
import org.rowmark.plan.Timing;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.Sample;
import org.rowmark.result.jmh.JmhFile;
import org.rowmark.result.jmh.JmhResult;
import org.rowmark.run.fork.SampleRecorder;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * The result of a fork in JMH's JSON, of whatever version, as results of the JMH that Rowmark has.
 *
 * @param times of single operations with their counts, by iteration; nothing except in the mode sample
 */
record JarResult(BenchmarkCase measured, JmhResult json, TimeUnit unit, JsonNode times) {
    /** Metrics that JMH makes of the times of the mode sample. */
    private static final Pattern DERIVED = Pattern.compile("(.*:)?p[01]\\.\\d+");

    /** @throws UsageException if the file is not that of one fork that has measured all its iterations */
    static JarResult read(BenchmarkCase measured, Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new UsageException(
                    "it wrote no result: the main class of its jar is not JMH's; use --classpath NAME=JAR");
        }
        List<JmhResult> results = JmhFile.read(file).results();
        if (results.size() != 1) {
            throw new UsageException("it returned " + results.size() + " results instead of one");
        }
        JmhResult json = results.get(0);
        int iterations = json.primary().forks().stream()
                .mapToInt(fork -> fork.scores().size())
                .sum();
        int requested = json.requestedIterations().orElse(measured.timing().iterations());
        if (iterations != requested) {
            throw new UsageException("it returned " + iterations + " of " + requested
                    + " iterations: its JVM ended early, for example by System.exit");
        }
        JsonNode all = measured.mode() == Mode.SampleTime ? JmhFile.JSON.readTree(file) : MissingNode.getInstance();
        return new JarResult(
                measured, json, unit(json.primary().unit()), all.at("/0/primaryMetric/rawDataHistogram/0"));
    }

    /** Returns the unit of time in {@code ops/ms} or {@code ms/op}. */
    private static TimeUnit unit(String score) {
        double nanos = JmhResult.NANOS.getOrDefault(
                Strings.CS.removeEnd(Strings.CS.removeStart(score, "ops/"), "/op"), Double.NaN);
        return Stream.of(TimeUnit.values())
                .filter(unit -> unit.toNanos(1) == nanos)
                .findFirst()
                .orElseThrow(() -> new UsageException("its score has the unit " + score + ", which is not one of JMH"));
    }

    /** Records the samples of the iterations; returns the whole. */
    BenchmarkResult record(SampleRecorder recorder, Printed printed) {
        List<IterationResult> iterations = iterations(recorder.cell());
        List<Instant> ends = printed.times(iterations.size());
        for (int i = 0; i < iterations.size(); i++) {
            IterationResult iteration = iterations.get(i);
            recorder.iterationResult(iteration.getParams(), i + 1, iteration, ends.get(i), ends.get(i + 1));
        }
        BenchmarkResult whole = new BenchmarkResult(
                iterations.get(0).getBenchmarkParams(), iterations, new BenchmarkResultMetaData(0, 0, 0, 0, 0));
        further()
                .filter(metric -> metric.getValue().forks().stream()
                        .allMatch(fork -> fork.scores().isEmpty()))
                .forEach(metric -> whole.addBenchmarkResult(
                        scalar(metric, metric.getValue().score())));
        return whole;
    }

    /** Returns the iterations of the fork, whose parameters are those of the cell. */
    List<IterationResult> iterations(PlannedCell cell) {
        Setup setup = setup(cell);
        List<Double> scores = json.primary().forks().get(0).scores();
        List<IterationResult> iterations = new ArrayList<>();
        for (int i = 0; i < scores.size(); i++) {
            Map<Long, Long> sampled = sampled(i);
            long operations = operations(scores.get(i), sampled);
            org.rowmark.clients.JmhResult result = new org.rowmark.clients.JmhResult(
                    setup,
                    false,
                    i + 1,
                    operations,
                    operations,
                    json.benchmark(),
                    new Sample.Metric(scores.get(i), json.primary().unit()),
                    sampled,
                    Map.of());
            IterationResult iteration = new IterationResult(
                    setup.params(), result.params(), new IterationResultMetaData(operations, operations));
            iteration.addResult(result.primary());
            further(i).forEach(iteration::addResult);
            iterations.add(iteration);
        }
        return iterations;
    }

    /** Lists what auxiliary counters and profilers measured. */
    private Stream<Map.Entry<String, JmhResult.Metric>> further() {
        return json.secondary().entrySet().stream()
                .filter(metric -> !DERIVED.matcher(metric.getKey()).matches());
    }

    private Stream<ScalarResult> further(int iteration) {
        return further()
                .flatMap(metric -> metric.getValue().forks().stream()
                        .filter(fork -> fork.scores().size() > iteration)
                        .map(fork -> scalar(metric, fork.scores().get(iteration))));
    }

    private static ScalarResult scalar(Map.Entry<String, JmhResult.Metric> metric, double value) {
        return new ScalarResult(metric.getKey(), value, metric.getValue().unit(), AggregationPolicy.AVG);
    }

    /** Returns the times of single operations in nanoseconds with their counts. */
    private Map<Long, Long> sampled(int iteration) {
        Map<Long, Long> sampled = new TreeMap<>();
        times.path(iteration)
                .forEach(pair -> sampled.merge(
                        Math.round(pair.path(0).asDouble() * unit.toNanos(1)),
                        pair.path(1).asLong(),
                        Long::sum));
        return sampled;
    }

    /** Returns about how many operations an iteration had, which JMH does not write. */
    private long operations(double score, Map<Long, Long> sampled) {
        double units = (double) measured.timing().time().toNanos() / unit.toNanos(1);
        double operations = switch (measured.mode()) {
            case Throughput -> score * units;
            case AverageTime -> json.threads().orElse(1) * units / score;
            case SampleTime ->
                sampled.values().stream().mapToLong(Long::longValue).sum();
            default -> json.threads().orElse(1);
        };
        return Math.max(1, Math.round(operations));
    }

    private Setup setup(PlannedCell cell) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(Workloads.TARGET_PARAMETER, cell.target());
        values.putAll(cell.parameters());
        Timing timing = measured.timing();
        return new Setup(
                json.benchmark(),
                json.threads().orElse(1),
                measured.mode(),
                values,
                unit,
                phase(json.warmupIterations().orElse(timing.warmups()), timing.warmupTime()),
                phase(json.requestedIterations().orElse(timing.iterations()), timing.time()),
                measured.column().jdk().program().toString(),
                json.jvmArgs(),
                Objects.requireNonNullElse(json.jdkVersion(), ""),
                Objects.requireNonNullElse(json.vmName(), ""),
                Objects.requireNonNullElse(json.vmVersion(), ""),
                StringUtils.defaultIfEmpty(
                        json.jmhVersion(), measured.column().jar().jmh()));
    }

    private Phase phase(int count, Duration time) {
        long millis = time.toMillis();
        TimeValue length = measured.mode() == Mode.SingleShotTime
                ? TimeValue.NONE
                : millis % 1000 == 0 ? TimeValue.seconds(millis / 1000) : TimeValue.milliseconds(millis);
        return new Phase(count, length.getTime(), length.getTimeUnit(), 1);
    }
}

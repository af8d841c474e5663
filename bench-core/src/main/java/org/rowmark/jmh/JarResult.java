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
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
import org.rowmark.result.PlannedCell;
import org.rowmark.result.Sample;
import org.rowmark.result.jmh.JmhFile;
import org.rowmark.result.jmh.JmhResult;
import org.rowmark.run.fork.SampleRecorder;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The result of a fork in JMH's JSON, of whatever version, as results of the JMH that Rowmark has. */
final class JarResult {
    /** Metrics that JMH makes of the times of the mode sample. */
    private static final Pattern DERIVED = Pattern.compile("(.*:)?p[01]\\.\\d+");

    private final BenchmarkCase measured;
    private final Path file;
    private final JmhResult json;
    private final TimeUnit unit;

    /** @throws UsageException if the file is not that of one fork that has measured all its iterations */
    JarResult(BenchmarkCase measured, Path file) throws IOException {
        this.measured = measured;
        this.file = file;
        if (!Files.exists(file)) {
            throw new UsageException("it wrote no result: the main class of its jar must be JMH's");
        }
        this.json = only(JmhFile.read(file));
        this.unit = unit(json.primary().unit());
        int iterations = json.primary().forks().size() == 1
                ? json.primary().forks().get(0).scores().size()
                : 0;
        if (iterations == 0 || iterations != json.requestedIterations().orElse(iterations)) {
            throw new UsageException("it returned " + iterations + " of "
                    + json.requestedIterations().orElse(measured.timing().iterations())
                    + " iterations: its JVM ended early, for example by System.exit");
        }
    }

    private static JmhResult only(JmhFile file) {
        if (file.results().size() != 1) {
            throw new UsageException("it returned " + file.results().size() + " results instead of one");
        }
        return file.results().get(0);
    }

    /** Returns the unit of time in {@code ops/ms} or {@code ms/op}. */
    private static TimeUnit unit(String score) {
        String name = score.replaceFirst("^ops/", "").replaceFirst("/op$", "");
        double nanos = JmhResult.NANOS.getOrDefault(name, Double.NaN);
        return Stream.of(TimeUnit.values())
                .filter(unit -> unit.toNanos(1) == nanos)
                .findFirst()
                .orElseThrow(() -> new UsageException("its score has the unit " + score + ", which is not one of JMH"));
    }

    /** Records the samples of the iterations; returns the whole. */
    BenchmarkResult record(SampleRecorder recorder, Printed printed) {
        List<IterationResult> iterations = iterations(recorder.cell());
        List<Instant> times = printed.times(iterations.size());
        for (int i = 0; i < iterations.size(); i++) {
            IterationResult iteration = iterations.get(i);
            recorder.iterationResult(iteration.getParams(), i + 1, iteration, times.get(i), times.get(i + 1));
        }
        BenchmarkResult whole = new BenchmarkResult(
                iterations.get(0).getBenchmarkParams(), iterations, new BenchmarkResultMetaData(0, 0, 0, 0, 0));
        further()
                .filter(metric -> metric.getValue().forks().stream()
                        .allMatch(fork -> fork.scores().isEmpty()))
                .forEach(metric -> whole.addBenchmarkResult(scalar(
                        metric.getKey(), metric.getValue(), metric.getValue().score())));
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
                    measured.benchmark().getUsername(),
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

    private List<ScalarResult> further(int iteration) {
        return further()
                .filter(metric -> metric.getValue().forks().size() == 1
                        && metric.getValue().forks().get(0).scores().size() > iteration)
                .map(metric -> scalar(
                        metric.getKey(),
                        metric.getValue(),
                        metric.getValue().forks().get(0).scores().get(iteration)))
                .toList();
    }

    private static ScalarResult scalar(String name, JmhResult.Metric metric, double value) {
        return new ScalarResult(name, value, metric.unit(), AggregationPolicy.AVG);
    }

    /** Returns the times of single operations in nanoseconds with their counts, in the mode sample. */
    private Map<Long, Long> sampled(int iteration) {
        Map<Long, Long> sampled = new TreeMap<>();
        if (measured.mode() == Mode.SampleTime) {
            JsonNode pairs = JsonMapper.shared()
                    .readTree(file)
                    .path(0)
                    .path("primaryMetric")
                    .path("rawDataHistogram")
                    .path(0)
                    .path(iteration);
            pairs.forEach(pair -> sampled.merge(
                    Math.round(pair.path(0).asDouble() * unit.toNanos(1)),
                    pair.path(1).asLong(),
                    Long::sum));
        }
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
        return new Setup(
                json.benchmark(),
                json.threads().orElse(1),
                measured.mode(),
                values,
                unit,
                phase(
                        json.warmupIterations().orElse(measured.timing().warmups()),
                        measured.timing().warmupTime()),
                phase(
                        json.requestedIterations().orElse(measured.timing().iterations()),
                        measured.timing().time()),
                measured.column().jdk().program().toString(),
                json.jvmArgs(),
                Objects.requireNonNullElse(json.jdkVersion(), ""),
                Objects.requireNonNullElse(json.vmName(), ""),
                Objects.requireNonNullElse(json.vmVersion(), ""),
                Optional.of(json.jmhVersion())
                        .filter(version -> !version.isEmpty())
                        .orElse(measured.column().jar().jmh()));
    }

    private Phase phase(int count, Duration time) {
        boolean isShot = measured.mode() == Mode.SingleShotTime;
        long millis = time.toMillis();
        TimeValue length = isShot
                ? TimeValue.NONE
                : millis % 1000 == 0 ? TimeValue.seconds(millis / 1000) : TimeValue.milliseconds(millis);
        return new Phase(count, length.getTime(), length.getTimeUnit(), 1);
    }
}

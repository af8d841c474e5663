package org.rowmark.run.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.run.output.KeptForks.KeptFork;
import org.rowmark.run.workloads.PlainJmh;
import org.rowmark.util.Secret;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** jmh.json is what JMH itself would have written. Regenerate the golden file with {@code -Drowmark.golden=update}. */
class JmhExportTest {
    private static final Path GOLDEN = Path.of("src/test/resources/org/rowmark/run/output/jmh.json");

    private static final PlannedCell CELL = new PlannedCell(1, "h2", "answers", "one answer", Map.of("how", "well"));

    @TempDir
    Path temp;

    @Test
    void writes_the_golden_file() throws IOException {
        String written = export();

        if (System.getProperty("rowmark.golden", "").equals("update")) {
            Files.writeString(GOLDEN, written);
        }
        assertThat(written).isEqualTo(Files.readString(GOLDEN));
    }

    @Test
    void makes_a_fork_of_every_round() throws IOException {
        JsonNode entry = JsonMapper.shared().readTree(export()).get(0);

        assertThat(entry.get("forks").asInt()).isEqualTo(3);
        assertThat(entry.get("primaryMetric").get("rawData").toString())
                .isEqualTo("[[100.0,101.0],[200.0,201.0],[300.0,301.0]]");
        assertThat(entry.get("primaryMetric").get("score").asDouble()).isEqualTo(200.5);
        assertThat(entry.get("secondaryMetrics").get("MB").get("rawData").size())
                .isEqualTo(3);
        assertThat(entry.get("jvmArgs").toString()).isEqualTo("[\"-Xmx1g\",\"-Dhow=well\"]");
    }

    @Test
    void has_the_parameters_by_which_the_run_names_the_cell() throws IOException {
        JsonNode params = JsonMapper.shared().readTree(export()).get(0).get("params");

        assertThat(params.toString()).isEqualTo("{\"how\":\"well\",\"target\":\"h2\"}");
    }

    @Test
    void has_no_secrets_in_parameters_and_arguments_and_all_numbers() throws IOException {
        String secret = "Tr0ub\"4\\dor";
        Secret.of(secret);
        Secret.of("200.5");

        String written = export(secret);

        assertThat(written).doesNotContain("Tr0ub");
        JsonNode entry = JsonMapper.shared().readTree(written).get(0);
        assertThat(entry.get("params").get("how").asString()).isEqualTo("***");
        assertThat(entry.get("jvmArgs").toString()).isEqualTo("[\"-Xmx1g\",\"-Dhow=***\"]");
        assertThat(entry.get("primaryMetric").get("score").asDouble()).isEqualTo(200.5);
    }

    @Test
    void has_every_field_that_a_run_of_JMH_itself_has() throws Exception {
        Path ofJmh = temp.resolve("of-jmh.json");
        new Runner(new OptionsBuilder()
                        .include(PlainJmh.class.getName())
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(10))
                        .resultFormat(org.openjdk.jmh.results.format.ResultFormatType.JSON)
                        .result(ofJmh.toString())
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
        JsonNode theirs = JsonMapper.shared()
                .readTree(Files.readString(ofJmh, StandardCharsets.UTF_8))
                .get(0);
        JsonNode ours = JsonMapper.shared().readTree(export()).get(0);

        assertThat(new TreeSet<>(ours.propertyNames())).isEqualTo(new TreeSet<>(theirs.propertyNames()));
        assertThat(new TreeSet<>(ours.get("primaryMetric").propertyNames()))
                .isEqualTo(new TreeSet<>(theirs.get("primaryMetric").propertyNames()));
    }

    @Test
    void keeps_no_fork_in_memory() throws IOException {
        KeptForks forks = KeptForks.in(temp);
        JmhExport export = new JmhExport(forks);
        WeakReference<BenchmarkResult> added = new WeakReference<>(fork(100, "well"));
        forks.add(1, CELL.number(), kept(added.get()));
        export.add(CELL, 1);

        try {
            for (int i = 0; i < 20 && added.get() != null; i++) {
                System.gc();
            }
            assertThat(added.get()).isNull();
        } finally {
            Reference.reachabilityFence(export);
        }
    }

    private String export() throws IOException {
        return export("well");
    }

    private String export(String how) throws IOException {
        KeptForks forks = KeptForks.in(temp);
        JmhExport export = new JmhExport(forks);
        for (int round = 1; round <= 3; round++) {
            forks.add(round, CELL.number(), kept(fork(round * 100.0, how)));
            export.add(CELL, round);
        }
        Path directory = Files.createTempDirectory(temp, "run");
        try (RunDirectory run = RunDirectory.start(directory, manifest(CELL))) {
            export.write(run);
        }
        return Files.readString(directory.resolve("jmh.json"));
    }

    private static KeptFork kept(BenchmarkResult result) {
        return new KeptFork(result, List.of(), Map.of(), Double.NaN);
    }

    private static BenchmarkResult fork(double score, String how) {
        BenchmarkParams params = params(how);
        IterationParams iteration = params.getMeasurement();
        List<IterationResult> iterations = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            IterationResult result = new IterationResult(params, iteration, new IterationResultMetaData(10, 10));
            long operations = (long) score + i;
            result.addResult(new ThroughputResult(
                    ResultRole.PRIMARY, "answer", operations, TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS));
            result.addResult(new ScalarResult("MB", operations / 10.0, "ops/s", AggregationPolicy.AVG));
            iterations.add(result);
        }
        return new BenchmarkResult(params, iterations);
    }

    private static BenchmarkParams params(String how) {
        WorkloadParams values = new WorkloadParams();
        values.put("how", how, 0);
        values.put("target", "h2", 0);
        values.put("unnamed", "default", 0);
        IterationParams iterations = new IterationParams(IterationType.MEASUREMENT, 2, TimeValue.milliseconds(300), 1);
        return new BenchmarkParams(
                "org.rowmark.run.workloads.Answers.answer",
                "generated",
                true,
                1,
                new int[] {1},
                List.of(),
                1,
                0,
                new IterationParams(IterationType.WARMUP, 1, TimeValue.milliseconds(100), 1),
                iterations,
                org.openjdk.jmh.annotations.Mode.Throughput,
                values,
                TimeUnit.SECONDS,
                1,
                "/usr/bin/java",
                List.of(
                        "-Xmx1g",
                        "-Drowmark.endpoint=/some/where",
                        "-Drowmark.seed=7",
                        "-Djmh.ignoreLock=true",
                        "-Dhow=" + how),
                "17.0.15",
                "VM",
                "17.0.15+6",
                "1.37",
                TimeValue.minutes(10));
    }

    private static Manifest manifest(PlannedCell cell) {
        return new Manifest(
                Manifest.FORMAT,
                "0",
                Manifest.Progress.begun(Instant.EPOCH, 3, Optional.empty()),
                new Manifest.Request(
                        "?", "run", 7, "h2", Optional.empty(), List.of(), Optional.empty(), Optional.empty()),
                new Manifest.Sampling(1, 100, 2, 300, "round", 1, ""),
                new MeasurementMethod(
                        3,
                        0.03,
                        Optional.empty(),
                        RoundOrder.INTERLEAVED,
                        "mean",
                        MeasurementMethod.CLOSED_LOOP,
                        false),
                new Environment("", "", 1, 1, "", "", "", Map.of()),
                List.of(),
                List.of(cell),
                Optional.empty(),
                List.of());
    }
}

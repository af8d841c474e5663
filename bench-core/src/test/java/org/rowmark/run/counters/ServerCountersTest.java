package org.rowmark.run.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.run.Bench;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.Answers;
import org.rowmark.run.workloads.Payload;
import org.rowmark.targets.Target;
import org.rowmark.workload.Workloads;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is counted beside a known amount of work of real servers; ForkOutputCaptureTest has forks that count nothing. */
class ServerCountersTest {
    private static final double BYTES = (double) Payload.ROWS * Payload.BYTES;

    @TempDir
    static Path ofH2;

    /** Three iterations that write, of which the first one warms up. */
    private static RunRecord writesOfH2;

    @TempDir
    Path temp;

    @BeforeAll
    static void write() throws IOException {
        writesOfH2 = run(ofH2, "h2", payload("write", "-wi", "1", "-i", "2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "mariadb"})
    @EnabledOnOs(OS.LINUX)
    void inserts_raise_bytes_written_by_at_least_their_payload(String target) throws IOException {
        Disk.assumeAt(temp);
        Map<String, Sample.Metric> metrics = metrics(target.equals("h2") ? writesOfH2 : run(target, "write"));

        assertThat(metrics.get("process.bytes-written").score()).isGreaterThanOrEqualTo(BYTES);
        assertThat(metrics.get("process.bytes-written").unit()).isEqualTo("bytes/op");
        assertThat(metrics.get("process.cpu-time").score()).isPositive();
        assertThat(metrics.get("process.cpu-time").unit()).isEqualTo("ms/op");
        assertThat(metrics.get("process.memory").score()).isGreaterThan(1_000_000);
        assertThat(metrics.get("process.memory").unit()).isEqualTo("bytes");
        assertThat(metrics)
                .containsKeys("client.cpu-time", "client.gc-time", "client.gc-count", "client.allocated-bytes");
        if (!target.equals("h2")) {
            assertThat(metrics.get("client.allocated-bytes").score()).isGreaterThan(BYTES);
            assertThat(metrics.get("client.cpu-load").unit()).isEqualTo("%");
            assertThat(metrics.get("client.cpu-load").score()).isPositive().isLessThanOrEqualTo(100);
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"h2-tcp", "postgresql", "firebird"})
    @EnabledOnOs(OS.LINUX)
    void inserts_raise_bytes_written_on_the_other_databases(String target) throws IOException {
        inserts_raise_bytes_written_by_at_least_their_payload(target);
    }

    @ParameterizedTest
    @ValueSource(strings = "h2")
    @EnabledOnOs(OS.LINUX)
    void a_read_only_loop_writes_about_nothing_whatever_setup_and_teardown_write(String target) throws IOException {
        Map<String, Sample.Metric> metrics = metrics(run(target, "read"));

        assertThat(metrics.get("process.bytes-written").score()).isLessThan(BYTES / 4);
        assertThat(metrics.get("process.cpu-time").score()).isPositive();
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "postgresql", "firebird"})
    @EnabledOnOs(OS.LINUX)
    void a_read_only_loop_writes_about_nothing_on_the_other_databases(String target) throws IOException {
        a_read_only_loop_writes_about_nothing_whatever_setup_and_teardown_write(target);
    }

    @Test
    void counts_every_iteration_and_exports_the_same_names() throws IOException {
        assertThat(writesOfH2.samples()).extracting(Sample::warmup).containsExactly(true, false, false);
        assertThat(writesOfH2.samples()).allSatisfy(sample -> {
            assertThat(sample.operations()).isEqualTo(1);
            assertThat(sample.secondary()).doesNotContainKey("client.cpu-load"); // the client is the server too
            assertThat(sample.secondary().get("data.bytes-written").score()).isGreaterThanOrEqualTo(BYTES);
        });
        JsonNode metrics = JsonMapper.shared()
                .readTree(Files.readString(ofH2.resolve("out/jmh.json")))
                .get(0)
                .get("secondaryMetrics");
        assertThat(metrics.propertyNames())
                .containsAll(metrics(writesOfH2).keySet())
                .allSatisfy(name -> assertThat(name).matches("[A-Za-z0-9_.:/%-]+"));
        assertThat(metrics.get("data.bytes-written").get("scoreUnit").asString())
                .isEqualTo("bytes/op");
    }

    /** Of many operations none can have had more time than all of them had together. */
    @Test
    void divides_by_all_operations_of_an_iteration() throws IOException {
        RunOptions answers = Bench.options(Workloads.all().of(Answers.class), "-wi", "0", "-i", "1", "-r", "200ms")
                .parameters(Map.of("how", List.of("well")));

        Sample sample = run(temp, "h2-mem", answers).samples().stream().toList().get(0);

        double cpu = sample.secondary().get("client.cpu-time").score();
        double most = (double) Duration.between(sample.start(), sample.end()).toMillis()
                * Runtime.getRuntime().availableProcessors();
        assertThat(sample.operations()).isGreaterThan(1);
        assertThat(cpu).isPositive();
        assertThat(cpu * sample.operations()).isLessThanOrEqualTo(most);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_database_without_counters_leaves_those_of_the_system() throws IOException {
        Map<String, Sample.Metric> metrics = metrics(run("hsqldb", "write"));

        assertThat(metrics).containsKeys("process.cpu-time", "process.bytes-written", "client.cpu-time");
    }

    @Test
    void never_fails_an_iteration_even_where_nothing_is_as_it_should_be() {
        ServerCounters counters = new ServerCounters();
        IterationParams warmup = new IterationParams(IterationType.WARMUP, 1, TimeValue.seconds(1), 1);
        IterationResult result = new IterationResult(null, warmup, new IterationResultMetaData(1, 1));

        counters.beforeIteration(null, warmup); // there is no endpoint file

        assertThat(counters.afterIteration(null, warmup, result)).isEmpty();
    }

    private static Map<String, Sample.Metric> metrics(RunRecord record) {
        assertThat(record.summaries().get(1).outcome())
                .as(record.summaries().get(1).reason())
                .isEqualTo(Outcome.OK);
        return record.samples().stream().toList().get(0).secondary();
    }

    /** Returns the target whose database moves nothing in its files while it has nothing else to do. */
    private static Target withoutHousekeeping() {
        return Targets.builtIn().named("h2").withSettings(Map.of("AUTO_COMPACT_FILL_RATE", "0"));
    }

    private RunRecord run(String target, String work) throws IOException {
        return run(temp, target, payload(work));
    }

    private static RunOptions payload(String work, String... words) {
        return Bench.options(Workloads.all().of(Payload.class), words).parameters(Map.of("work", List.of(work)));
    }

    private static RunRecord run(Path directory, String target, RunOptions measured) throws IOException {
        Targets targets = Targets.builtIn().with(Map.of("h2", ServerCountersTest::withoutHousekeeping));
        RequiredServers.assume(targets.named(target));
        directory.toFile().setExecutable(true, false);
        RunOptions options = measured.targets(List.of(target))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.OUT, directory.resolve("out"))
                .with(RunOption.DATA_DIR, directory.resolve("data"));
        return BenchmarkRun.run(Plan.of(RunRequest.resolve(options, Workloads.all(), targets)), RunListener.NONE);
    }
}

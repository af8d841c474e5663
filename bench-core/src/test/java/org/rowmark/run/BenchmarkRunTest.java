package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.Targets;
import org.rowmark.plan.Plan;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.run.output.RunListener;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.RowmarkVersion;
import org.rowmark.util.UsageException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs against real in-memory databases, with real forks where these matter. */
class BenchmarkRunTest {
    @TempDir
    private static Path shared;

    /** Of two rounds. */
    private static RunRecord record;

    @TempDir
    Path temp;

    @BeforeAll
    static void run() throws IOException {
        record = AnswerRuns.in(shared, "well").rounds(2).run();
    }

    @Test
    void records_every_iteration_of_every_round_with_its_time() {
        assertThat(record.manifest().progress().status()).isEqualTo(Manifest.Status.COMPLETE);
        assertThat(record.samples()).hasSize(2 * (1 + 2));
        assertThat(record.samples()).filteredOn(Sample::warmup).hasSize(2);
        assertThat(record.samples()).allSatisfy(sample -> {
            assertThat(sample.score()).isPositive();
            assertThat(sample.unit()).isEqualTo("ops/s");
            assertThat(sample.operations()).isPositive();
            assertThat(sample.end()).isAfter(sample.start());
        });
        assertThat(record.summaries().get(1)).isEqualTo(new RunRecord.Summary(Outcome.OK, 2, ""));
    }

    @Test
    void numbers_no_server_start_where_there_is_no_server() throws IOException {
        assertThat(answers("well")
                        .rounds(2)
                        .run(FakeForks.ofOneIteration((cell, time) -> 1))
                        .outcomes())
                .extracting(CellOutcome::serverStart)
                .containsExactly(0, 0);
    }

    @Test
    void keeps_the_times_of_single_operations_that_JMH_samples() throws IOException {
        RunRecord sampled = answers("well").jmh("-bm", "sample", "-tu", "us").run();

        assertThat(sampled.samples()).hasSize(3).allSatisfy(sample -> {
            Histogram times = LatencyHistogram.decode(sample.histogram());
            assertThat(sample.unit()).isEqualTo("us/op");
            assertThat(times.getTotalCount()).isPositive().isLessThanOrEqualTo(sample.operations());
            assertThat(times.getMean() / 1000).isCloseTo(sample.score(), withinPercentage(0.5));
        });
    }

    @Test
    void reports_the_environment_of_client_and_target_in_the_record_and_in_a_file() throws IOException {
        RunRecord serial =
                answers("well").jmh("-jvmArgsAppend", "-XX:+UseSerialGC").run();

        Map<String, String> client = serial.manifest().environment().facts();
        TargetEnvironment target = serial.manifest().targets().get(0).environment();
        assertThat(client)
                .containsKeys("os", "cores", "memory", "file system", "jvm")
                .containsEntry("collector", "Serial");
        assertThat(client.get(Environment.SPEED)).matches("[1-9]\\d* million steps/s");
        assertThat(client.get("jvm flags")).contains("-XX:+UseSerialGC").doesNotContain("-Drowmark.", "-Djmh.");
        assertThat(target.host())
                .containsEntry("cores", client.get("cores"))
                .doesNotContainKeys("file system", "jvm"); // in memory
        assertThat(target.connection())
                .containsKeys("round trip", "connect")
                .containsEntry("DB_CLOSE_DELAY", "-1")
                .doesNotContainKey("user");
        JsonNode file = JsonMapper.shared().readTree(Files.readString(temp.resolve("out/environment/h2-mem.json")));
        assertThat(file.get("rowmark").asString()).isEqualTo(RowmarkVersion.WITH_COMMIT);
        assertThat(file.get("client").get("os").asString()).isEqualTo(client.get("os"));
        assertThat(file.get("connection").get("connect").asString())
                .isEqualTo(target.connection().get("connect"));
    }

    @Test
    void exports_the_rounds_as_forks_in_the_format_of_JMH() throws IOException {
        JsonNode entry = AnswerRuns.in(shared).jmhJson().get(0);
        assertThat(entry.get("forks").asInt()).isEqualTo(2);
        assertThat(entry.get("params").get("how").asString()).isEqualTo("well");
        assertThat(entry.get("primaryMetric").get("rawData").size()).isEqualTo(2);
        assertThat(entry.get("primaryMetric").get("rawData").get(0).size()).isEqualTo(2);
        // other arguments, as that of a coverage agent, name folders
        assertThat(entry.get("jvmArgs"))
                .noneMatch(argument -> argument.asString().startsWith("-Drowmark."));
    }

    @Test
    void exports_once_when_all_rounds_are_done() throws IOException {
        List<Path> early = new ArrayList<>();
        RunListener listener = new RunListener() {
            @Override
            public void cellEnded(PlannedCell cell, CellOutcome outcome) {
                Stream.of(temp.resolve("out/jmh.json")).filter(Files::exists).forEach(early::add);
            }
        };

        FakeForks.run(
                Plan.of(answers("well").rounds(3).request(Targets.builtIn(), "h2-mem")),
                listener,
                FakeForks.ofOneIteration((cell, time) -> 1));

        assertThat(early).isEmpty();
        assertThat(answers().jmhJson().get(0).get("forks").asInt()).isEqualTo(3);
    }

    @Test
    void skips_with_the_reason_and_counts_every_planned_cell() throws IOException {
        RunRecord skipping = answers("skip", "well").rounds(1).run(FakeForks.ofOneIteration((cell, time) -> 1));

        assertThat(AnswerRuns.summary(skipping, "skip").outcome()).isEqualTo(Outcome.SKIPPED);
        assertThat(AnswerRuns.summary(skipping, "skip").reason()).isEqualTo("H2: asked to be skipped");
        assertThat(Stream.of(Outcome.values()).mapToLong(skipping::count).sum()).isEqualTo(2);
    }

    @Test
    void leaves_nothing_behind_when_a_target_cannot_be_used() throws IOException {
        Target closedPort =
                Target.builtIn("nobody", "h2", ServerKind.EMBEDDED).withUrl("jdbc:h2:tcp://127.0.0.1:1/none");
        Plan plan =
                Plan.of(answers("well").request(Targets.builtIn().with(Map.of("nobody", () -> closedPort)), "nobody"));

        assertThatThrownBy(() -> BenchmarkRun.run(plan, RunListener.NONE))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("nobody");
        assertThat(temp.resolve("out")).doesNotExist();
    }

    @Test
    void removes_its_data_at_the_end() throws IOException {
        try (Stream<Path> data = Files.list(shared.resolve("data"))) {
            assertThat(data).isEmpty();
        }
    }

    @Test
    void refuses_an_output_directory_that_holds_something() throws IOException {
        Files.createDirectories(temp.resolve("out"));
        Files.writeString(temp.resolve("out/thesis.txt"), "dear to somebody");

        assertThatThrownBy(() -> answers("well").run()).hasMessageContaining("is not empty");
        assertThat(temp.resolve("out")).isDirectoryContaining("glob:**/thesis.txt");
    }

    private AnswerRuns answers(String... how) {
        return AnswerRuns.in(temp, how);
    }
}

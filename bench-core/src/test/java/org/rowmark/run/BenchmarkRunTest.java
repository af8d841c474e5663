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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.db.Targets;
import org.rowmark.options.CounterMode;
import org.rowmark.options.DataCacheMode;
import org.rowmark.options.DataOptions;
import org.rowmark.options.DesignChoice;
import org.rowmark.options.LinkSweep;
import org.rowmark.options.Pinning;
import org.rowmark.options.RestartPolicy;
import org.rowmark.plan.JmhArguments;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.TestRounds;
import org.rowmark.plan.Timing;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.Answers;
import org.rowmark.study.StudyReporting;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.Durations;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.Workloads;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs against real in-memory databases, with real forks where these matter. */
class BenchmarkRunTest {
    @TempDir
    Path temp;

    @Test
    void records_every_iteration_of_every_round_with_its_time() throws IOException {
        RunRecord record = run(options("well").rounds(2));

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
        assertThat(run(options("well").rounds(2), FakeForks.ofOneIteration((cell, time) -> 1))
                        .outcomes())
                .extracting(CellOutcome::serverStart)
                .containsExactly(0, 0);
    }

    @Test
    void keeps_the_times_of_single_operations_that_JMH_samples() throws IOException {
        RunRecord record = run(options("well").jmh("-bm", "sample", "-tu", "us"));

        assertThat(record.samples()).hasSize(3).allSatisfy(sample -> {
            Histogram times = LatencyHistogram.decode(sample.histogram());
            assertThat(sample.unit()).isEqualTo("us/op");
            assertThat(times.getTotalCount()).isPositive().isLessThanOrEqualTo(sample.operations());
            assertThat(times.getMean() / 1000).isCloseTo(sample.score(), withinPercentage(0.5));
        });
    }

    @Test
    void tells_the_environment_of_client_and_target_in_the_record_and_in_a_file() throws IOException {
        RunRecord record = run(options("well").jmh("-jvmArgsAppend", "-XX:+UseSerialGC"));

        Map<String, String> client = record.manifest().environment().facts();
        TargetEnvironment target = record.manifest().targets().get(0).environment();
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
        run(options("well").rounds(2));

        JsonNode entry = jmhJson().get(0);
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

        BenchmarkRun.run(Plan.of(request(options("well").rounds(3), Targets.builtIn(), "h2-mem")), listener);

        assertThat(early).isEmpty();
        assertThat(jmhJson().get(0).get("forks").asInt()).isEqualTo(3);
    }

    @Test
    void reports_a_failed_cell_and_keeps_the_others() throws IOException {
        RunRecord record = run(options("sql error", "well").rounds(1));

        assertThat(summary(record, "sql error").outcome()).isEqualTo(Outcome.FAILED);
        assertThat(summary(record, "sql error").reason()).contains("NOWHERE").doesNotContain("\n");
        assertThat(summary(record, "well").outcome()).isEqualTo(Outcome.OK);
        assertThat(jmhJson().size()).isEqualTo(1);
    }

    @Test
    void skips_with_the_reason_and_counts_every_planned_cell() throws IOException {
        RunRecord record = run(options("skip", "well").rounds(1), FakeForks.ofOneIteration((cell, time) -> 1));

        assertThat(summary(record, "skip").outcome()).isEqualTo(Outcome.SKIPPED);
        assertThat(summary(record, "skip").reason()).isEqualTo("H2: asked to be skipped");
        assertThat(Stream.of(Outcome.values()).mapToLong(record::count).sum()).isEqualTo(2);
    }

    @Test
    void survives_a_fork_that_dies() throws IOException {
        RunRecord record = run(options("halt", "well").rounds(1));

        assertThat(summary(record, "halt").reason()).contains("exit code 42");
        assertThat(summary(record, "well").outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void tells_the_message_of_an_exception_that_cannot_be_serialised() throws IOException {
        RunRecord record = run(options("not serialisable").rounds(1));

        assertThat(summary(record, "not serialisable").reason()).contains("the driver says no");
    }

    @Test
    void kills_a_fork_that_outlives_its_limit_and_goes_on() throws IOException {
        RunRecord record = run(options("hang", "well").rounds(1).limit("6s"));

        assertThat(summary(record, "hang").reason())
                .startsWith("killed after 6 s, hung in Thread.sleep")
                .contains(", called by Answers.answer:")
                .endsWith("; give it more time with --timeout");
        assertThat(temp.resolve("out/log.txt"))
                .content()
                .contains("killed where it hung:")
                .containsPattern("at .*Answers.answer\\(Answers.java:");
        assertThat(summary(record, "well").outcome()).isEqualTo(Outcome.OK);
        assertThat(ProcessHandle.current().children()).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void gives_a_cell_up_that_has_failed_twice() throws IOException {
        RunRecord record = run(options("sql error").rounds(3), FakeForks.ofOneIteration((cell, time) -> {
            throw new RunnerException("failure " + time);
        }));

        assertThat(record.outcomes()).hasSize(3);
        assertThat(record.outcomes()).extracting(CellOutcome::outcome).containsOnly(Outcome.FAILED);
        assertThat(record.outcomes().get(1).reason()).contains("failure 2");
        assertThat(record.outcomes().get(2).reason()).isEqualTo("not tried again after failing twice");
    }

    @Test
    void leaves_nothing_behind_when_a_target_cannot_be_used() throws IOException {
        Target closedPort =
                Target.builtIn("nobody", "h2", ServerKind.EMBEDDED).withUrl("jdbc:h2:tcp://127.0.0.1:1/none");
        Plan plan =
                Plan.of(request(options("well"), Targets.builtIn().with(Map.of("nobody", () -> closedPort)), "nobody"));

        assertThatThrownBy(() -> BenchmarkRun.run(plan, RunListener.NONE))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("nobody");
        assertThat(temp.resolve("out")).doesNotExist();
    }

    @Test
    void removes_its_data_at_the_end() throws IOException {
        run(options("well").rounds(1));

        try (Stream<Path> data = Files.list(temp.resolve("data"))) {
            assertThat(data).isEmpty();
        }
    }

    @Test
    void removes_the_temporary_files_of_a_fork_that_died() throws IOException {
        RunRecord record = run(options("unpack and halt").rounds(1));

        assertThat(summary(record, "unpack and halt").reason()).contains("exit code 42");
        assertThat(temp.resolve("data")).isEmptyDirectory();
        assertThat(Path.of(System.getProperty("java.io.tmpdir")))
                .isDirectoryNotContaining("glob:**/" + Answers.UNPACKED + "*");
    }

    @Test
    void refuses_an_output_directory_that_holds_something() throws IOException {
        Files.createDirectories(temp.resolve("out"));
        Files.writeString(temp.resolve("out/thesis.txt"), "dear to somebody");

        assertThatThrownBy(() -> run(options("well"))).hasMessageContaining("is not empty");
        assertThat(temp.resolve("out")).isDirectoryContaining("glob:**/thesis.txt");
    }

    private static RunRecord.Summary summary(RunRecord record, String how) {
        PlannedCell cell = record.manifest().cells().stream()
                .filter(planned -> planned.parameters().get("how").equals(how))
                .findFirst()
                .orElseThrow();
        return record.summaries().get(cell.number());
    }

    private JsonNode jmhJson() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(temp.resolve("out/jmh.json")));
    }

    private RunRecord run(Options options) throws IOException {
        return run(options, Fork::measure);
    }

    private RunRecord run(Options options, Fork.Measuring forks) throws IOException {
        return BenchmarkRun.run(Plan.of(request(options, Targets.builtIn(), "h2-mem")), RunListener.NONE, forks);
    }

    private RunRequest request(Options options, Targets targets, String target) {
        Timing quick = new Timing(1, Durations.parse("", "50ms"), 2, Durations.parse("", "50ms"));
        Workloads workloads = Workloads.all();
        return new RunRequest(
                "Does the run hold?",
                List.of(Selection.of(workloads.of(Answers.class), Map.of("how", options.how))),
                DesignChoice.FULL,
                List.of(targets.named(target)),
                TestRounds.of(options.rounds),
                quick,
                1,
                7,
                new WorkloadOptions(Map.of()),
                temp.resolve("out"),
                new DataOptions(temp.resolve("data"), 7, DataCacheMode.OFF),
                target,
                Durations.parse("", options.limit),
                RestartPolicy.ROUND,
                false,
                false,
                Pinning.NONE,
                CounterMode.ON,
                new JmhArguments(options.jmh),
                "run answers",
                false,
                List.of(),
                LinkSweep.NOTHING,
                StudyReporting.NOTHING);
    }

    private static Options options(String... how) {
        return new Options(List.of(how), 1, "60s", List.of());
    }

    private record Options(List<String> how, int rounds, String limit, List<String> jmh) {
        Options rounds(int newRounds) {
            return new Options(how, newRounds, limit, jmh);
        }

        Options limit(String newLimit) {
            return new Options(how, rounds, newLimit, jmh);
        }

        Options jmh(String... words) {
            return new Options(how, rounds, limit, List.of(words));
        }
    }
}

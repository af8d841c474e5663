package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.Targets;
import org.rowmark.fixture.Latencies;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Threads;
import org.rowmark.options.Warmups;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.run.output.RunListener;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;

/** The times of single operations that a run records beside the score without being asked to. */
@Tag("slow")
class WorkloadLatenciesTest {
    private static final int THREADS = 2;

    @TempDir
    private Path directory;

    @Test
    void every_workload_with_threads_times_each_operation_or_every_kth_and_the_sample_states_k() throws IOException {
        List<String> workloads = Stream.concat(
                        Workloads.all().list().stream()
                                .filter(workload -> workload.takes(RunOption.POOL))
                                .map(Workload::name),
                        Stream.of("connect"))
                .toList();
        RunOptions options = RunOptions.NONE
                .workloads(workloads)
                .targets(List.of("h2-mem"))
                .parameters(Map.of(
                        "rows", List.of("1000"),
                        "items", List.of("1000"),
                        "customers", List.of("30"),
                        "cursor", List.of("buffered"),
                        "batchSize", List.of("10"),
                        "rewrite", List.of("off"),
                        "commit", List.of("every"),
                        "fetchSize", List.of("default"),
                        "source", List.of("pool")))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.WARMUPS, Warmups.of(1))
                .with(RunOption.ITERATIONS, 1)
                .with(RunOption.THREADS, Threads.of(THREADS))
                .withText(RunOption.WARMUP_TIME, "50ms")
                .withText(RunOption.TIME, "100ms")
                .with(RunOption.OUT, directory.resolve("out"));

        RunRecord record = BenchmarkRun.run(
                Plan.of(RunRequest.resolve(options, Workloads.all(), Targets.builtIn())), RunListener.NONE);

        assertThat(record.count(Outcome.OK)).isEqualTo(workloads.size()).isGreaterThan(14);
        assertThat(record.samples()).hasSize(2 * workloads.size()).allSatisfy(sample -> {
            double every = Optional.ofNullable(sample.secondary().get(Latencies.EVERY))
                    .map(Sample.Metric::score)
                    .orElse(1.0);
            double timed = sample.operations() / every;
            assertThat((double) LatencyHistogram.decode(sample.histogram()).getTotalCount())
                    .as(record.manifest().cells().get(sample.cell() - 1).label() + ", every " + every)
                    .isBetween(0.999 * timed - 2 * THREADS, timed + 2 * THREADS);
        });
    }
}

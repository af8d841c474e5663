package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Targets;
import org.rowmark.fixture.Latencies;
import org.rowmark.fixture.Session;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Warmups;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.run.output.RunListener;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;

/** {@code --pool}: the cells that it makes, what it refuses, and runs whose threads borrow connections. */
class PoolTest {
    private static final List<String> WAITS =
            List.of("pool.wait.max", "pool.wait.mean", "pool.wait.p50", "pool.wait.p95", "pool.wait.p99");

    @TempDir
    private Path directory;

    @Test
    void each_size_is_a_value_of_a_parameter() {
        RunRequest request = request(options("ping").withText(RunOption.POOL, "2, 4"));

        assertThat(Plan.of(request).cells())
                .extracting(PlannedCell::parameters)
                .containsExactly(Map.of("pool", "2"), Map.of("pool", "4"));
        assertThat(request.output().command()).contains(" --pool 2,4 ");
        assertThat(request.load().options().values()).doesNotContainKey("pool");
    }

    @Test
    void without_the_option_no_cell_has_the_parameter() {
        assertThat(Plan.of(request(options("ping", "point-select"))).cells())
                .extracting(PlannedCell::parameters)
                .containsExactly(Map.of(), Map.of("rows", "10000"));
    }

    @Test
    void is_a_key_of_studies_that_the_command_line_replaces() throws IOException {
        Path study = Files.writeString(directory.resolve("s.yaml"), """
                question: Which pool?
                workloads: { ping: {} }
                targets: [h2-mem]
                pool: 3
                """);
        RunOptions options = RunOptions.NONE.with(RunOption.STUDY, study.toString());

        assertThat(Plan.of(request(options)).cells())
                .extracting(PlannedCell::parameters)
                .containsExactly(Map.of("pool", "3"));
        assertThat(Plan.of(request(options.withText(RunOption.POOL, "5"))).cells())
                .extracting(PlannedCell::parameters)
                .containsExactly(Map.of("pool", "5"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "x", "2,", "2,0", "1.5", "", "12345"})
    void refuses_a_size_below_one_and_what_is_no_number(String sizes) {
        assertThatThrownBy(() -> RunOption.POOL.parse(sizes))
                .isInstanceOf(UsageException.class)
                .hasMessage("--pool '" + sizes
                        + "': give numbers of connections from 1 to 9999, several separated by commas");
    }

    @ParameterizedTest
    @ValueSource(strings = {"page-fill", "restore", "connect"})
    void is_refused_where_no_workload_can_borrow(String workload) {
        RunOptions options = options(workload).withText(RunOption.POOL, "2");

        assertThatThrownBy(() -> request(options))
                .isInstanceOf(UsageException.class)
                .hasMessage("--pool 2: none of this run's workloads can borrow connections from a pool (" + workload
                        + "); leave it out");
    }

    @Test
    void is_no_parameter_that_is_set_as_one() {
        assertThatThrownBy(() -> request(options("ping").parameter("pool=2")))
                .isInstanceOf(UsageException.class)
                .hasMessage("-p pool=…: give values with --pool");
    }

    @Test
    void a_transaction_of_several_operations_is_skipped_with_the_reason() {
        Plan plan = Plan.of(request(options("insert-single").withText(RunOption.POOL, "2")));

        assertThat(plan.cells().stream().map(plan::skip).flatMap(Optional::stream))
                .containsExactly(
                        "commit=1000 needs a connection for several operations, and pool=2 lends one for each");
    }

    /** WorkloadsOnServersTest has them on other databases. */
    @Tag("slow")
    @Test
    void every_workload_that_takes_it_works_with_fewer_connections_than_threads() throws IOException {
        RunRecord record = run(everyTaker(directory, "h2"));

        List<String> takers = Workloads.all().list().stream()
                .filter(workload -> workload.takes(RunOption.POOL))
                // those of bench-core's tests may be on the class path, too
                .filter(workload -> workload.type().getPackage().equals(Ping.class.getPackage()))
                .map(Workload::name)
                .toList();
        assertThat(record.manifest().cells())
                .extracting(PlannedCell::workload)
                .containsExactlyInAnyOrderElementsOf(takers);
        assertThat(record.summaries().values())
                .allSatisfy(summary ->
                        assertThat(summary.outcome()).as(summary.reason()).isEqualTo(Outcome.OK));
        assertThat(record.samples()).hasSize(takers.size()).allSatisfy(sample -> {
            assertThat(sample.secondary()).containsKeys(WAITS.toArray(String[]::new));
            assertThat(WAITS.stream().map(sample.secondary()::get).map(Sample.Metric::unit))
                    .containsOnly("us");
            assertThat(sample.histogram()).isNotEmpty();
        });
    }

    /** Returns the options of a run of every workload that takes a pool, with two connections for four threads. */
    static RunOptions everyTaker(Path directory, String target) throws IOException {
        Path study = Files.writeString(directory.resolve("pool.yaml"), """
                question: Does each work with fewer connections than threads?
                workloads:
                  aggregate: { rows: 20 }
                  cursor-fetch: { rows: 20, fetchSize: 7 }
                  delete-insert: { rows: 20 }
                  generated-keys:
                  insert-batch: { batchSize: 10, rewrite: off }
                  insert-multirow: { rows: 20 }
                  insert-single: { commit: every }
                  oltp: { items: 100, customers: 30 }
                  one-result-set: { rows: 1000, fetchSize: default, cursor: buffered }
                  ping:
                  point-select: { rows: 20 }
                  range-scan: { rows: 20, tableRows: 100 }
                  read-only: { rows: 200 }
                  read-write: { rows: 200 }
                  rw-transaction: { branches: 1, accounts: 100 }
                  update-single: { rows: 20, commit: every }
                  upsert: { rows: 20 }
                  wide-rows: { rows: 20, fetchSize: 7 }
                  write-only: { rows: 200 }
                targets: [h2]
                """);
        return RunOptions.NONE
                .with(RunOption.STUDY, study.toString())
                .targets(List.of(target))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.WARMUPS, Warmups.of(0))
                .with(RunOption.ITERATIONS, 1)
                .withText(RunOption.TIME, "50ms")
                .withText(RunOption.POOL, "2")
                .withText(RunOption.THREADS, "4");
    }

    /** SessionTest has the time of an operation that has waited since its intended start. */
    @Test
    void goes_with_a_rate() throws IOException {
        RunRecord record = run(options("cursor-fetch")
                .withText(RunOption.POOL, "1")
                .withText(RunOption.THREADS, "4")
                .withText(RunOption.RATE, "400")
                .withText(RunOption.ARRIVALS, "poisson")
                .with(RunOption.WARMUPS, Warmups.of(1))
                .withText(RunOption.WARMUP_TIME, "200ms")
                .parameters(Map.of("rows", List.of("1000"), "fetchSize", List.of("default"))));

        assertThat(record.count(Outcome.OK)).isEqualTo(1);
        assertThat(record.samples())
                .filteredOn(sample -> !sample.warmup())
                .hasSize(1)
                .allSatisfy(sample -> {
                    assertThat(sample.secondary()).containsKeys(WAITS.toArray(String[]::new));
                    assertThat(sample.secondary().get(Latencies.OFFERED).score())
                            .isCloseTo(400, Percentage.withPercentage(1));
                });
    }

    @Test
    void threads_wait_longer_for_fewer_connections_within_their_operations_and_not_at_all_for_their_own()
            throws IOException {
        RunRecord pooled = run(options("cursor-fetch")
                .withText(RunOption.POOL, "1,4")
                .withText(RunOption.THREADS, "4")
                .parameters(Map.of("rows", List.of("1000"), "fetchSize", List.of("default"))));
        RunRecord own = run(options("ping").withText(RunOption.THREADS, "4"));

        List<Double> means = new ArrayList<>();
        pooled.samples().stream()
                .sorted((one, other) -> Integer.compare(one.cell(), other.cell()))
                .forEach(sample ->
                        means.add(sample.secondary().get("pool.wait.mean").score()));
        assertThat(means.get(0)).isGreaterThan(2 * means.get(1));
        assertThat(pooled.samples()).hasSize(2).allSatisfy(sample -> {
            // four threads are within an operation at any time, and most of them wait where there is one connection
            double seconds = LatencyHistogram.decode(sample.histogram()).getMean() / 1e9;
            assertThat(sample.score() * seconds).isBetween(0.5 * 4, 1.5 * 4);
        });
        assertThat(own.samples())
                .allSatisfy(sample -> assertThat(sample.secondary()).doesNotContainKey("pool.wait.p50"));
        assertThat(own.manifest().cells())
                .allSatisfy(cell -> assertThat(cell.parameters()).doesNotContainKey(Session.POOL));
    }

    /** WorkloadsOnServersTest has them without forks, and SessionTest isolation. */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"ping, 2", "'ping connect', none"})
    void the_smallest_operations_are_checked_on_a_real_server(String workloads, String pool) throws IOException {
        RequiredServers.assume(Targets.builtIn().named("postgresql"));
        RunOptions options = options(workloads.split(" ", -1))
                .targets(List.of("postgresql"))
                .withText(RunOption.ISOLATION, "repeatable-read")
                .withText(RunOption.THREADS, "2");

        RunRecord record = run(pool.equals("none") ? options : options.withText(RunOption.POOL, pool));

        assertThat(record.count(Outcome.FAILED)).isZero();
        assertThat(record.samples())
                .allSatisfy(sample -> assertThat(sample.score()).isPositive());
        assertThat(record.manifest().targets().get(0).environment().connection())
                .containsEntry("isolation level", "repeatable-read");
    }

    private static RunOptions options(String... workloads) {
        return RunOptions.NONE
                .workloads(List.of(workloads))
                .targets(List.of("h2-mem"))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.WARMUPS, Warmups.of(0))
                .with(RunOption.ITERATIONS, 1)
                .withText(RunOption.TIME, "500ms");
    }

    static RunRequest request(RunOptions options) {
        return RunRequest.resolve(options, Workloads.all(), Targets.builtIn());
    }

    private RunRecord run(RunOptions options) throws IOException {
        Path out = Files.createTempDirectory(directory, "run");
        return BenchmarkRun.run(
                Plan.of(request(
                        options.with(RunOption.OUT, out.resolve("out")).with(RunOption.DATA_DIR, out.resolve("data")))),
                RunListener.NONE);
    }
}

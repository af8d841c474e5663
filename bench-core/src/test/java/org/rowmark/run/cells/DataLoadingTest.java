package org.rowmark.run.cells;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.run.FakeForks;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.Finder;
import org.rowmark.workload.Workloads;

/** The loading of data before the first round, on real databases. */
class DataLoadingTest {
    @TempDir
    Path temp;

    @Test
    void the_first_round_finds_the_data_that_every_round_finds() throws IOException {
        the_first_round_finds_it_on_other_databases_too("h2");
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"h2-tcp", "derby", "sqlite"})
    void the_first_round_finds_it_on_other_databases_too(String target) throws IOException {
        RunRecord record = run(2, target, "1000");

        assertThat(record.samples())
                .hasSize(2)
                .allSatisfy(sample ->
                        assertThat(sample.secondary().get(Finder.FOUND).score()).isPositive());
        assertThat(record.manifest().targets().get(0).environment().data())
                .containsEntry("rowmark_finder_1000", "1000 rows, seed 7");
    }

    @Test
    void a_fork_loads_what_is_kept_in_its_memory_alone() throws IOException {
        RunRecord record = run(1, "h2-mem", "3");

        assertThat(record.count(Outcome.OK)).isOne();
        assertThat(record.samples())
                .allSatisfy(sample ->
                        assertThat(sample.secondary().get(Finder.FOUND).score()).isZero());
    }

    @Test
    void data_that_cannot_be_loaded_fails_its_cell_alone() throws IOException {
        Fork.Measuring fake = FakeForks.ofOneIteration((cell, time) -> 1);
        RunRecord record = FakeForks.run(
                plan(1, "h2", "-1", "3"),
                RunListener.NONE,
                (fork, recorder) -> fork.cell().parameters().containsValue("-1")
                        ? fork.measure(recorder)
                        : fake.measure(fork, recorder));

        assertThat(record.summaries().get(1).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(record.summaries().get(1).reason()).contains("no rows today");
        assertThat(record.summaries().get(2).outcome()).isEqualTo(Outcome.OK);
    }

    private RunRecord run(int rounds, String target, String... rows) throws IOException {
        return BenchmarkRun.run(plan(rounds, target, rows), RunListener.NONE);
    }

    private Plan plan(int rounds, String target, String... rows) {
        RunOptions options = RunOptions.NONE
                .workloads(List.of("finder"))
                .targets(List.of(target))
                .parameters(Map.of("rows", List.of(rows)))
                .with(RunOption.ROUNDS, rounds)
                .with(RunOption.SEED, 7L)
                .with(RunOption.OUT, temp.resolve("out"));
        return Plan.of(RunRequest.resolve(options, Workloads.all(), Targets.builtIn()));
    }
}

package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rowmark.plan.Requests.plan;
import static org.rowmark.plan.Requests.request;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Threads;
import org.rowmark.options.Warmups;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Plan.RoundPart;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.Timing;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.run.output.RunListener;
import org.rowmark.util.UsageException;

/** Workloads whose parameters fix the number of invocations of an iteration. */
class FixedWorkTest {
    @TempDir
    Path temp;

    @Test
    void every_iteration_of_a_thread_invokes_the_method_as_often_as_stated_and_its_score_is_their_time()
            throws IOException {
        RunRecord record = run(options("any,7")
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.THREADS, Threads.of(2))
                .with(RunOption.WARMUPS, Warmups.of(1))
                .with(RunOption.WARMUP_TIME, Duration.ofMillis(20))
                .with(RunOption.ITERATIONS, 2)
                .with(RunOption.TIME, Duration.ofMillis(20)));

        assertThat(samples(record, 2)).hasSize(3).allSatisfy(sample -> {
            assertThat(sample.mode()).isEqualTo("ss");
            assertThat(sample.unit()).isEqualTo("s/op");
            assertThat(sample.secondary().get("invocations").score()).isEqualTo(2 * 7);
        });
        assertThat(samples(record, 1)).hasSize(3).allSatisfy(sample -> {
            assertThat(sample.mode()).isEqualTo("thrpt");
            assertThat(sample.unit()).isEqualTo("ops/s");
        });
    }

    @Test
    void has_the_iterations_of_timed_workloads_and_the_limit_of_single_shots() {
        RunRequest request = request(options("7").workloads(List.of("counted", "answers")));

        assertThat(request.sampling().timing()).isEqualTo(Timing.DEFAULT);
        assertThat(request.sampling().limit()).isEqualTo(Duration.ofHours(2).multipliedBy(5));
        assertThat(request(options("any")).sampling().limit()).isLessThan(Duration.ofHours(1));
    }

    @Test
    void is_the_operation_of_its_cells() {
        assertThat(plan(options("any,7")).cells())
                .extracting(PlannedCell::operation)
                .containsOnly("one count", "7 counts")
                .hasSize(4);
    }

    @Test
    void does_not_take_turns_beside_cells_that_do() {
        Plan plan = plan(options("any,7").with(RunOption.ORDER, RoundOrder.TURNS));

        RoundPart round = plan.round(1, plan.cells());

        assertThat(round.groups())
                .singleElement()
                .satisfies(group -> assertThat(times(group)).containsExactly("any", "any"));
        assertThat(round.blocks())
                .hasSize(2)
                .allSatisfy(block -> assertThat(times(block.cells())).containsExactly("7"));
        assertThat(plan.cells().stream().map(cell -> plan.request().timing(cell).iterations()))
                .containsExactly(60, 60, 3, 3);
    }

    @Test
    void cannot_take_turns_alone() {
        assertThatThrownBy(() -> request(options("7").with(RunOption.ORDER, RoundOrder.TURNS)))
                .isInstanceOf(UsageException.class)
                .hasMessage("--order turns: counted is measured in single shots; leave it out");
    }

    @ParameterizedTest
    @CsvSource({"-bm, avgt", "-bm, ss", "-bs, 3", "-wbs, 3"})
    void decides_the_mode_and_the_size_of_its_batches(String option, String value) {
        List<String> given = List.of(option, value);

        assertThatThrownBy(() -> request(options("any,7").jmh(given)))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "JMH's option " + option + ": the fixed work of counted times=7 decides it; leave it out, or"
                                + " measure that in a run of its own");
        assertThat(request(options("any").jmh(given)).sampling().jmh().words()).isEqualTo(given);
    }

    private static List<String> times(List<PlannedCell> cells) {
        return cells.stream().map(cell -> cell.parameters().get("times")).toList();
    }

    private static List<Sample> samples(RunRecord record, int cell) {
        return record.samples().stream().filter(sample -> sample.cell() == cell).toList();
    }

    private RunRecord run(RunOptions options) throws IOException {
        return BenchmarkRun.run(
                Plan.of(request(options.targets(List.of("h2-mem"))
                        .with(RunOption.OUT, temp.resolve("out"))
                        .with(RunOption.DATA_DIR, temp.resolve("data")))),
                RunListener.NONE);
    }

    private static RunOptions options(String times) {
        return RunOptions.NONE
                .workloads(List.of("counted"))
                .targets(List.of("h2-mem", "hsqldb"))
                .parameter("times=" + times);
    }
}

package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.rowmark.plan.Requests.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.fixture.Latencies;
import org.rowmark.fork.ForkSignals;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Warmups;
import org.rowmark.plan.Plan;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.HighestRate;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.RunListener;
import org.rowmark.util.LatencyHistogram;

/** Continued runs that found something out before they were stopped, or whose cells take turns. */
class ResumedMethodsTest {
    @TempDir
    Path temp;

    private int forks;

    /** The end of a process, as far as a test can have it: nothing catches it. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void a_search_of_the_highest_rate_begins_again_if_it_was_stopped() throws IOException {
        RunRecord whole = BenchmarkRun.run(searching("whole"), RunListener.NONE, queue());
        Plan plan = searching("out");
        assertThatThrownBy(() -> BenchmarkRun.run(plan, RunListener.NONE, killed(5, queue())))
                .isInstanceOf(Killed.class);

        RunRecord record = BenchmarkRun.resume(plan, RunListener.NONE, queue(), changes -> false);

        assertThat(record.highestRates()).isEqualTo(whole.highestRates());
        assertThat(record.samples())
                .filteredOn(sample -> sample.round() == 0)
                .hasSize(whole.highestRates().get(0).trials().size() + 1);
        assertThat(record.count(Outcome.OK)).isEqualTo(1);
    }

    @Test
    void a_highest_rate_that_was_found_is_kept_and_is_that_of_the_rounds_to_come() throws IOException {
        Plan plan = searching("out");
        int trials = BenchmarkRun.run(searching("whole"), RunListener.NONE, queue())
                        .highestRates()
                        .get(0)
                        .trials()
                        .size()
                + 1;
        assertThatThrownBy(() -> BenchmarkRun.run(plan, RunListener.NONE, killed(trials + 2, queue())))
                .isInstanceOf(Killed.class);
        List<HighestRate> found = RunDirectory.read(temp.resolve("out")).highestRates();
        List<String> before = lines();
        forks = 0;

        RunRecord record = BenchmarkRun.resume(plan, RunListener.NONE, killed(3, queue()), changes -> false);

        assertThat(forks).as("forks of rounds 2 and 3").isEqualTo(2);
        assertThat(record.highestRates()).isEqualTo(found);
        assertThat(lines()).startsWith(before.toArray(String[]::new));
        assertThat(record.outcomes()).extracting(CellOutcome::round).containsExactly(1, 2, 3);
    }

    /** The first cell of the group has its outcome when the run is stopped, the second has not. */
    @Test
    void a_group_that_takes_turns_is_measured_again_as_a_whole() throws IOException {
        Plan plan = plan(options("takes-turns")
                .targets(List.of("h2-mem", "hsqldb"))
                .parameter("how=well")
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.ORDER, RoundOrder.TURNS)
                .with(RunOption.SLICE, Duration.ofMillis(20))
                .with(RunOption.WARMUPS, Warmups.of(0))
                .with(RunOption.ITERATIONS, 1)
                .with(RunOption.TIME, Duration.ofMillis(40)));
        assertThatThrownBy(() -> BenchmarkRun.run(plan, killedAfterOutcome(1))).isInstanceOf(Killed.class);
        List<String> before = lines();

        RunRecord record = BenchmarkRun.resume(plan, RunListener.NONE, changes -> false);

        assertThat(before).isNotEmpty();
        assertThat(lines()).doesNotContainAnyElementsOf(before);
        assertThat(record.outcomes())
                .extracting(CellOutcome::round, CellOutcome::outcome)
                .containsExactly(tuple(1, Outcome.OK), tuple(1, Outcome.OK));
        IntStream.rangeClosed(1, 2)
                .forEach(cell -> assertThat(record.samples())
                        .filteredOn(sample -> sample.cell() == cell)
                        .isNotEmpty());
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(temp.resolve("out/samples.jsonl"));
    }

    /** Returns forks, one of which is killed before it has a sample. */
    private Fork.Measuring killed(int which, Fork.Measuring measuring) {
        return (fork, recorder) -> {
            if (forks + 1 == which) {
                throw new Killed();
            }
            forks++;
            return measuring.measure(fork, recorder);
        };
    }

    private static RunListener killedAfterOutcome(int which) {
        return new RunListener() {
            private int outcomes;

            @Override
            public void cellEnded(PlannedCell cell, CellOutcome outcome) {
                outcomes++;
                if (outcomes == which) {
                    throw new Killed();
                }
            }
        };
    }

    /** Returns forks on a server that serves 1000 operations a second, with exponential times. */
    private static Fork.Measuring queue() {
        FakeForks serving = FakeForks.ofOneIteration((cell, time) -> 1000);
        return (fork, recorder) -> {
            String rate = fork.cell().parameters().get("rate");
            if (rate != null) {
                double left = 1000 - Double.parseDouble(rate);
                Histogram times = LatencyHistogram.empty();
                for (int i = 0; i < 1_000; i++) {
                    times.recordValue(Math.round(-1e9 / Math.max(1, left) * Math.log(1 - (i + 0.5) / 1_000)));
                }
                recorder.latencies(ForkSignals.NO_KIND, times);
                recorder.metric(Latencies.BACKLOG, new Sample.Metric(left > 0 ? 0 : 50, "%"));
            }
            return serving.measure(fork, recorder);
        };
    }

    private Plan searching(String out) {
        return plan(OpenLoopTest.options()
                .with(RunOption.ROUNDS, 3)
                .withText(RunOption.TIME, "10s")
                .withText(RunOption.FIND_MAX, "p99=20ms")
                .withText(RunOption.RATE, "0.5max")
                .with(RunOption.OUT, temp.resolve(out)));
    }

    private RunOptions options(String workload) {
        return RunOptions.NONE
                .workloads(List.of(workload))
                .with(RunOption.SEED, 7L)
                .with(RunOption.OUT, temp.resolve("out"))
                .with(RunOption.DATA_DIR, temp.resolve("data"));
    }
}

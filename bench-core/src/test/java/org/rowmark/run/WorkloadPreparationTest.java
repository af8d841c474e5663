package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.Answers;
import org.rowmark.run.workloads.OneShot;
import org.rowmark.util.Durations;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

/** What a workload makes ready before the first round, and what it takes away after a fork that failed. */
class WorkloadPreparationTest {
    @TempDir
    Path temp;

    private static final FakeForks.Scores MISFIRES = (cell, time) -> {
        String way = cell.parameters().get("way");
        if (List.of("misfire", "jam", "clogged").contains(way)) {
            throw new RunnerException(way);
        }
        return 1;
    };

    private final List<String> messages = new ArrayList<>();

    @Test
    void makes_every_cell_ready_once_before_all_rounds() throws IOException {
        RunRecord record = run(shots("well", "blank").with(RunOption.ROUNDS, 2), Fork::measure);

        assertThat(record.samples())
                .hasSize(2)
                .extracting(sample -> sample.secondary().get("rounds"))
                .containsOnly(new Sample.Metric(2, "#"));
        assertThat(messages).containsExactly("h2-mem: loading well as number 1", "h2-mem: loading blank as number 2");
        assertThat(record.manifest().targets().get(0).programs()).isEqualTo(Map.of("cannon", "made ready 2 times"));
    }

    @Test
    void gets_the_options_that_workloads_take() throws IOException {
        run(1, "well");

        assertThat(programs()).contains("prepared well with {scale=0.06, backup=my.fbk}");
    }

    @Test
    void skips_what_cannot_be_made_ready_with_the_reason() throws IOException {
        RunRecord record = run(2, "blank", "well");

        assertThat(record.outcomes())
                .filteredOn(outcome -> outcome.outcome() == Outcome.SKIPPED)
                .extracting(CellOutcome::reason)
                .containsExactly("H2: blanks are not measured");
        assertThat(record.count(Outcome.OK)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"broken, no ammunition left", "jinxed, the restorer gives up"})
    void does_not_begin_a_run_whose_data_cannot_be_made(String way, String reason) {
        assertThatThrownBy(() -> run(1, "well", way))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'h2-mem' cannot be made ready: " + reason);
        assertThat(temp.resolve("out")).doesNotExist();
        assertThat(temp.resolve("data")).isEmptyDirectory();
    }

    @Test
    void makes_nothing_ready_for_a_cell_that_is_skipped_anyway() throws IOException {
        RunOptions answers = Bench.options(
                Workloads.all().of(Answers.class), "-p", "target=h2-mem", "-p", "how=skip", "-p", "how=well");

        RunRecord record = run(answers.with(RunOption.ROUNDS, 1), FakeForks.ofOneIteration((cell, time) -> 1));

        assertThat(record.manifest().targets().get(0).programs()).isEmpty();
        assertThat(temp.resolve("out/h2-mem-programs.log")).doesNotExist();
    }

    @Test
    void cleans_up_after_a_fork_that_failed_and_goes_on_if_it_cannot() throws IOException {
        RunRecord record = run(1, "well", "misfire", "jam");

        assertThat(programs())
                .contains("cleaned after misfire", "cleaned after jam")
                .doesNotContain("cleaned after well");
        assertThat(record.count(Outcome.FAILED)).isEqualTo(2);
        assertThat(record.count(Outcome.OK)).isEqualTo(1);
        assertThat(temp.resolve("out/log.txt"))
                .content()
                .contains("could not clean up after one-shot way=jam on h2-mem: jammed for good");
    }

    @Tag("slow")
    @Test
    void kills_the_programs_of_a_fork_that_is_killed() throws Exception {
        RunRecord record = run(shots("program").with(RunOption.TIMEOUT, Durations.parse("", "20s")), Fork::measure);

        assertThat(record.outcomes().get(0).reason()).contains("killed after 20 s");
        long pid = Long.parseLong(programs().stream()
                .filter(line -> line.startsWith("pid "))
                .findFirst()
                .orElseThrow()
                .substring(4));
        Optional<ProcessHandle> left = ProcessHandle.of(pid);
        if (left.isPresent()) {
            left.get().onExit().get(20, TimeUnit.SECONDS); // killed, but perhaps not gone yet
        }
    }

    @ParameterizedTest
    @CsvSource({"deaf, sleep did not end within 2 s", "stuck, it did not end within 2 s"})
    void fails_a_cell_that_is_made_ready_for_too_long_with_its_place_and_measures_the_others(String way, String reason)
            throws IOException {
        RunRecord record = run(
                shots(way, "well").with(RunOption.TIMEOUT, Durations.parse("", "2s")),
                FakeForks.ofOneIteration((cell, time) -> 1));

        assertThat(record.summaries().get(1).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(record.summaries().get(1).reason())
                .startsWith("it was not made ready: " + reason + ", and hung in ")
                .contains(", called by ")
                .endsWith("; give it more time with --timeout");
        assertThat(record.summaries().get(2).outcome()).isEqualTo(Outcome.OK);
        assertThat(temp.resolve("out/log.txt")).content().containsPattern("\tat .*OneShot");
        assertThat(temp.resolve("data")).isEmptyDirectory();
    }

    @Test
    void ends_a_program_that_cleans_up_for_too_long() throws IOException {
        run(shots("clogged").with(RunOption.TIMEOUT, Durations.parse("", "2s")), FakeForks.ofOneIteration(MISFIRES));

        assertThat(temp.resolve("out/log.txt"))
                .content()
                .contains("could not clean up after one-shot way=clogged on h2-mem: sleep did not end within 2 s");
    }

    @Test
    void scrubs_what_programs_print() throws IOException {
        run(1, "well");

        assertThat(programs())
                .anyMatch(line -> line.startsWith("prepared"))
                .noneMatch(line -> line.contains(OneShot.SECRET));
    }

    private List<String> programs() throws IOException {
        return Files.readAllLines(temp.resolve("out/h2-mem-programs.log"));
    }

    private RunRecord run(int rounds, String... ways) throws IOException {
        return run(shots(ways).with(RunOption.ROUNDS, rounds), FakeForks.ofOneIteration(MISFIRES));
    }

    private static RunOptions shots(String... ways) {
        return Bench.options(Workloads.all().of(OneShot.class), "-p", "way=" + String.join(",", ways))
                .targets(List.of("h2-mem"))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.SEED, 7L)
                .with(RunOption.SCALE, 0.06)
                .with(RunOption.BACKUP, Path.of("my.fbk"));
    }

    private RunRecord run(RunOptions options, Fork.Measuring forks) throws IOException {
        RunOptions here =
                options.with(RunOption.OUT, temp.resolve("out")).with(RunOption.DATA_DIR, temp.resolve("data"));
        RunListener listener = new RunListener() {
            @Override
            public void preparing(String target, String text) {
                messages.add(target + ": " + text);
            }
        };
        return BenchmarkRun.run(Plan.of(RunRequest.resolve(here, Workloads.all(), Targets.builtIn())), listener, forks);
    }
}

package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rowmark.plan.Requests.plan;
import static org.rowmark.plan.Requests.request;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Warmups;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.Timing;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.Answers;
import org.rowmark.run.workloads.OneShot;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

/** Workloads whose operation is measured once per fork, however long it takes. */
class SingleShotTest {
    @TempDir
    Path temp;

    @Test
    void are_measured_once_per_fork_without_warm_up_and_broken_off_by_JMH_at_the_limit_that_its_user_sets()
            throws IOException {
        RunRecord record = run(shots("-f", "2", "-to", "20m"));

        assertThat(record.samples()).hasSize(2).allSatisfy(sample -> {
            assertThat(sample.mode()).isEqualTo("ss");
            assertThat(sample.warmup()).isFalse();
            assertThat(sample.unit()).isEqualTo("s/op");
            assertThat(sample.secondary()).containsEntry("timeout", new Sample.Metric(1200, "#"));
        });
        assertThat(record.manifest().sampling().warmups()).isZero();
        assertThat(record.manifest().sampling().iterations()).isEqualTo(1);
        assertThat(record.manifest().sampling().iterationMillis()).isZero();
    }

    @Test
    void have_two_hours_each_before_anything_breaks_them_off() {
        assertThat(request(shots()).sampling().limit()).isEqualTo(Duration.ofHours(2));
        assertThat(request(shots("-wi", "1", "-i", "2")).sampling().limit()).isEqualTo(Duration.ofHours(6));
    }

    @Test
    void are_as_many_as_options_or_a_study_say() throws IOException {
        RunRequest given = request(shots("-wi", "1", "-i", "3"));
        RunRequest studied = request(RunOptions.NONE
                .workloads(List.of("one-shot"))
                .with(RunOption.STUDY, study("warmups: 2", "iterations: 4")));

        assertThat(List.of(
                        given.sampling().timing().warmups(),
                        given.sampling().timing().iterations()))
                .containsExactly(1, 3);
        assertThat(List.of(
                        studied.sampling().timing().warmups(),
                        studied.sampling().timing().iterations()))
                .containsExactly(2, 4);
    }

    @Test
    void are_those_of_the_mode_that_JMH_is_set_to() {
        RunOptions answers = Bench.options(Workloads.all().of(Answers.class), "-p", "target=h2-mem", "-bm", "ss");

        assertThat(request(shots("-bm", "avgt")).sampling().timing()).isEqualTo(Timing.DEFAULT);
        assertThat(request(shots("-bm", "avgt")).isOfSingleShots()).isFalse();
        assertThat(request(answers).sampling().timing()).isEqualTo(Timing.SINGLE_SHOT);
    }

    @Test
    void share_a_run_with_other_workloads_only_if_their_number_is_set() throws IOException {
        RunOptions mixed = RunOptions.NONE.with(RunOption.STUDY, study());

        assertThatThrownBy(() -> request(mixed))
                .isInstanceOf(UsageException.class)
                .hasMessage("one-shot is measured in single shots and answers is not: give --warmups and --iterations"
                        + " for both, or measure them in runs of their own");
        assertThat(request(mixed.with(RunOption.WARMUPS, Warmups.of(1)).with(RunOption.ITERATIONS, 2))
                        .sampling()
                        .timing()
                        .iterations())
                .isEqualTo(2);
    }

    @Test
    void take_a_time_that_nobody_knows_before() throws IOException {
        RunOptions mixed = RunOptions.NONE.with(RunOption.STUDY, study("warmups: 0", "iterations: 10", "rounds: 7"));

        assertThat(plan(shots("-f", "1")).takes())
                .isEqualTo("as long as 1 single shot takes (2 h 0 min per fork at most, see --timeout), and about 1 s");
        assertThat(Plan.of(request(mixed.with(RunOption.TIMEOUT, Duration.ofMinutes(90))))
                        .takes())
                .isEqualTo("as long as 70 single shots take (1 h 30 min per fork at most, see --timeout),"
                        + " and about 1 min 28 s");
        assertThat(Plan.of(request(mixed.workloads(List.of("answers")))).takes())
                .isEqualTo("about 1 min 19 s");
    }

    private String study(String... lines) throws IOException {
        return Files.writeString(temp.resolve("shots.yaml"), """
                question: How long?
                workloads: { one-shot: , answers: }
                targets: [h2-mem]
                """ + String.join("\n", lines) + "\n")
                .toString();
    }

    private RunRecord run(RunOptions options) throws IOException {
        return BenchmarkRun.run(
                Plan.of(request(options.with(RunOption.OUT, temp.resolve("out"))
                        .with(RunOption.DATA_DIR, temp.resolve("data")))),
                RunListener.NONE);
    }

    /** As the door of the IDE reads them. */
    private static RunOptions shots(String... words) {
        return Bench.options(Workloads.all().of(OneShot.class), words);
    }
}

package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rowmark.plan.Requests.request;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Scale;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.Answers;
import org.rowmark.run.workloads.OneShot;
import org.rowmark.util.UsageException;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.Workloads;

/** The size of generated data and the backup that a user gives: who may, who does not, and what forks get. */
class WorkloadOptionsTest {
    @TempDir
    Path temp;

    @ParameterizedTest
    @CsvSource({"1, 1.0, 1", "0.060, 0.06, 0.06", "quick, 0.01, 0.01", "20, 20.0, 20", "0.000001, 0.000001, 0.000001"})
    void reads_a_scale_and_writes_it_again(String text, double scale, String again) {
        assertThat(Scale.parse("--scale", text)).isEqualTo(scale);
        assertThat(Scale.text(scale)).isEqualTo(again);
    }

    @ParameterizedTest
    @CsvSource({"0", "0.0", "-1", "''", "big", "1%", ".5", "1e3", "NaN", "Infinity"})
    void refuses_what_is_no_scale(String text) {
        assertThatThrownBy(() -> Scale.parse("--scale", text))
                .isInstanceOf(UsageException.class)
                .hasMessage("--scale '" + text + "': give a number of more than 0, such as 0.06, 1 for the published"
                        + " size, or quick for 0.01");
    }

    @Test
    void generates_little_by_default() {
        RunRequest request = request(shots());

        assertThat(request.load().options().get(RunOption.SCALE)).contains(0.01);
        assertThat(request.load().options().get(RunOption.BACKUP)).isEmpty();
        assertThat(request.usedScale()).contains(0.01);
    }

    @Test
    void takes_the_scale_of_a_study_unless_another_is_given() throws IOException {
        RunOptions options = RunOptions.NONE.with(RunOption.STUDY, study("scale: 0.5"));

        assertThat(request(options).usedScale()).contains(0.5);
        assertThat(request(options.with(RunOption.SCALE, 2.0)).usedScale()).contains(2.0);
    }

    @Test
    void names_the_key_of_a_study_that_is_no_scale() throws IOException {
        RunOptions options = RunOptions.NONE.with(RunOption.STUDY, study("scale: huge"));

        assertThatThrownBy(() -> request(options))
                .hasMessageStartingWith("study sized, line 6: scale: 'huge': give a number");
    }

    @Test
    void ignores_the_scale_of_a_study_whose_only_chosen_workload_has_none() throws IOException {
        RunOptions options =
                RunOptions.NONE.with(RunOption.STUDY, study("scale: 0.5")).workloads(List.of("answers"));

        assertThat(request(options).usedScale()).isEmpty();
    }

    @Test
    void accepts_the_default_scale_where_no_workload_uses_it() {
        RunOptions answers = Bench.options(Workloads.all().of(Answers.class), "-p", "target=h2-mem");

        assertThat(request(answers.with(RunOption.SCALE, Scale.QUICK)).usedScale())
                .isEmpty();
    }

    @Test
    void refuses_a_scale_and_a_backup_that_no_workload_uses() {
        RunOptions answers = Bench.options(Workloads.all().of(Answers.class), "-p", "target=h2-mem");

        assertThatThrownBy(() -> request(answers.with(RunOption.SCALE, 0.06)))
                .isInstanceOf(UsageException.class)
                .hasMessage("--scale 0.06: none of this run's workloads generates data of a size to choose (answers);"
                        + " leave it out");
        assertThatThrownBy(() -> request(answers.with(RunOption.BACKUP, Path.of("mine.fbk"))))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "--backup mine.fbk: none of this run's workloads restores a backup (answers); leave it out");
    }

    @Test
    void is_part_of_the_command_that_does_the_same_again() {
        RunRequest request = request(shots("--scale", "quick", "--backup", "my own.fbk", "--seed", "5"));

        assertThat(request.seed()).isEqualTo(5);
        assertThat(request.load().options())
                .isEqualTo(new WorkloadOptions(Map.of("scale", "0.01", "backup", "my own.fbk")));
        assertThat(request.output().command()).endsWith(" --scale 0.01 --backup 'my own.fbk' --seed 5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"12345678901", "-7", "-9223372036854775808"})
    void takes_every_seed_of_64_bits(String seed) {
        RunRequest request = request(shots("--seed", seed));

        assertThat(request.seed()).isEqualTo(Long.parseLong(seed));
        assertThat(request.output().command()).endsWith(" --seed " + seed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"99999999999999999999", "1.5", "many", ""})
    void refuses_a_seed_that_is_no_whole_number_of_64_bits(String seed) {
        assertThatThrownBy(() -> shots("--seed", seed))
                .isInstanceOf(UsageException.class)
                .hasMessage("--seed '" + seed + "': give a whole number");
    }

    @Test
    void takes_numbers_of_rounds_up_to_the_largest_of_32_bits() {
        assertThat(shots("--rounds", "2000000000").get(RunOption.ROUNDS)).contains(2_000_000_000);
        assertThatThrownBy(() -> shots("--rounds", "3000000000"))
                .isInstanceOf(UsageException.class)
                .hasMessage("--rounds '3000000000': give a whole number");
    }

    @Test
    void reaches_the_forks_and_the_record() throws IOException {
        RunRecord record = run(shots("--scale", "0.06", "-p", "way=well"));

        assertThat(record.manifest().request().scale()).contains(0.06);
        assertThat(record.samples())
                .extracting(sample -> sample.secondary().get("scale"))
                .containsOnly(new Sample.Metric(0.06, "#"));
    }

    @Test
    void a_backup_of_the_users_own_has_no_scale_and_reaches_the_forks() throws IOException {
        RunRecord record = run(shots("--backup", "/my/own.fbk", "-p", "way=backup"));

        assertThat(record.manifest().request().scale()).isEmpty();
        assertThat(record.outcomes())
                .extracting(CellOutcome::reason)
                .singleElement()
                .asString()
                .contains("restoring /my/own.fbk");
    }

    @Test
    void is_not_in_the_record_of_workloads_without_a_size() throws IOException {
        RunOptions answers =
                Bench.options(Workloads.all().of(Answers.class), "-p", "target=h2-mem", "-wi", "0", "-r", "10ms");

        assertThat(run(answers, FakeForks.ofOneIteration((cell, time) -> 1))
                        .manifest()
                        .request()
                        .scale())
                .isEmpty();
    }

    private String study(String line) throws IOException {
        return Files.writeString(temp.resolve("sized.yaml"), """
                question: How large?
                workloads: { one-shot: , answers: }
                targets: [h2-mem]
                warmups: 0
                iterations: 1
                """ + line + "\n").toString();
    }

    private RunRecord run(RunOptions options) throws IOException {
        return run(options, Fork::measure);
    }

    private RunRecord run(RunOptions options, Fork.Measuring forks) throws IOException {
        return BenchmarkRun.run(
                Plan.of(request(options.with(RunOption.ROUNDS, 1)
                        .with(RunOption.OUT, temp.resolve("out"))
                        .with(RunOption.DATA_DIR, temp.resolve("data")))),
                RunListener.NONE,
                forks);
    }

    /** As the door of the IDE reads them. */
    private static RunOptions shots(String... words) {
        return Bench.options(Workloads.all().of(OneShot.class), words);
    }
}

package org.rowmark.run.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.rowmark.plan.Requests.request;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.ControlCell;
import org.rowmark.result.ControlCell.Repeat;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.run.Bench;
import org.rowmark.run.FakeForks;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.OneShot;
import org.rowmark.workload.Workloads;

/** When a control has moved, and the rounds that are added for it. */
class ControlMonitorTest {
    /** The control's third fork takes a hundred times as long as the others. */
    private static final FakeForks.Scores THIRD_IS_SLOW =
            (cell, time) -> cell.number() == 1 && time == 3 ? 100 : 1 + time % 2 / 100.0;

    @TempDir
    Path temp;

    @Test
    void judges_the_first_rounds_when_the_fourth_is_there_and_each_once() {
        ControlMonitor watch = new ControlMonitor(1, 2, 6, 0.03);

        assertThat(after(watch, 1, 100)).isEmpty();
        assertThat(after(watch, 2, 200)).isEmpty();
        assertThat(after(watch, 3, 101)).isEmpty();
        assertThat(after(watch, 4, 100)).extracting(Repeat::round).containsExactly(2);
        assertThat(watch.moved()).isEmpty();
        assertThat(watch.rounds()).isEqualTo(7);
        Repeat moved = watch.record().repeats().get(0);
        assertThat(moved.addedRound()).isEqualTo(7);
        assertThat(moved.ratio()).isBetween(1.98, 2.0).isGreaterThan(moved.high());
        assertThat(moved.low() * moved.high()).isCloseTo(1, within(1e-12));
    }

    @Test
    void adds_no_more_rounds_than_are_allowed_but_reports_all() {
        ControlMonitor watch = new ControlMonitor(1, 1, 4, 0.03);
        for (int round = 1; round <= 8; round++) {
            after(watch, round, 100);
        }

        assertThat(after(watch, 9, 110)).extracting(Repeat::addedRound).containsExactly(5);
        assertThat(after(watch, 10, 150)).extracting(Repeat::addedRound).containsExactly(0);
        assertThat(watch.record())
                .isEqualTo(new ControlCell(1, 1, watch.record().repeats()));
        assertThat(watch.record().repeats()).extracting(Repeat::round).containsExactly(9, 10);
    }

    @Test
    void sees_no_other_cell_and_no_round_in_which_it_failed() {
        ControlMonitor watch = new ControlMonitor(1, 2, 6, 0.03);
        for (int round = 1; round <= 4; round++) {
            watch.measured(2, round, round * 100);
            assertThat(round == 3 ? watch.moved() : after(watch, round, 100)).isEmpty();
        }
        assertThat(after(watch, 5, 200)).extracting(Repeat::round).containsExactly(5);
    }

    @ParameterizedTest
    @CsvSource({"--rounds 7, 2", "--precision 2%, 0", "--protocol trimmed-mean, 0", "--order bracketed, 0"})
    void adds_nothing_where_something_else_sets_how_many_rounds_there_are(String words, int most) {
        String[] option = words.split(" ", -1);
        RunOptions options = Bench.options(Workloads.all().of(OneShot.class), option[0], option[1])
                .targets(List.of("h2-mem", "sqlite"));

        assertThat(request(options).rounds().addable(2)).isEqualTo(most);
    }

    @Test
    void is_the_first_cell_of_its_values_that_is_measured() throws IOException {
        Plan plan = plan("control: { workload: one-shot, parameters: { way: well } }", 5);

        assertThat(plan.control(plan.cells())).map(PlannedCell::label).contains("one-shot way=well on h2-mem");
        assertThat(plan.control(plan.cells().subList(0, 1))).isEmpty();
    }

    @Test
    void has_all_cells_measured_again_after_a_round_in_which_it_moved() throws IOException {
        List<String> events = new ArrayList<>();
        RunListener listener = new RunListener() {
            @Override
            public void controlMoved(PlannedCell control, Repeat moved) {
                events.add(control.label() + " in " + moved.round() + ", added " + moved.addedRound());
            }
        };

        RunRecord record = FakeForks.run(
                plan("control: { workload: one-shot, parameters: { way: backup } }", 4),
                listener,
                FakeForks.ofOneIteration(THIRD_IS_SLOW));

        assertThat(events).containsExactly("one-shot way=backup on h2-mem in 3, added 5");
        assertThat(record.manifest().progress().rounds()).isEqualTo(5);
        assertThat(record.manifest().method().plannedRounds()).isEqualTo(4);
        assertThat(record.manifest().progress().stopReason()).isEqualTo("PLANNED");
        ControlCell control = record.manifest().progress().control().orElseThrow();
        assertThat(control.repeats()).singleElement().satisfies(repeat -> {
            assertThat(repeat.round()).isEqualTo(3);
            assertThat(repeat.ratio()).isGreaterThan(repeat.high());
        });
        assertThat(record.outcomes().stream()
                        .filter(outcome -> outcome.round() == 5)
                        .map(CellOutcome::cell))
                .containsExactlyInAnyOrder(1, 2);
        assertThat(record.samples()).hasSize(10);
    }

    @Test
    void is_recorded_where_nothing_may_be_added() throws IOException {
        RunRecord record = FakeForks.run(
                plan("control: { workload: one-shot, parameters: { way: backup }, repeats: 0 }", 4),
                RunListener.NONE,
                FakeForks.ofOneIteration(THIRD_IS_SLOW));

        assertThat(record.manifest().progress().rounds()).isEqualTo(4);
        assertThat(record.manifest().progress().control().orElseThrow().repeats())
                .extracting(Repeat::round, Repeat::addedRound)
                .containsExactly(tuple(3, 0));
    }

    private Plan plan(String control, int rounds) throws IOException {
        Path study = Files.writeString(temp.resolve("watched.yaml"), """
                question: Does it hold still?
                workloads: { one-shot: { way: [backup, well] } }
                targets: [h2-mem]
                """ + control + "\n");
        return Plan.of(RunRequest.resolve(
                RunOptions.NONE
                        .with(RunOption.STUDY, study.toString())
                        .with(RunOption.ROUNDS, rounds)
                        .with(RunOption.OUT, temp.resolve("out"))
                        .with(RunOption.DATA_DIR, temp.resolve("data")),
                Workloads.all(),
                Targets.builtIn()));
    }

    private static List<Repeat> after(ControlMonitor watch, int round, double value) {
        watch.measured(1, round, value);
        return watch.moved();
    }
}

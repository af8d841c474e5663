package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rowmark.plan.Requests.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.Targets;
import org.rowmark.link.sweep.LinkSweep;
import org.rowmark.options.CounterMode;
import org.rowmark.options.DataOptions;
import org.rowmark.options.DataOptions.DataCacheMode;
import org.rowmark.options.DesignChoice;
import org.rowmark.options.Pinning;
import org.rowmark.options.RestartPolicy;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Threads;
import org.rowmark.plan.JmhArguments;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Rounds;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.TestRounds;
import org.rowmark.plan.Timing;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.Outcome;
import org.rowmark.result.PublishedFigures;
import org.rowmark.result.PublishedFigures.Match;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.Answers;
import org.rowmark.stats.Looks;
import org.rowmark.stats.Protocol;
import org.rowmark.study.StudyReporting;
import org.rowmark.targets.Target;
import org.rowmark.util.Durations;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.Workloads;

/** When runs end, in which order their rounds lie, and what a study adds to their record. */
class BenchmarkRunMethodTest {
    private static final Fork.Measuring STEADY =
            FakeForks.ofOneIteration((cell, time) -> 100 + cell.number() * time % 3);
    /** One row is the same, the other unclear after ten rounds. */
    private static final FakeForks.Scores UNSTEADY =
            (cell, time) -> cell.number() < 4 ? 100 : 110 * Math.exp(time % 2 == 1 ? 0.1 : -0.1);

    private static final Rounds.Goal HOUR =
            new Rounds.Goal(Optional.empty(), Optional.empty(), Optional.of(Duration.ofHours(1)));

    @TempDir
    Path temp;

    @Test
    void goes_on_where_the_report_of_its_first_rounds_cannot_be_written() throws IOException {
        RunRecord record = BenchmarkRun.run(
                Plan.of(against(TestRounds.until(HOUR, 10), "well", "halt")),
                RunListener.NONE,
                FakeForks.ofOneIteration(UNSTEADY));

        assertThat(record.manifest().progress().rounds()).isEqualTo(10);
        assertThat(temp.resolve("out/log.txt"))
                .content()
                .containsOnlyOnce("the report of the rounds so far could not be written: no report module");
    }

    @Test
    void ends_when_every_row_is_clear_and_reports_that() throws IOException {
        List<String> events = new ArrayList<>();
        RunListener listener = new RunListener() {
            @Override
            public void judged(int round, List<RowProgress> rows, int nextCells) {
                events.add("round " + round + ": " + rows.get(0).word() + ", " + nextCells + " cells to come");
            }

            @Override
            public void stopped(int rounds, String why) {
                events.add("stopped after " + rounds + ": " + why);
            }
        };

        RunRecord record = BenchmarkRun.run(Plan.of(against(TestRounds.until(HOUR, 20))), listener, STEADY);

        assertThat(record.manifest().progress().stopReason()).isEqualTo("CLEAR");
        assertThat(record.manifest().progress().rounds()).isEqualTo(5);
        assertThat(record.manifest().method().plannedRounds()).isEqualTo(20);
        assertThat(record.manifest().method().goal())
                .contains(new MeasurementMethod.Goal(
                        Looks.upTo(20).all(), Optional.empty(), Optional.empty(), Optional.of(3_600_000L)));
        assertThat(record.count(Outcome.OK)).isEqualTo(2);
        assertThat(events)
                .hasSize(6)
                .startsWith("round 1: TOO_FEW_ROUNDS, 2 cells to come")
                .endsWith("round 5: SAME, 0 cells to come", "stopped after 5: every row was clear");
    }

    @Test
    void measures_only_what_is_open_after_the_first_look_and_is_complete() throws IOException {
        RunRecord record = BenchmarkRun.run(
                Plan.of(against(TestRounds.until(HOUR, 10), "well", "halt")),
                RunListener.NONE,
                FakeForks.ofOneIteration(UNSTEADY));

        assertThat(record.manifest().progress().stopReason()).isEqualTo("MAX_ROUNDS");
        assertThat(record.manifest().progress().rounds()).isEqualTo(10);
        assertThat(record.count(Outcome.OK)).isEqualTo(4);
        assertThat(record.summaries().values())
                .extracting(RunRecord.Summary::okRounds)
                .containsExactly(5, 5, 10, 10);
    }

    @Test
    void is_continued_with_the_rows_that_were_open() throws IOException {
        Plan plan = Plan.of(against(TestRounds.until(HOUR, 10), "well", "halt"));
        int[] forks = new int[1];
        FakeForks until = FakeForks.ofOneIteration((cell, time) -> {
            if (++forks[0] > 23) {
                throw new AssertionError("the run is killed");
            }
            return UNSTEADY.score(cell, time);
        });
        assertThatThrownBy(() -> BenchmarkRun.run(plan, RunListener.NONE, until))
                .hasMessageContaining("killed");

        RunRecord record =
                BenchmarkRun.resume(plan, RunListener.NONE, FakeForks.ofOneIteration(UNSTEADY), changes -> true);

        assertThat(record.manifest().progress().rounds()).isEqualTo(10);
        assertThat(record.summaries().values())
                .extracting(RunRecord.Summary::okRounds)
                .containsExactly(5, 5, 10, 10);
    }

    @Test
    void refuses_a_time_that_is_too_short_for_the_first_look() {
        Rounds.Goal hurried = new Rounds.Goal(Optional.empty(), Optional.empty(), Optional.of(Duration.ofSeconds(1)));

        assertThatThrownBy(() -> Plan.of(against(TestRounds.until(hurried, 20))))
                .isInstanceOf(UsageException.class)
                .hasMessage("--budget 1s: no row has a word before round 5, which ends after about 13 s; give more,"
                        + " or measure fewer cells");
    }

    @Test
    void visits_the_baseline_twice_when_bracketed() throws IOException {
        Rounds bracketed = new Rounds(4, RoundOrder.BRACKETED, Optional.empty(), Protocol.MEAN, 0.04, Optional.empty());

        RunRecord record = BenchmarkRun.run(Plan.of(against(bracketed)), RunListener.NONE, STEADY);

        assertThat(record.outcomes()).extracting(CellOutcome::cell).containsExactly(1, 1, 2, 2, 2, 2, 1, 1);
        assertThat(record.manifest().method().order()).isEqualTo(RoundOrder.BRACKETED);
        assertThat(record.manifest().method().margin()).isEqualTo(0.04);
        assertThat(record.manifest().progress().stopReason()).isEqualTo("PLANNED");
        assertThat(record.manifest().progress().rounds()).isEqualTo(4);
        assertThat(record.count(Outcome.OK)).isEqualTo(2);
    }

    @Test
    void keeps_published_figures_beside_the_record() throws IOException {
        RunOptions options = RunOptions.NONE
                .with(RunOption.STUDY, "precise")
                .targets(List.of("h2-mem"))
                .parameters(Map.of("how", List.of("well")))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.OUT, temp.resolve("out"))
                .with(RunOption.DATA_DIR, temp.resolve("data"));

        RunRecord record = BenchmarkRun.run(plan(options), RunListener.NONE, STEADY);

        assertThat(record.manifest().published())
                .containsExactly(
                        new PublishedFigures("answers.csv", "answers of others", Optional.empty()),
                        new PublishedFigures(
                                "rows.csv",
                                "Rows of others",
                                Optional.of(new Match("how", "test", "a_s", "b_s", "lower"))));
        assertThat(temp.resolve("out/published/rows.csv"))
                .content()
                .isEqualTo("# Published: rows of others.\ntest,a_s,b_s\nwell,1,2\n");
    }

    private RunRequest against(Rounds rounds) {
        return against(rounds, "well");
    }

    /** Answers on a database and on another of its kind. */
    private RunRequest against(Rounds rounds, String... how) {
        Timing quick = new Timing(0, Durations.parse("", "10ms"), 1, Durations.parse("", "10ms"));
        Target target = Targets.builtIn().named("h2-mem");
        return new RunRequest(
                new RunRequest.What(
                        "Does the run hold?",
                        List.of(Selection.of(Workloads.all().of(Answers.class), Map.of("how", List.of(how)))),
                        List.of(target, target.named("h2-mem-2")),
                        "h2-mem",
                        DesignChoice.FULL,
                        List.of(),
                        LinkSweep.NOTHING,
                        false),
                new RunRequest.Sampling(quick, Durations.parse("", "60s"), CounterMode.ON, new JmhArguments(List.of())),
                new RunRequest.Load(Threads.ONE, Optional.empty(), new WorkloadOptions(Map.of())),
                rounds,
                7,
                new DataOptions(temp.resolve("data"), 7, DataCacheMode.OFF),
                new RunRequest.Servers(RestartPolicy.ROUND, false, new Pinning(Optional.empty(), Optional.empty())),
                new RunRequest.Output(temp.resolve("out"), "run answers", StudyReporting.NOTHING));
    }
}

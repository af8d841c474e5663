package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
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
import org.rowmark.plan.JmhArguments;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Rounds;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.Timing;
import org.rowmark.plan.WatchedRatio;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest;
import org.rowmark.result.MeasurementMethod.PrecisionGoal;
import org.rowmark.result.Outcome;
import org.rowmark.result.PublishedFigures;
import org.rowmark.result.PublishedFigures.Match;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunListener.PrecisionProgress;
import org.rowmark.run.workloads.Answers;
import org.rowmark.stats.Precision;
import org.rowmark.stats.Protocol;
import org.rowmark.study.StudyReporting;
import org.rowmark.targets.Target;
import org.rowmark.util.Durations;
import org.rowmark.workload.Selection;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.Workloads;

/** When runs end, in which order their rounds lie, and what a study adds to their record. */
class BenchmarkRunMethodTest {
    private static final Fork.Measuring STEADY =
            FakeForks.ofOneIteration((cell, time) -> 100 + cell.number() * time % 3);
    private static final WatchedRatio RATIO = new WatchedRatio("answers", Map.of("how", "well"), "h2-mem-2", "h2-mem");

    @TempDir
    Path temp;

    @Test
    void goes_on_where_the_report_of_its_first_rounds_cannot_be_written() throws IOException {
        Rounds.Goal easy = new Rounds.Goal(RATIO, new Precision(RATIO.name(), 1e9, 20, Duration.ofHours(1)));

        RunRecord record = BenchmarkRun.run(Plan.of(against(withGoal(easy))), RunListener.NONE, STEADY);

        assertThat(record.manifest().progress().rounds()).isEqualTo(8);
        assertThat(temp.resolve("out/log.txt"))
                .content()
                .containsOnlyOnce("the report of the rounds so far could not be written: no report module");
    }

    @Test
    void ends_when_the_interval_is_narrow_enough_and_reports_that() throws IOException {
        Rounds.Goal easy = new Rounds.Goal(RATIO, new Precision(RATIO.name(), 1e9, 20, Duration.ofHours(1)));
        List<String> events = new ArrayList<>();
        RunListener listener = new RunListener() {
            @Override
            public void narrowed(int round, PrecisionProgress narrowing) {
                events.add("round " + round);
            }

            @Override
            public void stopped(int rounds, String why) {
                events.add("stopped after " + rounds + ": " + why);
            }
        };

        RunRecord record = BenchmarkRun.run(Plan.of(against(withGoal(easy))), listener, STEADY);

        assertThat(record.manifest().progress().stopReason()).isEqualTo("PRECISION");
        assertThat(record.manifest().progress().rounds()).isEqualTo(8);
        assertThat(record.manifest().method().plannedRounds()).isEqualTo(20);
        assertThat(record.manifest().method().precision())
                .contains(new PrecisionGoal("answers how=well: h2-mem-2 against h2-mem", 1e9, 20, 3_600_000));
        assertThat(record.count(Outcome.OK)).isEqualTo(2);
        assertThat(events).hasSize(9).last().isEqualTo("stopped after 8: the interval was as narrow as requested");
    }

    @Test
    void begins_no_round_after_its_time_and_is_complete_nevertheless() throws IOException {
        Rounds.Goal hurried = new Rounds.Goal(RATIO, new Precision(RATIO.name(), 0.0001, 20, Duration.ofNanos(1)));

        RunRecord record = BenchmarkRun.run(Plan.of(against(withGoal(hurried))), RunListener.NONE, STEADY);

        assertThat(record.manifest().progress().stopReason()).isEqualTo("BUDGET");
        assertThat(record.manifest().progress().status()).isEqualTo(Manifest.Status.COMPLETE);
        assertThat(record.manifest().progress().rounds()).isEqualTo(1);
        assertThat(record.summaries().get(1)).isEqualTo(new RunRecord.Summary(Outcome.OK, 1, ""));
    }

    @Test
    void visits_the_baseline_twice_when_bracketed() throws IOException {
        Rounds bracketed =
                new Rounds(4, RoundOrder.BRACKETED, Optional.empty(), Protocol.MEAN_OF_ALL, 0.04, Optional.empty());

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

    private static Rounds withGoal(Rounds.Goal goal) {
        return new Rounds(
                goal.precision().maxRounds(),
                RoundOrder.INTERLEAVED,
                Optional.empty(),
                Protocol.MEAN_OF_ALL,
                0.03,
                Optional.of(goal));
    }

    /** One answer on a database and on another of its kind. */
    private RunRequest against(Rounds rounds) {
        Timing quick = new Timing(0, Durations.parse("", "10ms"), 1, Durations.parse("", "10ms"));
        Target target = Targets.builtIn().named("h2-mem");
        return new RunRequest(
                new RunRequest.What(
                        "Does the run hold?",
                        List.of(Selection.of(Workloads.all().of(Answers.class), Map.of("how", List.of("well")))),
                        List.of(target, target.named("h2-mem-2")),
                        "h2-mem",
                        DesignChoice.FULL,
                        List.of(),
                        LinkSweep.NOTHING,
                        false),
                new RunRequest.Sampling(quick, Durations.parse("", "60s"), CounterMode.ON, new JmhArguments(List.of())),
                new RunRequest.Load(1, Optional.empty(), new WorkloadOptions(Map.of())),
                rounds,
                7,
                new DataOptions(temp.resolve("data"), 7, DataCacheMode.OFF),
                new RunRequest.Servers(RestartPolicy.ROUND, false, new Pinning(Optional.empty(), Optional.empty())),
                new RunRequest.Output(temp.resolve("out"), "run answers", StudyReporting.NOTHING));
    }
}

package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.rowmark.plan.Requests.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Warmups;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest.ChosenWarmups;
import org.rowmark.result.Outcome;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunListener.TurnPlan;
import org.rowmark.stats.Design;
import org.rowmark.util.Durations;

/** Real forks of embedded databases that take turns. */
class TurnRunnerTest {
    @TempDir
    private static Path ofTwoRounds;

    /** Of two rounds in which all goes well. */
    private static RunRecord well;

    @TempDir
    Path temp;

    @BeforeAll
    static void measure() throws IOException {
        well = run(options("well", ofTwoRounds).with(RunOption.ROUNDS, 2));
    }

    @Test
    void lets_one_fork_at_a_time_work_while_all_live() {
        assertThat(well.outcomes()).extracting(CellOutcome::outcome).containsOnly(Outcome.OK);
        assertThat(inTime(well, 1)).hasSize(2 * (1 + 6));
        assertThat(inTime(well, 2)).hasSizeBetween(2 * (1 + 3), 2 * (1 + 6));
        for (int round = 1; round <= 2; round++) {
            List<Sample> turns = inTime(well, round);
            for (int i = 1; i < turns.size(); i++) {
                assertThat(turns.get(i).start())
                        .isAfterOrEqualTo(turns.get(i - 1).end());
            }
            for (int i = 0; i < turns.size(); i += 2) { // each target once, before any has its next turn
                assertThat(turns.get(i).cell() + turns.get(i + 1).cell()).isEqualTo(1 + 2);
                assertThat(turns.get(i).iteration()).isEqualTo(turns.get(i + 1).iteration());
                assertThat(turns.get(i).warmup())
                        .isEqualTo(i < 2)
                        .isEqualTo(turns.get(i + 1).warmup());
            }
        }
        assertThat(Design.Order.of(starts(well, 1), starts(well, 2))).isEqualTo(Design.Order.INTERLEAVED);
    }

    @Tag("slow")
    @Test
    void chooses_the_warm_up_iterations_of_later_rounds() throws IOException {
        RunRecord record =
                run(options("well").withText(RunOption.WARMUPS, "auto:5").with(RunOption.ROUNDS, 3));

        List<ChosenWarmups> chosen = record.manifest().progress().chosenWarmups();
        assertThat(chosen).first().extracting(ChosenWarmups::fromRound).isEqualTo(2);
        for (int round = 1; round <= 3; round++) {
            int now = round;
            long expected = chosen.stream()
                    .filter(change -> change.fromRound() <= now)
                    .mapToInt(ChosenWarmups::warmups)
                    .reduce(5, (before, next) -> next);
            assertThat(warmups(record, round, 1))
                    .isEqualTo(warmups(record, round, 2))
                    .isEqualTo(expected);
        }
    }

    private static long warmups(RunRecord record, int round, int cell) {
        return record.samples().stream()
                .filter(sample -> sample.round() == round && sample.cell() == cell && sample.warmup())
                .count();
    }

    @Tag("slow")
    @Test
    void keeps_the_time_of_a_round_where_an_operation_takes_longer_than_a_slice() throws IOException {
        List<TurnPlan> plans = new ArrayList<>();
        RunRecord record = run(
                options("slow")
                        .with(RunOption.TIME, Durations.parse("", "300ms"))
                        .with(RunOption.ROUNDS, 3),
                new RunListener() {
                    @Override
                    public void planned(TurnPlan plan) {
                        plans.add(plan);
                    }
                });

        assertThat(measured(record, 1, 1)).hasSize(30); // twice 300 ms in slices of 20 ms
        assertThat(measured(record, 1, 2)).hasSize(30);
        for (int round = 2; round <= 3; round++) {
            List<Sample> fast = measured(record, round, 1);
            List<Sample> slow = measured(record, round, 2);
            assertThat(slow).hasSameSizeAs(fast).hasSizeBetween(3, 10);
            assertThat(slow).allSatisfy(turn -> assertThat(took(List.of(turn))).isGreaterThan(Duration.ofMillis(100)));
            assertThat(took(slow).plus(took(fast))).isGreaterThan(Duration.ofMillis(300));
        }
        assertThat(plans).first().satisfies(plan -> {
            assertThat(plan.name()).isEqualTo("takes-turns how=slow");
            assertThat(List.of(plan.round(), plan.before())).containsExactly(2, 30);
            assertThat(plan.turns()).isEqualTo(measured(record, 2, 1).size());
            assertThat(plan.length()).isGreaterThan(Duration.ofMillis(60));
            assertThat(plan.longer())
                    .isCloseTo(plan.length().multipliedBy(2L * (30 - plan.turns())), Duration.ofMillis(1));
        });
    }

    @Test
    void keeps_setup_and_teardown_out_of_the_turns_of_others_and_records_what_every_slice_counts_for()
            throws IOException {
        List<long[]> work = new ArrayList<>(work("h2-mem"));
        work.addAll(work("hsqldb"));
        work.sort(Comparator.comparingLong(times -> times[0]));
        assertThat(work).hasSameSizeAs(well.samples());
        for (int i = 1; i < work.size(); i++) {
            assertThat(work.get(i)[0]).isGreaterThan(work.get(i - 1)[1]);
        }
        assertThat(well.samples()).allSatisfy(sample -> {
            assertThat(sample.measuredOperations()).isPositive().isLessThanOrEqualTo(sample.operations());
            double seconds = sample.measuredOperations() / sample.score();
            assertThat(seconds).isBetween(0.001, 10.0); // a loaded machine begins and ends late
        });
        assertCounters();
    }

    /** Counters were read around the slice that warmed up, and once around all measured ones of a fork. */
    private static void assertCounters() {
        assertThat(well.samples())
                .filteredOn(sample -> sample.round() == 1 && !sample.secondary().isEmpty())
                .extracting(Sample::warmup, Sample::iteration)
                .containsExactlyInAnyOrder(tuple(true, 1), tuple(true, 1), tuple(false, 6), tuple(false, 6));
        assertThat(well.samples())
                .filteredOn(sample -> !sample.secondary().isEmpty())
                .allSatisfy(sample -> assertThat(sample.secondary())
                        .containsKey("client.cpu-time")
                        .doesNotContainKey("client.cpu-load"));
    }

    @Test
    void goes_on_without_a_fork_that_dies() throws IOException {
        assertFailsAlone(options("halt"), "exit code 42");
    }

    @Tag("slow")
    @Test
    void goes_on_without_a_fork_that_fails() throws IOException {
        assertFailsAlone(options("throw"), "no more turns");
    }

    @Tag("slow")
    @Test
    void kills_a_fork_that_hangs_in_its_turn_and_releases_the_others() throws IOException {
        assertFailsAlone(
                options("hang").with(RunOption.TIMEOUT, Durations.parse("", "30s")), "killed after 30 s, hung in ");
        assertThat(ProcessHandle.current().children()).noneMatch(ProcessHandle::isAlive);
    }

    @Tag("slow")
    @Test
    void measures_a_target_against_itself() throws IOException {
        RunRecord record = run(options("well").targets(List.of("h2-mem")).asAa().with(RunOption.ROUNDS, 1));

        assertThat(record.outcomes()).extracting(CellOutcome::outcome).containsExactly(Outcome.OK, Outcome.OK);
        assertThat(record.samples()).hasSize(2 * (1 + 6));
    }

    @Tag("slow")
    @Test
    void starts_the_servers_of_all_targets_for_every_round() throws IOException {
        RunRecord record = run(options("well").targets(List.of("h2-tcp")).asAa().with(RunOption.ROUNDS, 2));

        assertThat(record.outcomes()).extracting(CellOutcome::outcome).containsOnly(Outcome.OK);
        assertThat(record.outcomes()).extracting(CellOutcome::serverStart).containsExactly(1, 1, 2, 2);
    }

    /** FixedWorkTest has the order of the cells. */
    @Tag("slow")
    @Test
    void interleaves_single_shots_between_the_turns_of_others() throws IOException {
        RunRecord record = run(
                options("well").workloads(List.of("takes-turns", "one-shot")).with(RunOption.ROUNDS, 1));

        assertThat(record.outcomes())
                .hasSize(4)
                .extracting(CellOutcome::outcome)
                .containsOnly(Outcome.OK);
        assertThat(record.samples())
                .filteredOn(sample -> sample.mode().equals("ss"))
                .isNotEmpty()
                .allSatisfy(sample -> assertThat(sample.measuredOperations()).isZero());
    }

    private void assertFailsAlone(RunOptions options, String reason) throws IOException {
        RunRecord record = run(options.with(RunOption.ROUNDS, 1));

        assertThat(record.summaries().get(1).outcome()).isEqualTo(Outcome.OK);
        assertThat(record.summaries().get(2).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(record.summaries().get(2).reason()).contains(reason);
        assertThat(record.samples()).filteredOn(sample -> sample.cell() == 1).hasSize(1 + 6);
        assertThat(record.samples()).filteredOn(sample -> sample.cell() == 2).hasSize(1 + 1);
    }

    private static List<Sample> measured(RunRecord record, int round, int cell) {
        return record.samples().stream()
                .filter(sample -> sample.round() == round && sample.cell() == cell && !sample.warmup())
                .toList();
    }

    private static Duration took(List<Sample> turns) {
        return turns.stream()
                .map(turn -> Duration.between(turn.start(), turn.end()))
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static List<Sample> inTime(RunRecord record, int round) {
        return record.samples().stream()
                .filter(sample -> sample.round() == round)
                .sorted(Comparator.comparing(Sample::start))
                .toList();
    }

    private static Map<Integer, Instant> starts(RunRecord record, int cell) {
        return record.outcomes().stream()
                .filter(outcome -> outcome.cell() == cell)
                .collect(Collectors.toMap(CellOutcome::round, CellOutcome::start));
    }

    private static List<long[]> work(String target) throws IOException {
        try (Stream<String> lines = Files.lines(ofTwoRounds.resolve("out/" + target + "-programs.log"))) {
            return lines.map(line -> Arrays.stream(line.split(" ", -1))
                            .mapToLong(Long::parseLong)
                            .toArray())
                    .toList();
        }
    }

    private RunOptions options(String how) {
        return options(how, temp);
    }

    private static RunOptions options(String how, Path directory) {
        return RunOptions.NONE
                .workloads(List.of("takes-turns"))
                .targets(List.of("h2-mem", "hsqldb"))
                .parameter("how=" + how)
                .with(RunOption.ORDER, RoundOrder.TURNS)
                .with(RunOption.SLICE, Durations.parse("", "20ms"))
                .with(RunOption.WARMUPS, Warmups.of(1))
                .with(RunOption.WARMUP_TIME, Durations.parse("", "50ms"))
                .with(RunOption.ITERATIONS, 2)
                .with(RunOption.TIME, Durations.parse("", "60ms"))
                .with(RunOption.TIMEOUT, Durations.parse("", "60s"))
                .with(RunOption.OUT, directory.resolve("out"))
                .with(RunOption.DATA_DIR, directory.resolve("data"));
    }

    private static RunRecord run(RunOptions options) throws IOException {
        return run(options, RunListener.NONE);
    }

    private static RunRecord run(RunOptions options, RunListener listener) throws IOException {
        return BenchmarkRun.run(plan(options), listener);
    }
}

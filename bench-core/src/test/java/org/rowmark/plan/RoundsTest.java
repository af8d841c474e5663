package org.rowmark.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.Targets;
import org.rowmark.options.ProtocolChoice;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.result.RoundOrder;
import org.rowmark.run.Bench;
import org.rowmark.run.workloads.Answers;
import org.rowmark.stats.Protocol;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

/** The rounds that options and studies request, and the plans of these. */
class RoundsTest {
    private static final Rounds.Goal CLEAR = new Rounds.Goal(Optional.empty(), Optional.empty(), Optional.empty());

    @Test
    void measures_until_all_rows_are_clear_by_default() {
        assertThat(rounds("")).isEqualTo(TestRounds.until(CLEAR, 80));
        assertThat(rounds("--budget 20m"))
                .isEqualTo(TestRounds.until(
                        new Rounds.Goal(Optional.empty(), Optional.empty(), Optional.of(Duration.ofMinutes(20))), 80));
        assertThat(rounds("--rounds 5")).isEqualTo(TestRounds.of(5));
    }

    @Test
    void measures_five_rounds_where_nothing_is_compared_or_single_shots_are_measured() {
        assertThat(request(options("").workloads(List.of("answers")).targets(List.of("h2-mem")))
                        .rounds())
                .isEqualTo(TestRounds.of(5));
        RunOptions shots = options("").workloads(List.of("answers")).targets(List.of("h2-mem", "sqlite"));
        assertThat(request(shots.jmh(List.of("-bm", "ss"))).rounds()).isEqualTo(TestRounds.of(5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--precision 2%", "--budget 9m"})
    void refuses_a_goal_for_single_shots(String words) {
        RunOptions shots = options(words).workloads(List.of("answers")).targets(List.of("h2-mem", "sqlite"));

        assertThatThrownBy(() -> request(shots.jmh(List.of("-bm", "ss"))))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(words.split(" ", -1)[0])
                .hasMessageContaining(": answers is measured in single shots");
    }

    @Test
    void goes_on_for_all_ratios_where_only_a_precision_is_given() {
        assertThat(rounds("--precision 2%"))
                .isEqualTo(TestRounds.until(
                        new Rounds.Goal(Optional.of(0.02), Optional.empty(), Optional.of(Duration.ofHours(2))), 80));
    }

    @Test
    void takes_the_ratio_the_limit_and_the_time_that_are_given() {
        Rounds rounds = rounds(
                Map.of("how", List.of("well", "halt")),
                "--precision 0.05 --max-rounds 20 --budget 30m --ratio",
                "answers how=halt: h2-mem against sqlite");

        Rounds.Goal goal = rounds.goal().orElseThrow();
        assertThat(rounds.planned()).isEqualTo(20);
        assertThat(goal.budget()).contains(Duration.ofMinutes(30));
        assertThat(goal.ratio()).contains(new WatchedRatio("answers", Map.of("how", "halt"), "h2-mem", "sqlite"));
    }

    @ParameterizedTest
    @CsvSource({"median-of-3, 3", "sum-of-3, 3", "trimmed-mean, 10", "mean, 80"})
    void a_protocol_sets_how_many_rounds_it_takes(String protocol, int rounds) {
        assertThat(rounds("--protocol " + protocol).planned()).isEqualTo(rounds);
        assertThat(rounds("--protocol " + protocol + " --rounds " + rounds).protocol())
                .isEqualTo(Protocol.named(protocol));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --precision 2% --rounds 9            | --rounds 9: excludes --precision 2%
            --precision 2% --order bracketed     | --precision 2%: excludes --order bracketed
            --precision 2% --protocol sum-of-3   | --precision 2%: excludes --protocol sum-of-3
            --precision 2% --max-rounds 4        | --max-rounds 4: give a whole number of at least 5
            --max-rounds 9                       | --max-rounds 9: goes with --precision
            --budget 9m --rounds 5               | --rounds 5: excludes --budget 9m
            --budget 9m --order bracketed        | --budget 9m: excludes --order bracketed
            --budget 9m --protocol sum-of-3      | --budget 9m: excludes --protocol sum-of-3
            --ratio x                            | --ratio x: goes with --precision
            --protocol median-of-3 --rounds 4    | --rounds 4: the protocol median-of-3 takes 3 rounds
            --protocol median                    | --protocol 'median'; did you mean median-of-3, mean?
            --order brackets                     | --order 'brackets'; did you mean bracketed?
            --order bracketed --rounds 3         | at least 4 --rounds
            --slice 50ms                         | --slice 50ms: goes with --order turns
            --order interleaved --slice 50ms     | --slice 50ms: goes with --order turns
            --order turns --slice 0ms            | --slice 0ms: give at least 1ms
            --order turns --slice 50             | --slice '50'
            --order turns --slice 4s             | --slice 4s: a fork measures for 3s only
            --precision 2                        | --precision '2': give a difference
            --rounds 0                           | --rounds 0: give a whole number of at least 1
            --rounds many                        | --rounds 'many': give a whole number
            """)
    void refuses_what_cannot_be_with_what(String words, String message) {
        assertThatThrownBy(() -> rounds(words))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            x                                          | write "WORKLOAD [param=value…]: B against A"
            answers: sqlite                            | write "WORKLOAD
            answers how: sqlite against h2-mem         | write "WORKLOAD
            answer: sqlite against h2-mem              | this run has no workload 'answer'; did you mean answers?
            answers: sqlite against h2                 | this run has no target 'h2'; did you mean h2-mem?
            answers: sqlite against sqlite             | a target against itself
            answers: sqlite against h2-mem             | names 2 cells of each target; name also how=…
            answers how=ill: sqlite against h2-mem     | no such parameter values; there are how=well,skip
            answers how=skip: sqlite against h2-mem    | cannot be measured on sqlite: asked to be skipped
            """)
    void refuses_a_ratio_that_is_not_exactly_one_of_the_run(String ratio, String message) {
        assertThatThrownBy(() -> rounds(Map.of("how", List.of("well", "skip")), "--precision 2% --ratio", ratio))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--ratio '" + ratio + "'")
                .hasMessageContaining(message);
    }

    @Test
    void refuses_goals_and_brackets_with_one_target() {
        for (String words : List.of("--precision 2%", "--budget 9m", "--order bracketed", "--order turns")) {
            assertThatThrownBy(() -> request(options(words).targets(List.of("h2-mem"))))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("give two targets or more");
        }
    }

    @Test
    void refuses_turns_of_more_targets_than_can_be_up_at_once() {
        List<String> targets =
                List.of("h2", "h2-mem", "h2-tcp", "hsqldb", "derby", "sqlite", "duckdb", "mariadb", "postgresql");

        assertThatThrownBy(() -> request(options("--order turns").targets(targets)))
                .isInstanceOf(UsageException.class)
                .hasMessage("--order turns: give two targets or more, and 8 at most");
        assertThat(request(options("--order turns").targets(targets.subList(0, 8)))
                        .rounds()
                        .slice())
                .contains(Duration.ofMillis(50));
    }

    @Test
    void refuses_turns_of_nothing_but_single_shots() {
        RunOptions shots =
                options("--order turns").targets(List.of("h2", "sqlite")).jmh(List.of("-bm", "ss"));

        assertThatThrownBy(() -> request(shots))
                .isInstanceOf(UsageException.class)
                .hasMessage("--order turns: answers is measured in single shots; leave it out");
    }

    @Test
    void refuses_turns_of_one_server_with_several_settings() {
        Target fast =
                Target.external("fast", "h2", "jdbc:h2:tcp://here/x;A=1").withSettings(Map.of("WRITE_DELAY", "9"));
        Target slow =
                Target.external("slow", "h2", "jdbc:h2:tcp://here/x;A=2").withSettings(Map.of("WRITE_DELAY", "0"));
        Targets two = Targets.builtIn().with(Map.of("fast", () -> fast, "slow", () -> slow));
        RunOptions options = options("--order turns").targets(List.of("fast", "slow"));

        assertThatThrownBy(() -> RunRequest.resolve(options, Workloads.all(), two))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("fast and slow are one server with different settings");
    }

    @Test
    void measures_as_long_in_slices_as_in_iterations() {
        RunRequest request = request(
                options("--order turns --slice 70ms -i 2 -r 1s -wi 3 -w 2s").targets(List.of("h2", "sqlite")));

        assertThat(request.steadyTiming()).isEqualTo(new Timing(3, Duration.ofSeconds(2), 29, Duration.ofMillis(70)));
    }

    @Test
    void takes_what_a_study_sets() {
        Rounds rounds = ofPrecise("");

        assertThat(rounds.margin()).isEqualTo(0.05);
        assertThat(rounds.planned()).isEqualTo(30);
        Rounds.Goal goal = rounds.goal().orElseThrow();
        assertThat(goal.precision()).contains(0.015);
        assertThat(goal.budget()).contains(Duration.ofMinutes(40));
        assertThat(goal.ratio().orElseThrow().name()).isEqualTo("answers how=halt: sqlite against h2-mem");
    }

    @Test
    void lets_options_replace_the_goal_of_a_study() {
        assertThat(ofPrecise("--rounds 6"))
                .isEqualTo(
                        new Rounds(6, RoundOrder.INTERLEAVED, Optional.empty(), Protocol.MEAN, 0.05, Optional.empty()));
        assertThat(ofPrecise("--protocol trimmed-mean").planned()).isEqualTo(10);
        assertThat(ofPrecise("--order bracketed").goal()).isEmpty();
        assertThat(ofPrecise("--precision 4%").goal().orElseThrow().precision()).contains(0.04);
    }

    @Test
    void repeats_in_the_command_that_does_it_again_what_was_given() {
        String words = "--precision 2.5% --max-rounds 20 --budget 90s --ratio";
        RunOptions options = options(words, "answers: sqlite against h2-mem")
                .workloads(List.of("answers"))
                .targets(List.of("h2-mem", "sqlite"));

        assertThat(options.with(RunOption.MARGIN, 0.04).command(7))
                .isEqualTo("./rowmark run answers --target h2-mem --target sqlite " + words
                        + " 'answers: sqlite against h2-mem' --margin 4% --seed 7 --data-seed 1");
    }

    @Test
    void measures_a_target_against_itself_under_two_names() {
        RunRequest request = request(itself(""));

        assertThat(request.what().isAa()).isTrue();
        assertThat(request.what().targets()).extracting(Target::name).containsExactly("h2-mem", "h2-mem-again");
        assertThat(request.what().targets().get(1).named("h2-mem"))
                .isEqualTo(request.what().targets().get(0));
        assertThat(request.what().baseline()).isEqualTo("h2-mem");
        assertThat(request.rounds().planned()).isEqualTo(10);
        assertThat(request.what().question()).isEqualTo("How much does h2-mem differ from itself in answers?");
        assertThat(request.output().command()).startsWith("./rowmark aa answers --target h2-mem --seed ");
    }

    @Test
    void measures_a_target_against_itself_in_turns() {
        assertThat(request(itself("--order turns")).rounds().order()).isEqualTo(RoundOrder.TURNS);
    }

    @Test
    void refuses_to_measure_against_itself_what_is_not_one_target_in_common_rounds() {
        RunOptions one = itself("");

        assertThatThrownBy(() -> request(one.targets(List.of())))
                .hasMessage("aa: name one --target, which is measured against itself");
        assertThatThrownBy(() -> request(one.targets(List.of("h2-mem", "sqlite"))))
                .hasMessage("aa: name one --target, which is measured against itself, not 2");
        assertThatThrownBy(() -> request(one.with(RunOption.ORDER, RoundOrder.BRACKETED)))
                .hasMessageContaining("aa: excludes --order bracketed");
        assertThatThrownBy(() -> request(one.with(RunOption.PROTOCOL, ProtocolChoice.of(Protocol.MEDIAN_OF_3))))
                .hasMessageContaining("aa: excludes --protocol median-of-3");
    }

    private static Rounds rounds(String... words) {
        return rounds(Map.of("how", List.of("well")), words);
    }

    private static Rounds rounds(Map<String, List<String>> parameters, String... words) {
        return request(options(words)
                        .workloads(List.of("answers"))
                        .targets(List.of("h2-mem", "sqlite"))
                        .parameters(parameters))
                .rounds();
    }

    private static Rounds ofPrecise(String words) {
        return request(options("--study precise " + words)).rounds();
    }

    /** Measures a target against itself. */
    private static RunOptions itself(String words) {
        return options(words)
                .workloads(List.of("answers"))
                .targets(List.of("h2-mem"))
                .asAa();
    }

    private static RunRequest request(RunOptions options) {
        return RunRequest.resolve(options, Workloads.all(), Targets.builtIn());
    }

    /** The first argument are words between spaces, a second is one word; as the door of the IDE reads them. */
    private static RunOptions options(String... words) {
        List<String> all = new ArrayList<>(List.of(words[0].strip().split(" +", -1)));
        if (words.length == 2) {
            all.add(words[1]);
        }
        all.removeIf(String::isEmpty);
        RunOptions options = Bench.options(Workloads.all().of(Answers.class), all.toArray(String[]::new));
        return options.workloads(List.of()).targets(List.of()).jmh(List.of());
    }
}

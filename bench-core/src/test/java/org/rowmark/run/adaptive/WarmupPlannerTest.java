package org.rowmark.run.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rowmark.plan.Requests.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Warmups;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.Manifest.ChosenWarmups;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;
import org.rowmark.run.FakeForks;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.RunListener;
import org.rowmark.util.UsageException;

/** The warm-up iterations of a run that chooses them. */
class WarmupPlannerTest {
    @TempDir
    Path temp;

    private final List<ChosenWarmups> heard = new ArrayList<>();

    @Test
    void all_cells_have_what_the_slowest_needs_from_the_second_round_on() throws IOException {
        RunRecord record = run(options(), warmAfter((cell, time) -> cell == 1 ? 1 : 6));

        assertThat(warmups(record, 1)).containsExactly(20L, 6L, 6L, 6L);
        assertThat(warmups(record, 2)).isEqualTo(warmups(record, 1));
        assertThat(heard).containsExactly(new ChosenWarmups("answers", 2, 6, true));
        assertThat(record.manifest().progress().chosenWarmups()).isEqualTo(heard);
        assertThat(record.manifest().sampling().warmups()).isEqualTo(20);
    }

    @Test
    void forks_that_never_get_warm_keep_the_most_and_the_record_states_it() throws IOException {
        RunRecord record = run(
                options(),
                new FakeForks((cell, time, iterations) -> IntStream.range(0, iterations)
                        .mapToDouble(i -> Math.exp(0.1 * i))
                        .toArray()));

        assertThat(warmups(record, 2)).containsExactly(20L, 20L, 20L, 20L);
        assertThat(heard).containsExactly(new ChosenWarmups("answers", 2, 20, false));
        assertThat(record.manifest().progress().chosenWarmups()).isEqualTo(heard);
    }

    @Test
    void later_rounds_add_iterations_where_the_first_was_warm_sooner() throws IOException {
        RunRecord record = run(options().with(RunOption.ROUNDS, 9), warmAfter((cell, time) -> time == 1 ? 3 : 4));

        assertThat(warmups(record, 1)).startsWith(20L, 3L);
        assertThat(warmups(record, 1).subList(1, 9)).isSorted();
        assertThat(warmups(record, 1).get(8)).isBetween(4L, 8L);
    }

    @Test
    void a_workload_whose_forks_all_failed_keeps_the_most() throws IOException {
        FakeForks sound = warmAfter((cell, time) -> 6);
        AtomicInteger forks = new AtomicInteger();
        RunRecord record = run(options(), (fork, recorder) -> {
            if (forks.incrementAndGet() <= 2) {
                throw new RunnerException("not yet");
            }
            return sound.measure(fork, recorder);
        });

        assertThat(warmups(record, 1)).containsExactly(0L, 20L, 6L, 6L);
    }

    @Test
    void a_number_that_was_given_stays() throws IOException {
        RunRecord record = run(options().with(RunOption.WARMUPS, Warmups.of(5)), warmAfter((cell, time) -> 8));

        assertThat(warmups(record, 1)).containsExactly(5L, 5L, 5L, 5L);
        assertThat(heard).isEmpty();
    }

    @Test
    void fewer_iterations_leave_the_limit_of_a_fork_and_the_estimate_is_an_upper_limit() {
        RunRequest request = plan(options()).request();

        assertThat(request.withWarmups("answers", 3).sampling().limit())
                .isEqualTo(request.sampling().limit());
        assertThat(Plan.of(request).takes()).startsWith("at most about");
    }

    @ParameterizedTest
    @CsvSource({
        "auto, 20, true, auto",
        "auto:20, 20, true, auto",
        "auto:7, 7, true, auto:7",
        "3, 3, false, 3",
        "0, 0, false, 0"
    })
    void reads_and_writes_what_users_write(String text, int iterations, boolean isAuto, String written) {
        Warmups warmups = RunOption.WARMUPS.parse(text);

        assertThat(warmups).isEqualTo(new Warmups(iterations, isAuto));
        assertThat(warmups.text()).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto:0", "auto:1", "auto:", "auto:-3", "auto5", "soon", "-1", "", "99999999999"})
    void refuses_anything_else_in_one_line_that_names_what_is_accepted(String text) {
        assertThatThrownBy(() -> RunOption.WARMUPS.parse(text))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--warmups '" + text + "': give a whole number of at least 0, auto (")
                .hasMessageContaining("auto:N")
                .hasMessageNotContaining("\n");
    }

    @Test
    void needs_common_rounds_and_iterations_that_have_a_trend() {
        RunOptions bracketed = options().with(RunOption.ORDER, RoundOrder.BRACKETED);
        RunOptions shots = options().jmh(List.of("-bm", "ss"));

        assertThatThrownBy(() -> plan(bracketed))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--warmups auto: excludes --order bracketed");
        assertThatThrownBy(() -> plan(shots))
                .isInstanceOf(UsageException.class)
                .hasMessage("--warmups auto: answers is measured in single shots; leave it out");
    }

    private RunOptions options() {
        return RunOptions.NONE
                .workloads(List.of("answers"))
                .targets(List.of("h2-mem", "h2"))
                .parameters(Map.of("how", List.of("well")))
                .withText(RunOption.WARMUPS, "auto")
                .with(RunOption.ROUNDS, 4)
                .with(RunOption.TIME, Duration.ofMillis(10))
                .with(RunOption.OUT, temp.resolve("out"))
                .with(RunOption.DATA_DIR, temp.resolve("data"));
    }

    private RunRecord run(RunOptions options, Fork.Measuring forks) throws IOException {
        RunListener listener = new RunListener() {
            @Override
            public void warmupsChosen(ChosenWarmups chosen) {
                heard.add(chosen);
            }
        };
        return FakeForks.run(plan(options), listener, forks);
    }

    private interface Needed {
        int iterations(int cell, int time);
    }

    /** Forks that are half as fast until they are warm. */
    private static FakeForks warmAfter(Needed needed) {
        return new FakeForks((cell, time, iterations) -> {
            Random random = new Random(100L * cell.number() + time);
            return IntStream.range(0, iterations)
                    .mapToDouble(i -> (i < needed.iterations(cell.number(), time) ? 0.5 : 1)
                            * Math.exp(0.02 * random.nextGaussian()))
                    .toArray();
        });
    }

    /** Returns the number of warm-up iterations in each round. */
    private static List<Long> warmups(RunRecord record, int cell) {
        return IntStream.rangeClosed(1, record.manifest().progress().rounds())
                .mapToObj(round -> record.samples().stream()
                        .filter(sample -> sample.cell() == cell && sample.round() == round && sample.warmup())
                        .count())
                .toList();
    }
}

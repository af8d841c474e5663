package org.rowmark.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.Targets;
import org.rowmark.db.TargetsFile;
import org.rowmark.options.CounterMode;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.run.Bench;
import org.rowmark.run.workloads.Answers;
import org.rowmark.targets.Target;
import org.rowmark.util.Durations;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

class RunRequestTest {
    @TempDir
    Path temp;

    @Test
    void takes_the_targets_rounds_and_times_of_a_study_where_nothing_else_is_set() {
        RunRequest request = resolve(study("a-test", Map.of(), Optional.empty()));

        assertThat(request.what().question()).isEqualTo("Do the answers come?");
        assertThat(request.what().targets()).extracting(Target::name).containsExactly("h2-mem", "sqlite");
        assertThat(request.rounds().planned()).isEqualTo(6);
        assertThat(request.sampling().timing().warmups()).isZero();
        assertThat(Durations.text(request.sampling().timing().time())).isEqualTo("70ms");
        assertThat(request.what().selections().get(0).values()).isEqualTo(Map.of("how", List.of("well", "halt")));
    }

    @Test
    void lets_options_override_a_study() {
        RunRequest request = resolve(study("a-test", Map.of("how", List.of("hang")), Optional.of(2)));

        assertThat(request.rounds().planned()).isEqualTo(2);
        assertThat(request.what().selections().get(0).values()).isEqualTo(Map.of("how", List.of("hang")));
    }

    @Test
    void gives_the_command_that_does_the_same_again() {
        RunRequest request = resolve(study("a-test", Map.of("how", List.of("sql error")), Optional.of(2)));

        assertThat(request.output().command())
                .isEqualTo("./rowmark run --study a-test -p 'how=sql error' --rounds 2 --seed 5");
    }

    @Test
    void counts_unless_the_user_or_the_study_sets_it_off() throws IOException {
        Path file = Files.writeString(temp.resolve("uncounted.yaml"), """
                question: Does it count?
                workloads: { answers: }
                targets: [h2-mem]
                counters: off
                """);
        RunOptions studied = RunOptions.NONE.with(RunOption.STUDY, file.toString());
        RunOptions answers = Bench.options(Workloads.all().of(Answers.class), "-p", "target=h2-mem");

        assertThat(resolve(answers).sampling().counters()).isEqualTo(CounterMode.ON);
        assertThat(resolve(answers.with(RunOption.COUNTERS, CounterMode.OFF))
                        .sampling()
                        .counters())
                .isEqualTo(CounterMode.OFF);
        assertThat(resolve(answers.with(RunOption.COUNTERS, CounterMode.OFF))
                        .output()
                        .command())
                .contains(" --counters off");
        assertThat(resolve(studied).sampling().counters()).isEqualTo(CounterMode.OFF);
        assertThat(resolve(studied.with(RunOption.COUNTERS, CounterMode.ON))
                        .sampling()
                        .counters())
                .isEqualTo(CounterMode.ON);
        assertThatThrownBy(() -> RunOption.COUNTERS.parse("of"))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--counters 'of'");
    }

    @Test
    void starts_private_servers_so_that_they_take_times_where_that_is_requested() throws IOException {
        Path file = Files.writeString(temp.resolve("targets.yaml"), """
                targets:
                  own: { database: mariadb, settings: { performance-schema: "OFF" } }
                  elsewhere: { database: postgresql, url: "jdbc:postgresql://elsewhere/x" }
                """);
        Targets targets = Targets.builtIn().with(new TargetsFile(file, name -> null, warning -> {}).read());
        RunOptions timed = Bench.options(
                        Workloads.all().of(Answers.class), "-p", "target=mariadb,postgresql,h2,own,elsewhere")
                .with(RunOption.COUNTERS, CounterMode.TIMED);

        String sockets = "wait/io/socket/sql/client_connection=ON";
        assertThat(RunRequest.resolve(timed, Workloads.all(), targets).what().targets())
                .extracting(Target::settings)
                .containsExactly(
                        Map.of("performance_schema", "ON", "performance-schema-instrument", sockets),
                        Map.of("track_io_timing", "on", "track_wal_io_timing", "on"),
                        Map.of(),
                        Map.of("performance-schema", "OFF", "performance-schema-instrument", sockets),
                        Map.of());
    }

    @Test
    void chooses_a_seed_where_none_is_given_and_records_it_in_the_command() {
        RunOptions unseeded = Bench.options(Workloads.all().of(Answers.class), "-p", "target=h2-mem");
        RunRequest request = RunRequest.resolve(unseeded, Workloads.all(), Targets.builtIn());

        assertThat(request.output().command()).contains("--seed " + request.seed());
    }

    @Test
    void takes_the_options_of_JMH_at_the_door_of_the_IDE() {
        RunOptions options = Bench.options(
                Workloads.all().of(Answers.class),
                "-f",
                "3",
                "-wi",
                "4",
                "-w",
                "2s",
                "-i",
                "5",
                "-r",
                "100ms",
                "-t",
                "6",
                "-p",
                "target=h2,sqlite",
                "-p",
                "how=well,halt");
        RunRequest request = RunRequest.resolve(options, Workloads.all(), Targets.builtIn());

        assertThat(request.rounds().planned()).isEqualTo(3);
        assertThat(request.sampling().timing())
                .isEqualTo(new Timing(4, Durations.parse("", "2s"), 5, Durations.parse("", "100ms")));
        assertThat(request.load().threads().counts()).containsExactly(6);
        assertThat(request.what().targets()).extracting(Target::name).containsExactly("h2", "sqlite");
        assertThat(request.what().selections().get(0).values()).isEqualTo(Map.of("how", List.of("well", "halt")));
        assertThat(request.what().baseline()).isEqualTo("h2");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1s, 1, 1s, true",
        "1, 0ms, 1, 1s, false",
        "-1, 1s, 1, 1s, false",
        "1, 1s, 0, 1s, false",
        "1, 1s, 1, 0s, false"
    })
    void accepts_only_times_that_measure_something(
            int warmups, String warmupTime, int iterations, String time, boolean accepted) {
        if (accepted) {
            assertThat(timing(warmups, warmupTime, iterations, time).warmups()).isEqualTo(warmups);
        } else {
            assertThatThrownBy(() -> timing(warmups, warmupTime, iterations, time))
                    .isInstanceOf(UsageException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"500ms, 500", "1s, 1000", "2m, 120000", "3min, 180000", "1h, 3600000", "7 s, 7000"})
    void reads_times(String text, long millis) {
        assertThat(Durations.parse("--time", text).toMillis()).isEqualTo(millis);
    }

    @ParameterizedTest
    @CsvSource({"soon", "1", "1x", "-1s", "1.5s", "1sfoo", "''"})
    void refuses_what_is_no_time(String text) {
        assertThatThrownBy(() -> Durations.parse("--time", text))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--time '" + text + "'");
    }

    private static Timing timing(int warmups, String warmupTime, int iterations, String time) {
        return new Timing(warmups, Durations.parse("", warmupTime), iterations, Durations.parse("", time));
    }

    private static RunRequest resolve(RunOptions options) {
        return RunRequest.resolve(options, Workloads.all(), Targets.builtIn());
    }

    private static RunOptions study(String name, Map<String, List<String>> parameters, Optional<Integer> rounds) {
        return RunOptions.NONE
                .parameters(parameters)
                .with(RunOption.STUDY, name)
                .with(RunOption.ROUNDS, rounds)
                .with(RunOption.SEED, 5L);
    }
}

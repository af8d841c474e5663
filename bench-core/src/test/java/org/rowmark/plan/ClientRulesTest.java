package org.rowmark.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.run.Bench;
import org.rowmark.run.workloads.Answers;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

class ClientRulesTest {
    @TempDir
    Path temp;

    private static RunOptions answers(String target) {
        return Bench.options(Workloads.all().of(Answers.class), "-p", "target=" + target, "-p", "how=well");
    }

    @Test
    void numbers_of_clients_are_a_parameter_of_the_cells() {
        Plan plan = Requests.plan(answers("postgresql").withText(RunOption.CLIENTS, "1,2, 4"));

        assertThat(plan.cells())
                .extracting(cell -> cell.parameters().get("clients"))
                .containsExactly("1", "2", "4");
        assertThat(plan.request().output().command()).contains(" --clients 1,2,4");
    }

    @Test
    void refuses_a_database_in_the_process_that_measures() {
        RunOptions options = answers("h2-mem").withText(RunOption.CLIENTS, "2");

        assertThatThrownBy(() -> Requests.request(options))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "--clients 2: needs a server of kind external or local or artifact or container, and that of"
                                + " target 'h2-mem' is embedded; leave one of them out");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--clients | 0 | numbers of clients from 1 to 9999",
                "--clients | 2, | numbers of clients from 1 to 9999",
                "--listen | 127.0.0.1 | give HOST:PORT",
                "--overlap | 120% | give a part of more than 0 and less than 100%, such as 95%",
            })
    void refuses_a_bad_value(String option, String text, String expected) {
        assertThatThrownBy(() -> RunOption.named(option).orElseThrow().parse(text))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(option + " '" + text + "'")
                .hasMessageContaining(expected);
    }

    @Test
    void options_of_clients_go_with_clients() {
        RunOptions listening = answers("postgresql").withText(RunOption.LISTEN, "127.0.0.1:7000");
        RunOptions overlapping = answers("postgresql").withText(RunOption.OVERLAP, "0.8");

        assertThatThrownBy(() -> Requests.request(listening))
                .hasMessage("--listen 127.0.0.1:7000: goes with --clients");
        assertThatThrownBy(() -> Requests.request(overlapping)).hasMessage("--overlap 80%: goes with --clients");
    }

    @Test
    void listens_for_this_machine_alone() {
        for (String address : List.of("no-such-host.invalid:7000", "0.0.0.0:7000")) {
            RunOptions options =
                    answers("postgresql").withText(RunOption.CLIENTS, "2").withText(RunOption.LISTEN, address);

            assertThatThrownBy(() -> Requests.request(options))
                    .hasMessage("--listen " + address + ": the run listens for this machine alone; give"
                            + " 127.0.0.1:7000, which other machines reach through ssh -N -R 7000:127.0.0.1:7000"
                            + " MACHINE");
        }
    }

    @Test
    void refuses_clients_that_would_take_turns() {
        RunOptions options = Bench.options(Workloads.all().of(Answers.class), "-p", "target=postgresql,mariadb")
                .withText(RunOption.CLIENTS, "2")
                .withText(RunOption.ORDER, "turns");

        assertThatThrownBy(() -> Requests.request(options))
                .hasMessage("--clients 2: excludes --order turns; leave one of them out");
    }

    @Test
    void all_clients_of_a_file_take_part_or_the_numbers_behind_it() throws IOException {
        Path file = Files.writeString(temp.resolve("clients.yaml"), """
                clients:
                  - { host: a }
                  - { host: b }
                """);

        assertThat(counts(file.toString())).containsExactly("2");
        assertThat(counts(file + ":1,2")).containsExactly("1", "2");
        assertThatThrownBy(() -> counts(file + ":3"))
                .isInstanceOf(UsageException.class)
                .hasMessage("--clients " + file + ":3: " + file + " has 2 clients");
        assertThatThrownBy(() -> Requests.request(answers("postgresql").withText(RunOption.CLIENTS, file.toString())))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("target 'postgresql' is a server for this machine alone");
        assertThatThrownBy(() -> theirs(answers("theirs")
                        .withText(RunOption.CLIENTS, file.toString())
                        .withText(RunOption.LISTEN, "127.0.0.1:7000")))
                .hasMessage("--listen 127.0.0.1:7000: excludes --clients " + file + "; leave one of them out");
    }

    @Test
    void clients_of_a_file_that_are_all_on_this_machine_reach_its_servers() throws IOException {
        Path file = Files.writeString(temp.resolve("clients.yaml"), """
                clients:
                  - { host: 127.0.0.1 }
                  - { host: localhost }
                """);
        RunOptions options = answers("postgresql").withText(RunOption.CLIENTS, file.toString());

        assertThat(Requests.request(options)
                        .load()
                        .clients()
                        .orElseThrow()
                        .choice()
                        .most())
                .isEqualTo(2);

        Files.writeString(file, "  - { host: 198.51.100.7 }\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> Requests.request(options))
                .hasMessageContaining("not all clients of the file are on it");
    }

    private static List<String> counts(String clients) {
        return Plan.of(theirs(answers("theirs").withText(RunOption.CLIENTS, clients))).cells().stream()
                .map(cell -> cell.parameters().get("clients"))
                .toList();
    }

    private static RunRequest theirs(RunOptions options) {
        Target theirs = Target.external("theirs", "postgresql", "jdbc:postgresql://db1/x");
        return RunRequest.resolve(options, Workloads.all(), Targets.builtIn().with(Map.of("theirs", () -> theirs)));
    }
}

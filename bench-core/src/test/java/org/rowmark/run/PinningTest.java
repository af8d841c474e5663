package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rowmark.plan.Requests.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.UsableCpu;
import org.rowmark.result.RunRecord;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.Finder;
import org.rowmark.util.UsageException;

@EnabledOnOs(value = OS.LINUX, disabledReason = "processes are pinned by Linux's taskset")
class PinningTest {
    @TempDir
    Path temp;

    @Test
    void forks_run_on_the_cpus_of_the_client() throws IOException {
        RunRecord record = BenchmarkRun.run(
                plan(options("h2-mem").with(RunOption.PIN_CLIENT, RunOption.PIN_CLIENT.parse(UsableCpu.first()))),
                RunListener.NONE);

        assertThat(record.samples())
                .allSatisfy(sample ->
                        assertThat(sample.secondary().get(Finder.CPUS).score()).isEqualTo(1));
        assertThat(record.manifest().environment().facts()).containsEntry("forks on CPUs", UsableCpu.first());
    }

    @Test
    void private_servers_of_a_run_run_on_the_cpus_of_servers() throws IOException {
        RunOptions pinned = options("h2-tcp").with(RunOption.PIN_SERVER, RunOption.PIN_SERVER.parse(UsableCpu.first()));
        List<String> found = new ArrayList<>();

        RunRecord record = FakeForks.run(plan(pinned), RunListener.NONE, FakeForks.ofOneIteration((cell, time) -> {
            found.addAll(cpusOfServers());
            return 1;
        }));

        assertThat(found).containsExactly("Cpus_allowed_list:\t" + UsableCpu.first());
        assertThat(record.manifest().environment().facts()).containsEntry("private servers on CPUs", UsableCpu.first());
    }

    /** Returns the CPUs of the database servers that this process has started, as Linux lists them. */
    private static List<String> cpusOfServers() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> lines(process, "cmdline").anyMatch(words -> words.contains("org.h2.tools.Server")))
                .flatMap(server -> lines(server, "status"))
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .toList();
    }

    private static Stream<String> lines(ProcessHandle process, String file) {
        try {
            return Files.readAllLines(Path.of("/proc", String.valueOf(process.pid()), file)).stream();
        } catch (IOException e) {
            return Stream.empty(); // it has ended
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4096", "1-0", "a", "0,", "-1"})
    void refuses_what_is_no_list_of_cpus_of_this_machine(String text) {
        assertThatThrownBy(() -> RunOption.PIN_CLIENT.parse(text))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--pin-client '" + text + "': give some of the CPUs ");
    }

    @Test
    void refuses_to_pin_a_server_that_is_no_process_of_its_own() throws IOException {
        RunOptions pinned = options("h2").with(RunOption.PIN_SERVER, RunOption.PIN_SERVER.parse(UsableCpu.first()));

        assertThatThrownBy(() -> plan(pinned))
                .hasMessage(
                        "--pin-server " + UsableCpu.first() + ": needs a server of kind local or artifact, and that of"
                                + " target 'h2' is embedded; leave one of them out");
    }

    private RunOptions options(String target) {
        return RunOptions.NONE
                .workloads(List.of("finder"))
                .targets(List.of(target))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.OUT, temp.resolve("out"));
    }
}

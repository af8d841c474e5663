package org.rowmark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.util.Secret;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the programs of this test are scripts of a Unix shell")
class ToolTest {
    @TempDir
    private Path directory;

    private final List<String> lines = new ArrayList<>();

    @Test
    void hands_on_each_line_and_keeps_all_in_the_file() throws IOException {
        run(shell("echo one; echo two >&2"));

        assertThat(lines).containsExactly("one", "two");
        assertThat(output()).contains("one\ntwo\n").contains("# exit code 0");
    }

    @Test
    void appends_to_what_earlier_programs_printed() throws IOException {
        run(shell("echo one"));
        run(shell("echo two"));

        assertThat(output()).containsSubsequence("one\n", "two\n");
    }

    @Test
    void keeps_secrets_out_of_the_file_and_of_errors() throws IOException {
        Secret.of("hunter2 of the canary");
        Tool program = new Tool(new Command(
                List.of("sh", "-c", "echo \"error: password is $PW\"; exit 3"),
                Map.of("PW", "hunter2 of the canary"),
                directory.resolve("output.log")));

        assertThatThrownBy(() -> run(program))
                .isInstanceOf(Tool.Failure.class)
                .hasMessage("sh ended with exit code 3: error: password is ***");
        assertThat(output()).doesNotContain("hunter2");
    }

    @Test
    void reports_the_first_errors_and_not_what_follows_from_them() {
        assertThatThrownBy(() ->
                        run(shell("echo fine; echo 'ERROR: no space'; for i in 2 3 4; do echo error $i; done; exit 1")))
                .hasMessage("sh ended with exit code 1: ERROR: no space | error 2 | error 3");
    }

    /** Of a file that is no text a program quotes what it finds, and a terminal would obey it. */
    @Test
    void prints_nothing_that_a_terminal_would_obey() {
        assertThatThrownBy(() -> run(shell("printf 'error near \\033[31m\\377\\n'; exit 1")))
                .hasMessage("sh ended with exit code 1: error near ?[31m?");
    }

    @Test
    void makes_a_program_print_messages_in_english() {
        Tool program = new Tool(new Command(
                List.of("ls", directory.resolve("nowhere").toString()),
                Map.of("LANG", "de_DE.UTF-8", "LC_ALL", "de_DE.UTF-8"),
                directory.resolve("output.log")));

        assertThatThrownBy(() -> run(program)).hasMessageEndingWith("No such file or directory");
    }

    @Test
    void feeds_a_file_to_the_program() throws IOException {
        Path input = Files.writeString(directory.resolve("input"), "from the file\n");

        run(new Tool(command("cat"), Optional.of(input), Optional.empty()));

        assertThat(lines).containsExactly("from the file");
    }

    @Test
    void a_program_that_reads_its_input_gets_none() throws IOException {
        run(shell("read -r answer || echo 'no answer'"));

        assertThat(lines).containsExactly("no answer");
    }

    @Test
    void a_program_that_does_not_exist_is_an_error() {
        assertThatThrownBy(() -> run(new Tool(
                        new Command(List.of("no-such-program-anywhere"), Map.of(), directory.resolve("output.log")))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no-such-program-anywhere");
    }

    @Test
    void a_program_that_hangs_is_killed_with_its_children() {
        Tool hanging = new Tool(command("sleep 600 & echo waiting; wait"), Duration.ofSeconds(1));

        assertThatThrownBy(() -> run(hanging)).hasMessage("sh did not end within 1 s: waiting");
    }

    @Test
    void a_prefix_runs_the_program_but_does_not_give_it_its_name() {
        Command command = command("echo $WORD; exit 1").behind(List.of("env", "WORD=prefixed"));

        assertThatThrownBy(() -> run(new Tool(command))).hasMessage("sh ended with exit code 1: prefixed");
    }

    @Test
    void hands_out_what_is_printed_before_a_failure() throws IOException {
        assertThat(shell("echo 1.2.3; exit 1").output()).isEqualTo("1.2.3\n");
    }

    private Tool shell(String script) {
        return new Tool(command(script));
    }

    private Command command(String script) {
        return new Command(List.of("sh", "-c", script), directory, directory.resolve("output.log"));
    }

    private void run(Tool program) throws IOException {
        program.run(lines::add);
    }

    private String output() throws IOException {
        return Files.readString(directory.resolve("output.log"));
    }
}

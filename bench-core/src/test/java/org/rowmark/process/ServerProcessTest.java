package org.rowmark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedWriter;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.commons.lang3.function.FailableRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.ChildJvm;
import org.rowmark.util.UsageException;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the programs are shell scripts")
class ServerProcessTest {
    private static final ServerProcess.Stop GENTLE = ServerProcess.Stop.terminate(Duration.ofSeconds(20));
    private static final String SLEEP = "exec sleep 600";

    @TempDir
    Path directory;

    @Test
    void stops_what_it_started() throws IOException {
        ServerProcess process = ServerProcess.start(shell(SLEEP), GENTLE);
        assertThat(process.isAlive()).isTrue();

        process.close();
        process.close();

        assertThat(process.isAlive()).isFalse();
        assertThat(process.wasKilled()).isFalse();
        assertThat(ProcessHandle.of(process.pid()).filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void kills_what_does_not_end_within_the_grace_time() throws IOException {
        ServerProcess process = ServerProcess.start(
                shell("trap '' TERM; echo deaf; while :; do sleep 0.05; done"),
                ServerProcess.Stop.terminate(Duration.ofMillis(200)));
        process.awaitReady(this::hasWritten, Duration.ofSeconds(20));

        process.close();

        assertThat(process.isAlive()).isFalse();
        assertThat(process.wasKilled()).isTrue();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void ends_a_server_that_was_stopped_in_order() throws Exception {
        ServerProcess process = ServerProcess.start(shell(SLEEP), GENTLE);
        String pid = Long.toString(process.pid());
        assertThat(new ProcessBuilder("kill", "-STOP", pid).start().waitFor()).isZero();

        process.close();

        assertThat(process.isAlive()).isFalse();
        assertThat(process.wasKilled()).isFalse();
    }

    @Test
    void ends_the_processes_that_a_server_leaves_behind() throws IOException {
        Path child = directory.resolve("child");
        ServerProcess process =
                ServerProcess.start(shell("sleep 600 & echo $! > " + child + "; echo ready; wait"), GENTLE);
        process.awaitReady(this::hasWritten, Duration.ofSeconds(20));
        ProcessHandle left = ProcessHandle.of(
                        Long.parseLong(Files.readString(child).strip()))
                .orElseThrow();

        process.close();

        assertThat(left.isAlive()).isFalse();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void ends_the_processes_that_a_server_left_behind_when_it_crashed() throws IOException {
        Path child = directory.resolve("child");
        ServerProcess process = ServerProcess.start(shell("sleep 600 & echo $! > " + child + "; exit 1"), GENTLE);
        process.awaitReady(
                () -> {
                    if (process.isAlive()) {
                        throw new IOException("not yet");
                    }
                },
                Duration.ofSeconds(20));
        ProcessHandle left = ProcessHandle.of(
                        Long.parseLong(Files.readString(child).strip()))
                .orElseThrow();
        assertThat(left.isAlive()).isTrue();

        process.close();

        assertThat(left.isAlive()).isFalse();
    }

    @Test
    void quotes_a_log_that_is_larger_than_the_memory() throws IOException {
        Path log = directory.resolve("log");
        try (BufferedWriter writer = Files.newBufferedWriter(log)) {
            for (int i = 0; i < 100_000; i++) {
                writer.write("x".repeat(1_000) + "\n");
            }
        }

        assertThat(ChildJvm.run(Talkative.class, List.of("-Xmx32m"), directory))
                .isEqualTo("sh ended with exit code 7 while starting: unknown option");
    }

    @Test
    void sends_the_signal_that_the_server_wants() throws IOException {
        // not INT: a shell in the background of a script has it ignored, and so have its children
        ServerProcess process = ServerProcess.start(
                shell("trap 'echo asked; exit 0' USR1; echo ready; while :; do sleep 0.05; done"),
                new ServerProcess.Stop("USR1", Duration.ofSeconds(20)));
        process.awaitReady(this::hasWritten, Duration.ofSeconds(20));

        process.close();

        assertThat(log()).contains("asked");
    }

    @Test
    void a_server_that_never_gets_ready_is_stopped_and_reported_with_its_last_words() throws IOException {
        ServerProcess process = ServerProcess.start(shell("echo not today; " + SLEEP), GENTLE);
        FailableRunnable<Exception> never = () -> {
            throw new IOException("connection refused");
        };

        assertThatThrownBy(() -> process.awaitReady(never, Duration.ofSeconds(1)))
                .isInstanceOf(IOException.class)
                .hasMessage("sh did not answer within 1 s: connection refused: not today");
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void a_server_that_is_still_busy_at_the_limit_is_reported_with_the_end_of_its_log() throws IOException {
        ServerProcess process = ServerProcess.start(
                shell("echo unknown time zone; for i in 1 2 3; do echo recovering $i; done; "
                        + "trap 'echo stopping; exit 0' TERM; while :; do sleep 0.05; done"),
                GENTLE);
        process.awaitReady(
                () -> {
                    if (!log().contains("recovering 3")) {
                        throw new IOException("not yet");
                    }
                },
                Duration.ofSeconds(20));
        FailableRunnable<Exception> never = () -> {
            throw new IOException("connection refused");
        };

        assertThatThrownBy(() -> process.awaitReady(never, Duration.ofSeconds(1)))
                .hasMessage("sh did not answer within 1 s: connection refused:"
                        + " recovering 1 | recovering 2 | recovering 3");
    }

    @Test
    void a_server_whose_driver_cannot_be_loaded_is_stopped_at_once() throws IOException {
        ServerProcess process = ServerProcess.start(shell(SLEEP), GENTLE);
        FailableRunnable<Exception> unloadable = () -> {
            throw new NoClassDefFoundError("org/example/Driver");
        };

        assertThatThrownBy(() -> process.awaitReady(unloadable, Duration.ofSeconds(20)))
                .isInstanceOf(NoClassDefFoundError.class);
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void a_server_that_ends_while_starting_is_reported_with_its_last_words() throws IOException {
        ServerProcess process = ServerProcess.start(shell("echo unknown option; exit 7"), GENTLE);
        FailableRunnable<Exception> never = () -> {
            throw new IOException("connection refused");
        };

        assertThatThrownBy(() -> process.awaitReady(never, Duration.ofSeconds(20)))
                .isInstanceOf(IOException.class)
                .hasMessage("sh ended with exit code 7 while starting: unknown option");
    }

    @Test
    void what_waiting_does_not_cure_is_reported_at_once() throws IOException {
        ServerProcess process = ServerProcess.start(shell(SLEEP), GENTLE);
        FailableRunnable<Exception> hopeless = () -> {
            throw new UsageException("no driver");
        };

        assertThatThrownBy(() -> process.awaitReady(hopeless, Duration.ofMinutes(5)))
                .isInstanceOf(UsageException.class)
                .hasMessage("no driver");
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void a_server_does_not_outlive_the_process_that_started_it() throws IOException {
        String output = ChildJvm.run(Forgetful.class, List.of(), directory);

        assertThat(output).matches("\\d+");
        assertThat(ProcessHandle.of(Long.parseLong(output)).filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void free_ports_are_below_those_that_the_system_assigns() throws IOException {
        try (ServerSocket assigned = new ServerSocket(0)) {
            assertThat(ServerProcess.freePort()).isBetween(1024, assigned.getLocalPort() - 1);
        }
    }

    private void hasWritten() throws IOException {
        if (log().isEmpty()) {
            throw new IOException("nothing yet");
        }
    }

    private String log() throws IOException {
        return Files.readString(directory.resolve("log"));
    }

    private Command shell(String script) {
        return new Command(List.of("sh", "-c", script), directory, directory.resolve("log"));
    }

    /** Starts a server that does not start. */
    static final class Talkative {
        private Talkative() {}

        public static void main(String[] arguments) {
            Path directory = Path.of(arguments[0]);
            List<String> words = List.of("sh", "-c", "echo unknown option; exit 7");
            try {
                ServerProcess.start(new Command(words, directory, directory.resolve("log")), GENTLE)
                        .awaitReady(
                                () -> {
                                    throw new IOException("connection refused");
                                },
                                Duration.ofSeconds(20));
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    /** Starts a server and leaves without stopping it. */
    static final class Forgetful {
        private Forgetful() {}

        public static void main(String[] args) throws IOException {
            Path directory = Path.of(args[0]);
            ServerProcess process = ServerProcess.start(
                    new Command(List.of("sleep", "600"), directory, directory.resolve("forgotten")), GENTLE);
            System.out.println(process.pid());
        }
    }
}

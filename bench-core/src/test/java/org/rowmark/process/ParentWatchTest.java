package org.rowmark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.ChildJvm;
import org.rowmark.util.Await;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the programs are shell scripts")
class ParentWatchTest {
    /** The promise is five seconds, which ResumeIT measures; other tests take the processors here. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final Duration INTERVAL = Duration.ofMillis(20);

    /** A server that takes no notice of SIGTERM and has a process in a session of its own. */
    private static final String DEAF = "trap '' TERM; setsid sh -c 'trap \"\" TERM; echo $$ >../child;"
            + " while :; do sleep 0.1; done' & while :; do sleep 0.1; done";

    @TempDir
    Path temp;

    private final List<ProcessHandle> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void ends_a_server_with_its_processes_when_its_owner_is_killed_and_a_later_start_removes_the_directory()
            throws Exception {
        Process owner = owner("TERM", DEAF);
        List<ProcessHandle> servers = List.of(server(owner), process("child"));
        assertThat(servers).allMatch(ProcessHandle::isAlive);

        owner.destroyForcibly().waitFor();

        assertThat(Await.until(() -> servers.stream().noneMatch(ParentWatchTest::isAlive), LIMIT, INTERVAL))
                .isTrue();
        assertThat(ChildJvm.run(LockedDirectoryCleaner.class, withCache()))
                .isEqualTo("rowmark: removed what a killed run had left in " + temp.toRealPath());
        assertThat(temp).isDirectoryNotContaining("glob:**/rowmark-*");
    }

    @Test
    void sends_the_signal_that_the_server_wants_and_lets_it_end_in_order() throws Exception {
        Process owner = owner(
                "USR1",
                "trap 'sleep 0.3; echo $$ >../ended; exit' USR1; echo $$ >../child; while :; do sleep 0.1; done");
        ProcessHandle server = server(owner);
        process("child");

        owner.destroyForcibly().waitFor();

        assertThat(pid("ended")).isEqualTo(server.pid());
    }

    @Test
    void is_no_process_of_the_server_and_ends_with_it() throws Exception {
        Path log = temp.resolve("log");
        ServerProcess server = ServerProcess.start(
                new Command(List.of("sleep", "600"), temp, log), ServerProcess.Stop.terminate(Duration.ofSeconds(20)));
        String watch = "sh\0-c\0trap"; // and the number at the end
        assertThat(Await.until(() -> watches(watch, server.pid()) == 1, LIMIT, INTERVAL))
                .isTrue();
        ProcessHandle handle = ProcessHandle.of(server.pid()).orElseThrow();
        assertThat(Await.until(() -> handle.info().command().orElse("").endsWith("sleep"), LIMIT, INTERVAL))
                .isTrue();
        assertThat(handle.descendants()).isEmpty();

        server.close();

        assertThat(server.wasKilled()).isFalse();
        assertThat(Await.until(() -> watches(watch, server.pid()) == 0, LIMIT, INTERVAL))
                .isTrue();
    }

    /** The shell would keep its environment as long as the program runs. */
    @Test
    void has_no_secret_of_the_program() throws Exception {
        Command command = new Command(
                List.of("sh", "-c", "echo $SECRET; sleep 600"), Map.of("SECRET", "canary"), temp, temp.resolve("log"));
        try (ServerProcess server =
                ServerProcess.start(command, ServerProcess.Stop.terminate(Duration.ofSeconds(20)))) {
            Await.until(() -> Files.readString(temp.resolve("log")).contains("canary"), LIMIT, INTERVAL);
            Await.until(() -> watches("sh\0-c\0trap", server.pid()) == 1, LIMIT, INTERVAL);
            try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
                assertThat(processes.filter(process -> isWatch("sh\0-c\0trap", server.pid(), process)))
                        .singleElement()
                        .satisfies(process -> assertThat(read(process.resolve("environ")))
                                .startsWith("PATH=")
                                .doesNotContain("canary"));
            }
        }
    }

    private static long watches(String begin, long pid) throws IOException {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes.filter(process -> isWatch(begin, pid, process)).count();
        }
    }

    private static boolean isWatch(String begin, long pid, Path process) {
        String command = read(process.resolve("cmdline"));
        return command.startsWith(begin) && command.endsWith("\0" + pid + "\0");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // no process, or it has ended
        }
    }

    private Process owner(String signal, String server) throws IOException {
        Process owner = ChildJvm.start(WatchedOwner.class, withCache(), temp, signal, server);
        started.add(owner.toHandle());
        return owner;
    }

    private List<String> withCache() {
        return List.of("-Drowmark.cache=" + temp.resolve("cache"));
    }

    private ProcessHandle server(Process owner) throws IOException {
        return started(Long.parseLong(owner.inputReader(StandardCharsets.UTF_8).readLine()));
    }

    /** Waits for the file of a process with its number. */
    private ProcessHandle process(String file) throws IOException {
        return started(pid(file));
    }

    private long pid(String file) throws IOException {
        Path path = temp.resolve(file);
        assertThat(Await.until(
                        () -> Files.exists(path) && Files.readString(path).endsWith("\n"), LIMIT, INTERVAL))
                .isTrue();
        return Long.parseLong(Files.readString(path).strip());
    }

    private ProcessHandle started(long pid) {
        ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
        started.add(process);
        return process;
    }

    /** Returns whether a process is alive; a dead one for which nobody waits has no command. */
    private static boolean isAlive(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }
}

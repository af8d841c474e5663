package org.rowmark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.ChildJvm;
import org.rowmark.util.Await;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the programs are shell scripts")
class GuardianTest {
    /** The promise is five seconds, which ResumeIT measures; other tests take the processors here. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final Duration INTERVAL = Duration.ofMillis(20);

    /** A server that takes no notice of SIGTERM and has a process of its own for a connection. */
    private static final String SERVER =
            "trap '' TERM; sh -c 'trap \"\" TERM; while :; do sleep 0.1; done' & echo $! >child; while :; do sleep 0.1; done";

    @TempDir
    Path temp;

    private final List<ProcessHandle> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void ends_servers_and_their_processes_and_removes_directories_when_its_owner_is_killed() throws Exception {
        Process owner = owner();
        List<ProcessHandle> servers = servers(owner);
        assertThat(servers).hasSize(2).allMatch(ProcessIdentity::isAlive);

        owner.destroyForcibly().waitFor();

        assertThat(Await.until(() -> isGone(servers), LIMIT, INTERVAL)).isTrue();
        assertThat(left()).singleElement().asString().contains("setting jdbc");
    }

    @Test
    void leaves_to_a_later_start_what_it_could_not_remove_because_it_was_killed_too() throws Exception {
        Process owner = owner();
        List<ProcessHandle> servers = servers(owner);
        owner.children()
                .filter(child -> !servers.contains(child))
                .forEach(ProcessHandle::destroyForcibly); // the guardian
        owner.destroyForcibly().waitFor();
        assertThat(servers).allMatch(ProcessIdentity::isAlive);

        String printed = clean();

        assertThat(isGone(servers)).isTrue();
        assertThat(printed)
                .containsPattern("removed what a killed run had left: \\d+ processes, 1 directory")
                .contains("changed settings of jdbc:x://server/db")
                .contains("name=some setting, earlier=Optional[8 MB]");
    }

    @Test
    void takes_no_process_for_another_that_has_its_number() throws Exception {
        Process innocent = new ProcessBuilder("sleep", "60").start();
        started.add(innocent.toHandle());
        Path folder = Files.createDirectories(temp.resolve("cache/started"));
        Files.writeString(folder.resolve("1.txt"), "process " + innocent.pid() + " 12345\n");

        clean();

        assertThat(innocent.isAlive()).isTrue();
        assertThat(left()).isEmpty();
    }

    @Test
    void leaves_a_process_alone_whose_owner_lives() throws Exception {
        Process owner = owner();
        List<ProcessHandle> servers = servers(owner);

        clean();

        assertThat(servers).allMatch(ProcessIdentity::isAlive);
        owner.destroyForcibly().waitFor();
        assertThat(Await.until(() -> isGone(servers), LIMIT, INTERVAL)).isTrue();
    }

    private Process owner() throws IOException {
        Process owner = ChildJvm.start(GuardedOwner.class, withCache(), temp.resolve("rowmark-1"), SERVER);
        started.add(owner.toHandle());
        return owner;
    }

    /** Returns the server, when it has its other process, and that. */
    private List<ProcessHandle> servers(Process owner) throws IOException {
        BufferedReader out = owner.inputReader(StandardCharsets.UTF_8);
        long server = Long.parseLong(out.readLine());
        Path child = temp.resolve("rowmark-1/child");
        Await.until(() -> Files.exists(child) && Files.size(child) > 0, Duration.ofSeconds(20), INTERVAL);
        List<ProcessHandle> both = Stream.of(
                        server, Long.parseLong(Files.readString(child).strip()))
                .map(pid -> ProcessHandle.of(pid).orElseThrow())
                .toList();
        started.addAll(both);
        return both;
    }

    private boolean isGone(List<ProcessHandle> servers) {
        return servers.stream().noneMatch(ProcessIdentity::isAlive) && Files.notExists(temp.resolve("rowmark-1"));
    }

    private String clean() throws IOException {
        return ChildJvm.run(LeftoversCleaner.class, withCache());
    }

    private List<String> withCache() {
        return List.of("-Drowmark.cache=" + temp.resolve("cache"));
    }

    /** Returns what remains to be done, when the guardian has ended. */
    private List<String> left() throws IOException {
        Path folder = temp.resolve("cache/started");
        Await.until(() -> lines(folder).stream().noneMatch(line -> line.startsWith("process")), LIMIT, INTERVAL);
        return lines(folder).stream().filter(line -> !line.startsWith("owner")).toList();
    }

    private static List<String> lines(Path folder) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }
}

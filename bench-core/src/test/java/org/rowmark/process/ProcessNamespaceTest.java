package org.rowmark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.ChildJvm;
import org.rowmark.util.UnfinishedDirectory;

/** Processes that share a cache and a temporary directory, but do not see each other. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "others have no such namespaces")
class ProcessNamespaceTest {
    @TempDir
    Path temp;

    @Test
    void a_run_in_another_one_is_not_taken_for_dead() throws Exception {
        Path directory = temp.resolve("rowmark-1");
        Process owner = ChildJvm.start(GuardedOwner.class, withCache(), directory, "while :; do sleep 0.1; done");
        List<ProcessHandle> guardian = List.of();
        try {
            BufferedReader out = owner.inputReader(StandardCharsets.UTF_8);
            ProcessHandle server =
                    ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
            guardian = owner.children().filter(child -> !child.equals(server)).toList();
            List<String> register = register();

            assertThat(ProcessNamespace.run(LeftoversCleaner.class, withCache()))
                    .isEmpty();

            assertThat(server.isAlive()).isTrue();
            assertThat(directory).isDirectory();
            assertThat(register()).isEqualTo(register).anyMatch(line -> line.startsWith(Register.DIRECTORY));
        } finally {
            owner.destroyForcibly().waitFor();
            for (ProcessHandle process : guardian) {
                process.onExit().join();
            }
        }
        assertThat(directory).as("removed by its own guardian").doesNotExist();
    }

    @Test
    void what_is_being_filled_in_another_one_is_left_for_a_day() throws Exception {
        Path own = UnfinishedDirectory.in(temp);
        Path other = Path.of(ProcessNamespace.run(UnfinishedDirectoryMaker.class, List.of(), temp));

        assertThat(own).as("not seen there").isDirectory();
        assertThat(UnfinishedDirectory.isInUse(other)).isTrue();
        UnfinishedDirectory.in(temp);
        assertThat(other).isDirectory();

        Files.setLastModifiedTime(other, FileTime.from(Instant.now().minus(2, ChronoUnit.DAYS)));
        UnfinishedDirectory.in(temp);
        assertThat(other).doesNotExist();
    }

    private List<String> withCache() {
        return List.of("-Drowmark.cache=" + temp.resolve("cache"));
    }

    private List<String> register() throws IOException {
        try (Stream<Path> files = Files.list(temp.resolve("cache/started"))) {
            return Files.readAllLines(files.findFirst().orElseThrow());
        }
    }
}

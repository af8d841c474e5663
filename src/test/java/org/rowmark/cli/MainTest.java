package org.rowmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.util.CacheDirectory;

class MainTest {
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeEach
    void capture() {
        PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
        System.setOut(stream);
        System.setErr(stream);
    }

    @AfterEach
    void restore() {
        System.clearProperty(CacheDirectory.PROPERTY);
        System.setOut(out);
        System.setErr(err);
    }

    @Test
    void words_behind_run_are_workloads_also_if_a_command_has_that_name() {
        assertThat(Main.execute("run", "list", "targets")).isEqualTo(1);
        assertThat(printed()).contains("unknown workload 'list'");
    }

    @Test
    void nothing_prints_the_help() {
        assertThat(Main.execute()).isZero();
        assertThat(printed()).contains("Usage", "./rowmark run", "undo-settings");
    }

    @Test
    void a_workload_alone_is_run() {
        assertThat(Main.execute("point-select", "--target", "h2-mem", "--dry-run"))
                .isZero();
        assertThat(printed()).contains("point-select", "rounds     5");
    }

    @Test
    void commands_that_only_read_leave_alone_what_killed_runs_left(@TempDir Path temp) throws IOException {
        System.setProperty(CacheDirectory.PROPERTY, temp.toString());
        Path left = Files.createDirectories(temp.resolve("rowmark-1"));
        Files.writeString(Files.createDirectory(temp.resolve("started")).resolve("rowmark-2.lock"), left + "\n");

        for (String command : List.of("", "--version", "--help", "list targets", "cache list", "run ping --dry-run")) {
            assertThat(Main.execute(command.isEmpty() ? new String[0] : command.split(" ", -1)))
                    .as(command)
                    .isZero();
        }
        assertThat(left).exists();
        assertThat(Main.execute("check", "--target", "h2-mem")).isZero();
        assertThat(left).doesNotExist();
    }

    @Test
    void one_line_states_that_there_is_nothing_to_remove(@TempDir Path temp) {
        System.setProperty(CacheDirectory.PROPERTY, temp.toString());

        assertThat(Main.execute("clean", "point-select", "--target", "h2")).isZero();

        assertThat(printed())
                .startsWith("h2: ")
                .endsWith("\nnothing to remove: there is no such data\n")
                .hasLineCount(2);
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}

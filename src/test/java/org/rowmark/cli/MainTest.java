package org.rowmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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
        System.clearProperty(Main.DEFAULT_COMMAND);
        System.setOut(out);
        System.setErr(err);
    }

    @Test
    void words_behind_run_are_workloads_also_if_a_command_has_that_name() {
        assertThat(Main.execute("run", "list", "targets")).isEqualTo(1);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("unknown workload 'list'");
    }

    @Test
    void a_command_line_without_a_command_has_the_default_one() {
        System.setProperty(Main.DEFAULT_COMMAND, "list");

        assertThat(Main.execute("workloads")).isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("point-select");
    }

    @Test
    void a_command_is_not_replaced_by_the_default_one() {
        System.setProperty(Main.DEFAULT_COMMAND, "run");

        assertThat(Main.execute("list", "workloads")).isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("point-select");
    }
}

package org.rowmark.run.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.SystemMessages;
import org.rowmark.run.output.RunLog.ForkLog;

class ForkLogTest {
    @TempDir
    Path directory;

    private final AtomicInteger ends = new AtomicInteger();

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "needs a file that is always full")
    void ends_the_fork_at_a_line_that_cannot_be_written() throws IOException {
        Files.createSymbolicLink(directory.resolve("log.txt"), Path.of("/dev/full"));
        try (RunLog run = new RunLog(directory);
                ForkLog log = new ForkLog(run, "")) {
            log.endBy(ends::incrementAndGet);

            log.println("# Warmup Iteration 1");

            assertThat(ends).hasValue(1);
            assertThatThrownBy(log::check)
                    .isInstanceOf(IOException.class)
                    .hasMessage("log.txt cannot be written: " + SystemMessages.diskFull());
        }
    }

    @Test
    void ends_the_fork_at_a_sample_that_cannot_be_written_and_reports_the_first() throws IOException {
        try (RunLog run = new RunLog(directory);
                ForkLog log = new ForkLog(run, "")) {
            log.endBy(ends::incrementAndGet);
            log.println("# Warmup Iteration 1");
            log.check();
            assertThat(ends).hasValue(0);

            log.unwritten(new IOException("first"));
            log.unwritten(new IOException("second"));

            assertThat(ends).hasValue(2);
            assertThatThrownBy(log::check).hasMessage("first");
        }
    }
}

package org.rowmark.run.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.ChildJvm;

class LogScrubberTest {
    @TempDir
    Path temp;

    @Test
    void drops_what_it_has_no_time_to_scrub_when_the_process_ends() throws IOException {
        Path log = temp.resolve("server.log");
        Files.writeString(log, "password=hunter2\n".repeat(1_000));

        String output = ChildJvm.run(Hurried.class, List.of(), log);

        assertThat(output).isEmpty();
        assertThat(log).content().doesNotContain("hunter2").startsWith("rowmark: the rest of this log is left out");
        assertThat(temp.toFile().list()).containsExactly("server.log");
    }

    @Test
    void a_log_that_cannot_be_scrubbed_stops_none_of_the_others() throws IOException {
        Path directory = Files.createDirectory(temp.resolve("directory.log"));
        Path log = temp.resolve("server.log");
        Files.writeString(log, "password=hunter2\n");

        String output = ChildJvm.run(Ending.class, List.of(), directory, log);

        assertThat(output).contains("rowmark: could not remove secrets from " + directory);
        assertThat(log).hasContent("password=***");
        assertThat(temp.toFile().list()).containsExactlyInAnyOrder("directory.log", "server.log");
    }

    static final class Hurried {
        private Hurried() {}

        public static void main(String[] arguments) {
            new LogScrubber(List.of(Path.of(arguments[0])), Duration.ZERO);
        }
    }

    static final class Ending {
        private Ending() {}

        public static void main(String[] arguments) {
            new LogScrubber(List.of(Path.of(arguments[0]), Path.of(arguments[1])), Duration.ofMinutes(1));
        }
    }
}

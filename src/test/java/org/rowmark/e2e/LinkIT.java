package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.util.Await;

/** Runs over simulated links. */
class LinkIT {
    private static final String[] QUICK = {
        "--warmups", "0", "--iterations", "1", "--time", "500ms", "--link", "rtt=1ms", "--out", "out"
    };

    @TempDir
    Path directory;

    @Tag("slow")
    @Test
    void a_cell_fails_when_its_server_is_killed_behind_the_relay_and_the_next_round_has_both_again() throws Exception {
        Cli cli = Cli.in(directory);
        Process process = cli.start(words("run", "point-select", "ping", "--target", "h2-tcp", "--rounds", "2"));
        Progress.awaitOk(process, directory.resolve("out"));
        Progress.awaitFork(process); // of the other cell
        child(process, "org.h2.tools.Server").destroyForcibly();
        Cli.Result result = cli.finish(process);

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
        List<CellOutcome> outcomes = RunDirectory.read(directory.resolve("out")).outcomes();
        assertThat(outcomes)
                .filteredOn(ended -> ended.round() == 1)
                .extracting(CellOutcome::outcome)
                .containsExactly(Outcome.OK, Outcome.FAILED);
        assertThat(outcomes)
                .filteredOn(ended -> ended.round() == 2)
                .extracting(CellOutcome::outcome)
                .containsExactly(Outcome.OK, Outcome.OK);
        assertThat(directory.resolve("out/report.html"))
                .content(StandardCharsets.UTF_8)
                .contains("1ms: round trip 1 ms", "Link, measured");
        assertThat(result.out()).contains("link rtt=1ms: adds ");
        assertThat(RunDirectory.read(directory.resolve("out"))
                        .manifest()
                        .targets()
                        .get(0)
                        .link()
                        .orElseThrow()
                        .measured())
                .hasValueSatisfying(measured -> {
                    assertThat(measured.addedP50Nanos()).isBetween(900_000L, 100_000_000L);
                    assertThat(measured.bitsPerSecond().orElseThrow()).isPositive();
                });
    }

    @Tag("slow")
    @Test
    void the_relay_ends_with_a_run_that_is_killed() throws Exception {
        Process process = Cli.in(directory)
                .andCache(directory.resolve("cache"))
                .start(words("run", "point-select", "ping", "--target", "h2-tcp", "--rounds", "1"));
        Progress.awaitOk(process, directory.resolve("out")); // the server is up for the other workload
        ProcessHandle relay = child(process, "org.rowmark.link.Relay");
        ProcessHandle server = child(process, "org.h2.tools.Server");

        process.destroyForcibly().waitFor();

        Await.until(() -> !relay.isAlive(), Duration.ofSeconds(20), Duration.ofMillis(20));
        assertThat(relay.isAlive()).isFalse();
        server.destroyForcibly();
    }

    private static String[] words(String... first) {
        String[] words = Arrays.copyOf(first, first.length + QUICK.length);
        System.arraycopy(QUICK, 0, words, first.length, QUICK.length);
        return words;
    }

    private static ProcessHandle child(Process process, String words) {
        return Progress.children(process, words).findFirst().orElseThrow();
    }
}

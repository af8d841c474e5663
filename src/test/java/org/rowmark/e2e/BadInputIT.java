package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;

/** What a user gets wrong, and what the world does: the message, the exit code, and what survives on disk. */
class BadInputIT {
    @TempDir
    Path temp;

    private Path directory;

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createDirectory(temp.resolve("work"));
    }

    @Tag("slow")
    @Test
    void keeps_what_was_measured_when_the_server_dies_in_the_middle() throws Exception {
        try (PasswordServer server = PasswordServer.start(temp, "secret")) {
            server.targetsFile(directory.resolve("targets.yaml"), "${env:PASSWORD}");
            Cli cli = Cli.in(directory).with(Map.of("PASSWORD", "secret"));
            Process process = cli.start(
                    "run",
                    "point-select",
                    "--targets-file",
                    "targets.yaml",
                    "--target",
                    "theirs",
                    "--target",
                    "h2-mem",
                    "-p",
                    "rows=100",
                    "--rounds",
                    "3",
                    "--warmups",
                    "0",
                    "--iterations",
                    "1",
                    "--time",
                    "200ms",
                    "--out",
                    "out");
            Progress.await(process, directory.resolve("out/samples.jsonl"), "\"cell\":1,\"outcome\":\"OK\"");
            server.die();
            Cli.Result result = cli.finish(process);

            assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
            RunRecord record = RunDirectory.read(directory.resolve("out"));
            assertThat(record.outcomes())
                    .filteredOn(ended -> ended.cell() == 1)
                    .extracting(CellOutcome::outcome)
                    .contains(Outcome.OK, Outcome.FAILED);
            assertThat(record.summaries().get(2).outcome()).isEqualTo(Outcome.OK);
            assertThat(result.out()).contains("failed: point-select rows=100 on theirs");
            assertThat(directory.resolve("out/report.html")).exists();
        }
    }

    @Tag("slow")
    @Test
    void starts_its_own_server_anew_for_the_next_round_when_it_was_killed() throws Exception {
        RequiredServers.assume("mariadb");
        Cli cli = Cli.in(directory);
        Process process = cli.start(
                "run",
                "point-select",
                "connect",
                "--target",
                "mariadb",
                "--rounds",
                "2",
                "--warmups",
                "0",
                "--iterations",
                "1",
                "--time",
                "500ms",
                "-p",
                "source=raw",
                "--out",
                "out");
        Progress.awaitOk(process, directory.resolve("out"));
        Progress.awaitFork(process); // of the other cell
        Progress.children(process, "mariadbd").forEach(ProcessHandle::destroyForcibly);
        Cli.Result result = cli.finish(process);

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
        RunRecord record = RunDirectory.read(directory.resolve("out"));
        assertThat(record.outcomes())
                .filteredOn(ended -> ended.round() == 1)
                .extracting(CellOutcome::outcome)
                .containsExactly(Outcome.OK, Outcome.FAILED);
        assertThat(record.outcomes())
                .filteredOn(ended -> ended.round() == 2)
                .extracting(CellOutcome::outcome)
                .containsExactly(Outcome.OK, Outcome.OK);
    }
}

package org.rowmark.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.io.file.PathUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.SystemMessages;
import org.rowmark.e2e.Cli;
import org.rowmark.e2e.Progress;
import org.rowmark.result.directory.RunDirectory;

/** Faults of the run directory: a run that cannot write ends in one line, and what was written is read. */
@EnabledOnOs(OS.LINUX)
class FileFaultsIT {
    @TempDir
    Path temp;

    private FaultyRun run;

    @BeforeEach
    void makeDirectories() throws IOException {
        run = FaultyRun.in(temp);
    }

    @Test
    void a_full_disk_of_the_run_directory_ends_the_run_at_once_with_one_line_and_keeps_what_was_written()
            throws Exception {
        try (SmallDisk small = SmallDisk.in(temp, "2m")) {
            Path out = small.path().resolve("out");
            Path ballast = small.path().resolve("ballast");
            Process process = run.start(
                    "run",
                    "ping",
                    "--target",
                    "h2-mem",
                    "--warmups",
                    "0",
                    "--iterations",
                    "100000", // three times as long as a test waits
                    "--time",
                    "10ms",
                    "--out",
                    out.toString());
            Progress.await(process, out.resolve("samples.jsonl"), "\"warmup\":false");
            small.fill(ballast);
            Cli.Result result = run.finish(process);

            assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
            assertThat(result.err()).contains(SystemMessages.diskFull()).doesNotContain("\tat ");
            Files.delete(ballast);
            Cli.Result report = run.cli().run("report", out.toString(), "--out", "report.html");
            assertThat(report.exitCode()).as(report.toString()).isZero();
            assertThat(RunDirectory.read(out).samples()).isNotEmpty();
            assertThat(run.data()).isEmptyDirectory();
        }
    }

    @Tag("slow")
    @Test
    void a_run_directory_that_is_deleted_ends_the_run_with_one_line() throws Exception {
        Process process = run.start("run", "ping", "--target", "h2-mem");
        Progress.await(process, run.out("samples.jsonl"), "\"warmup\":false");
        PathUtils.deleteDirectory(run.out(""));
        Cli.Result result = run.finish(process);

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
        assertThat(result.error()).contains("out");
        assertThat(run.data()).isEmptyDirectory();
    }

    /** Durations are taken from a clock that is not set; wall-clock times only show when. */
    @Tag("slow")
    @Test
    void a_clock_that_is_set_back_or_a_damaged_line_change_no_other_number() throws Exception {
        Cli.Result measured = run.finish(run.start(
                "run", "ping", "--target", "h2-mem", "--target", "h2", "--rounds", "2", "--data-cache", "off"));
        assertThat(measured.exitCode()).as(measured.toString()).isZero();
        Path samples = run.out("samples.jsonl");
        List<String> numbers = scores();
        List<String> lines = new ArrayList<>(Files.readAllLines(samples));
        Pattern time = Pattern.compile("\"(start|end)\":\"([^\"]+)\"");
        for (int i = lines.size() / 2; i < lines.size(); i++) {
            lines.set(
                    i,
                    time.matcher(lines.get(i))
                            .replaceAll(found -> "\"" + found.group(1) + "\":\""
                                    + Instant.parse(found.group(2)).minusSeconds(7200) + "\""));
        }
        Files.write(samples, lines);
        Cli.Result stepped = run.cli().run("report", "out");
        assertThat(stepped.exitCode()).as(stepped.toString()).isZero();
        assertThat(scores()).isEqualTo(numbers);

        lines.add(3, lines.get(3).substring(0, 40));
        Files.write(samples, lines);
        Cli.Result damaged = run.cli().run("report", "out");
        assertThat(damaged.exitCode()).as(damaged.toString()).isZero();
        assertThat(damaged.out().replaceAll("\\s+", " "))
                .contains("samples.jsonl, line 4 cannot be read and is left out");
        assertThat(run.out("report.md")).content().contains("line 4 cannot be read");
        assertThat(scores()).isEqualTo(numbers);
    }

    /** Scores and ratios, without what depends on the order in which they were measured. */
    private List<String> scores() throws IOException {
        return Files.readAllLines(run.out("comparison.csv")).stream()
                .map(line -> line.replaceAll("(,[^,]*){10}$", ""))
                .toList();
    }
}

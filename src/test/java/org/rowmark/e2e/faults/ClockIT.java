package org.rowmark.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.e2e.Cli;
import org.rowmark.e2e.Progress;
import org.rowmark.e2e.RequiredServers;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;

/** A run whose wall clock, and that of its forks and servers, is set while it goes on. */
@Tag("slow")
@Tag("alone")
@EnabledOnOs(OS.LINUX)
class ClockIT {
    private static final Duration BACK = Duration.ofHours(-2);
    private static final Duration FORTH = Duration.ofDays(1);
    private static final int ROUNDS = 4;
    private static final int ITERATIONS = 3; // and a warm-up

    @TempDir
    Path temp;

    private SetClock clock;
    private FaultyRun run;
    private long begun;

    @BeforeEach
    void compile() throws Exception {
        clock = SetClock.in(temp);
        FaultyRun unset = FaultyRun.in(temp);
        run = new FaultyRun(unset.cli().with(clock.environment()), unset.directory(), unset.data());
        begun = System.nanoTime();
    }

    @Test
    void a_clock_that_is_set_back_and_forth_changes_neither_samples_nor_their_order() throws Exception {
        RequiredServers.assume("postgresql");
        Process process = run.start(measuring("100ms", "--target", "h2", "--target", "postgresql"));
        Progress.await(process, run.out("samples.jsonl"), "\"round\":1,");
        clock.set(BACK);
        Progress.await(process, run.out("samples.jsonl"), "\"round\":3,");
        clock.set(FORTH);

        assertWhole(run.finish(process), 2);
        assertThat(run.out("report.md")).content().doesNotContain("not interleaved");
        assertThat(run.cli().run("resume", "out").out()).contains("is complete; nothing is left to measure");
    }

    @Test
    void a_run_that_is_continued_by_a_clock_that_was_set_back_goes_on_in_order() throws Exception {
        Process process = run.start(measuring("100ms", "--target", "h2", "--target", "h2-mem"));
        Progress.await(process, run.out("samples.jsonl"), "\"round\":3,");
        process.destroyForcibly().waitFor();
        clock.set(BACK);

        assertWhole(run.cli().run("resume", "out"), 2);
    }

    @Test
    void a_clock_that_is_set_while_clients_measure_changes_neither_samples_nor_their_order() throws Exception {
        RequiredServers.assume("postgresql");
        Process process = run.start(measuring("500ms", "--target", "postgresql", "--clients", "2", "--overlap", "1%"));
        Progress.await(process, run.out("samples.jsonl"), "\"round\":1,");
        clock.set(BACK);
        Progress.await(process, run.out("samples.jsonl"), "\"round\":3,");
        clock.set(FORTH);

        assertWhole(run.finish(process), 1);
    }

    private static String[] measuring(String time, String... more) {
        List<String> words = new ArrayList<>(List.of("run", "update-single", "-p", "commit=every"));
        words.addAll(List.of("--rounds", "" + ROUNDS, "--warmups", "1", "--warmup-time", "50ms"));
        words.addAll(List.of("--iterations", "" + ITERATIONS, "--time", time));
        return Stream.concat(words.stream(), Stream.of(more)).toArray(String[]::new);
    }

    /** Every cell has its samples in every round, one after the other, within the time that really passed. */
    private void assertWhole(Cli.Result result, int cells) throws IOException {
        Duration passed = Duration.ofNanos(System.nanoTime() - begun);
        assertThat(result.exitCode()).as(result.toString()).isZero();
        RunRecord record = run.record();
        Manifest.Progress progress = record.manifest().progress();
        assertThat(Duration.between(progress.started(), progress.finished().orElseThrow()))
                .isBetween(Duration.ZERO, passed);
        assertThat(record.outcomes()).hasSize(cells * ROUNDS).allMatch(outcome -> outcome.outcome() == Outcome.OK);
        Instant last = progress.started();
        int round = 1;
        for (CellOutcome outcome : record.outcomes()) {
            assertThat(outcome.round()).isBetween(round, round + 1);
            round = outcome.round();
            assertThat(outcome.start()).isAfterOrEqualTo(last);
            last = outcome.end();
            List<Sample> samples = record.samples().stream()
                    .filter(sample -> sample.round() == outcome.round() && sample.cell() == outcome.cell())
                    .toList();
            assertThat(samples).hasSize(1 + ITERATIONS);
            Instant before = outcome.start();
            for (Sample sample : samples) {
                assertThat(sample.start()).isAfterOrEqualTo(before);
                assertThat(sample.end()).isAfter(sample.start()).isBeforeOrEqualTo(last);
                before = sample.end();
            }
        }
        assertThat(last).isBeforeOrEqualTo(progress.finished().orElseThrow());
        assertThat(Files.readString(run.out("report.md"))).doesNotContain("incomplete", "interrupted");
        assertThat(run.data()).isEmptyDirectory();
    }
}

package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.stats.StopReason;

/** Runs whose number of rounds, order or protocol is not the usual one. */
@Tag("slow")
class AdaptiveRunIT {
    private static final String[] TWO = {
        "connect", "--target", "h2-mem", "--target", "h2", "-p", "source=pool", "--out", "out"
    };

    @TempDir
    Path temp;

    private Path directory;

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createDirectory(temp.resolve("work"));
    }

    @Test
    void chooses_its_warm_up_iterations_after_the_first_round() throws Exception {
        List<String> words = List.of(
                "run",
                "point-select",
                "--target",
                "h2-mem",
                "--target",
                "h2",
                "-p",
                "rows=100",
                "--rounds",
                "2",
                "--warmups",
                "auto:9",
                "--warmup-time",
                "20ms",
                "--time",
                "20ms",
                "--out",
                "out");

        Cli.Result result = Cli.in(directory).run(and(words));

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out())
                .contains("at most about ")
                .containsPattern("point-select: (not warm after 9|\\d) warm-up iterations?");
        RunRecord run = RunDirectory.read(directory.resolve("out"));
        int chosen = run.manifest().progress().chosenWarmups().get(0).warmups();
        for (int cell = 1; cell <= 2; cell++) {
            assertThat(warmups(run, 1, cell)).isEqualTo(9);
            assertThat(warmups(run, 2, cell)).isEqualTo(chosen);
        }
    }

    private static long warmups(RunRecord run, int round, int cell) {
        return run.samples().stream()
                .filter(sample -> sample.warmup() && sample.round() == round && sample.cell() == cell)
                .count();
    }

    @Test
    void shows_its_rows_and_stops_where_the_most_rounds_are_too_few() throws Exception {
        Cli.Result result = Cli.in(directory)
                .run(and(
                        List.of("run"),
                        and(
                                "--precision",
                                "0.001%",
                                "--max-rounds",
                                "7",
                                "--warmups",
                                "auto:4",
                                "--warmup-time",
                                "10ms",
                                "--time",
                                "10ms")));

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out())
                .containsSubsequence(
                        "until the interval of every ratio is within ±0.001 %",
                        "[1/10] round 1  ", "round 5: 1 of 1 row left or clear")
                .contains("stopped after 5 rounds: " + StopReason.HOPELESS.words());
        RunRecord run = RunDirectory.read(directory.resolve("out"));
        Manifest manifest = run.manifest();
        assertThat(run.samples())
                .filteredOn(sample -> sample.round() == 5 && sample.cell() == 1 && !sample.warmup())
                .hasSize(3);
        assertThat(warmups(run, 1, 1)).isEqualTo(4);
        assertThat(warmups(run, 2, 1))
                .isEqualTo(manifest.progress().chosenWarmups().get(0).warmups());
        assertThat(manifest.progress().stopReason()).isEqualTo(StopReason.HOPELESS.name());
        assertThat(manifest.method().goal().orElseThrow().precision()).contains(0.00001);
        assertThat(manifest.progress().rounds()).isEqualTo(5);
        assertThat(manifest.request().command()).contains("--precision 0.001% --max-rounds 7");
    }

    @Test
    void measures_at_parts_of_the_highest_rate_that_it_has_found() throws Exception {
        Cli.Result result = Cli.in(directory)
                .run(
                        "run",
                        "point-select",
                        "--target",
                        "h2-mem",
                        "-p",
                        "rows=100",
                        "--find-max",
                        "p50=1s",
                        "--rate",
                        "0.5max,0.8max",
                        "--rounds",
                        "1",
                        "--warmups",
                        "0",
                        "--iterations",
                        "1",
                        "--time",
                        "200ms",
                        "--out",
                        "out");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).contains("highest rate with p50<1s: ");
        RunRecord run = RunDirectory.read(directory.resolve("out"));
        double highest = run.highestRates().get(0).rounds().get(0);
        assertThat(run.samples())
                .filteredOn(sample -> sample.round() == 1)
                .extracting(sample -> sample.secondary().get("offered").score() / highest)
                .satisfiesExactlyInAnyOrder(
                        half -> assertThat(half).isCloseTo(0.5, within(0.001)),
                        most -> assertThat(most).isCloseTo(0.8, within(0.001)));
        assertThat(directory.resolve("out/report.html")).content().contains("Highest rate", "p50, by rate");
    }

    @Test
    void is_as_long_as_it_is_when_it_is_broken_off() throws Exception {
        Process process = Cli.in(directory)
                .interruptible()
                .start(
                        "run",
                        "connect",
                        "--target",
                        "h2-mem",
                        "--target",
                        "h2",
                        "-p",
                        "source=pool",
                        "--precision",
                        "0.001%",
                        "--warmups",
                        "0",
                        "--iterations",
                        "1",
                        "--time",
                        "50ms",
                        "--out",
                        "out");
        Progress.await(process, directory.resolve("out/samples.jsonl"), "\"cell-outcome\",\"round\":2,");
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();

        RunRecord record = RunDirectory.read(directory.resolve("out"));
        assertThat(record.manifest().progress().status()).isEqualTo(Manifest.Status.INTERRUPTED);
        assertThat(record.manifest().progress().stopReason()).isEqualTo("USER");
        assertThat(record.manifest().method().plannedRounds()).isEqualTo(80);
        assertThat(record.manifest().progress().rounds()).isBetween(1, 79);
        assertThat(record.count(Outcome.OK)).isEqualTo(2);
    }

    @Test
    void copies_the_published_figures_of_a_study_from_beside_it_and_from_the_jar() throws Exception {
        Files.writeString(directory.resolve("mine.csv"), "# Published: mine.\nname,a,b\npool,1,2\n");
        Files.writeString(directory.resolve("mine.yaml"), """
                question: Is it as published?
                workloads: { connect: { source: pool } }
                targets: [h2-mem]
                protocol: median-of-3
                published:
                  mine.csv: { rowKey: source, rowColumn: name, baselineColumn: a, otherColumn: b, better: lower }
                  memory.csv:
                """);

        Cli.Result result = Cli.in(directory).runTiny("--study", "mine.yaml", "--out", "out");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        Manifest manifest = RunDirectory.read(directory.resolve("out")).manifest();
        assertThat(manifest.progress().rounds()).isEqualTo(3);
        assertThat(manifest.method().protocol()).isEqualTo("median-of-3");
        assertThat(manifest.published())
                .hasSize(2)
                .satisfiesExactly(
                        mine -> {
                            assertThat(mine.title()).isEqualTo("mine");
                            assertThat(mine.match().orElseThrow().rowColumn()).isEqualTo("name");
                        },
                        memory -> assertThat(memory.title()).startsWith("SQL Server 2012 OLTP"));
        assertThat(directory.resolve("out/published/mine.csv")).hasSameBinaryContentAs(directory.resolve("mine.csv"));
        assertThat(directory.resolve("out/published/memory.csv")).content().contains("128,2,,50-100");
    }

    private static String[] and(List<String> first, String... more) {
        return Stream.concat(first.stream(), Arrays.stream(more)).toArray(String[]::new);
    }

    private static String[] and(String... more) {
        return Stream.concat(Arrays.stream(TWO), Arrays.stream(more)).toArray(String[]::new);
    }
}

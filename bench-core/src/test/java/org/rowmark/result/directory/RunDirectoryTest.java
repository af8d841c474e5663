package org.rowmark.result.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.result.AaResult;
import org.rowmark.result.AaResult.AaRow;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.PublishedFigures;
import org.rowmark.result.PublishedFigures.Match;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

class RunDirectoryTest {
    static final Instant NOON = Instant.parse("2026-11-20T12:00:00.123Z");

    private static final String TIMES = times();

    @TempDir
    Path temp;

    @Test
    void reads_what_it_wrote() throws IOException {
        Manifest manifest = manifest("a question with ümlauts");
        try (RunDirectory run = RunDirectory.start(temp, manifest)) {
            run.append(sample(1, 12.5));
            run.append(new CellOutcome(1, 1, Outcome.OK, "", NOON, NOON.plusSeconds(1), 3));
            run.write(manifest.ended(Manifest.Status.COMPLETE, NOON, 2, "PLANNED"));
        }

        RunRecord read = RunDirectory.read(temp);

        assertThat(read.manifest()).isEqualTo(manifest.ended(Manifest.Status.COMPLETE, NOON, 2, "PLANNED"));
        assertThat(read.samples()).containsExactly(sample(1, 12.5));
        assertThat(read.outcomes())
                .containsExactly(new CellOutcome(1, 1, Outcome.OK, "", NOON, NOON.plusSeconds(1), 3));
    }

    @Test
    void counts_a_cell_without_an_outcome_as_failed() throws IOException {
        try (RunDirectory run = RunDirectory.start(temp, manifest("?"))) {
            run.append(sample(1, 1));
        }

        RunRecord.Summary summary = RunDirectory.read(temp).summaries().get(1);
        assertThat(summary.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(summary.reason()).contains("0 of 2 rounds");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bird-in-the-mine", "bird\"in\\the\tmine", "bird&<in>'the'mine"})
    void writes_no_secret(String secret) throws IOException {
        Secret.of(secret);
        try (RunDirectory run = RunDirectory.start(temp, manifest("where is the " + secret + "?"))) {
            run.append(new CellOutcome(1, 1, Outcome.FAILED, "login with " + secret + " refused", NOON, NOON, 0));
            run.append(sample(1, 1, secret));
        }

        assertThat(temp.resolve("run.json")).content().doesNotContain("bird");
        assertThat(temp.resolve("samples.jsonl")).content().doesNotContain("bird");
        RunRecord read = RunDirectory.read(temp);
        assertThat(read.manifest().request().question()).isEqualTo("where is the ***?");
        assertThat(read.outcomes())
                .containsExactly(new CellOutcome(1, 1, Outcome.FAILED, "login with *** refused", NOON, NOON, 0));
        assertThat(read.samples()).containsExactly(sample(1, 1, "***"));
    }

    @Test
    void stays_readable_if_numbers_or_times_contain_a_password_or_a_text_looks_like_one() throws IOException {
        Secret.of("48151623");
        Secret.of(NOON.plusMillis(50).toString());
        CellOutcome outcome = new CellOutcome(1, 1, Outcome.FAILED, "wrong password: \"x\" of 48151623", NOON, NOON, 0);
        try (RunDirectory run = RunDirectory.start(temp, manifest("?"))) {
            run.append(sample(1, 0.48151623));
            run.append(outcome);
        }

        RunRecord read = RunDirectory.read(temp);
        assertThat(read.samples()).containsExactly(sample(1, 0.48151623));
        assertThat(read.outcomes()).extracting(CellOutcome::reason).containsExactly("wrong password: \"***\" of ***");
    }

    @Test
    void keeps_names_and_choices_that_are_passwords_too() throws IOException {
        Manifest manifest = manifest("how fast is quail?");
        Secret.of("quail");
        CellOutcome outcome = new CellOutcome(1, 1, Outcome.FAILED, "login with quail refused", NOON, NOON, 0);
        try (RunDirectory run = RunDirectory.start(temp, manifest)) {
            run.append(sample(1, 1, "quail"));
            run.append(outcome);
        }

        RunRecord read = RunDirectory.read(temp);
        assertThat(read.manifest()).isEqualTo(manifest);
        assertThat(read.samples()).containsExactly(sample(1, 1, "quail"));
        assertThat(read.outcomes()).extracting(CellOutcome::reason).containsExactly("login with *** refused");
    }

    @Test
    void drops_what_comes_after_the_end_but_takes_exports() throws IOException {
        Manifest manifest = manifest("?");
        try (RunDirectory run = RunDirectory.start(temp, manifest)) {
            run.append(sample(1, 1));
            run.freeze(manifest.ended(Manifest.Status.INTERRUPTED, NOON, 2, "USER"));
            run.append(sample(2, 2));
            run.write(manifest.ended(Manifest.Status.COMPLETE, NOON, 2, "PLANNED"));
            run.replace("export", "of the record");
        }

        assertThat(temp.resolve("export")).hasContent("of the record");
        RunRecord read = RunDirectory.read(temp);
        assertThat(read.manifest().progress().status()).isEqualTo(Manifest.Status.INTERRUPTED);
        assertThat(read.samples()).containsExactly(sample(1, 1));
    }

    @Test
    void writes_what_is_known_of_each_targets_environment_at_the_end_however_it_ends_without_secrets()
            throws IOException {
        Secret.of("bird-in-the-mine");
        Manifest manifest = manifest("?");
        List<TargetFacts> targets = manifest.targets().stream()
                .map(target -> target.on(Map.of("rowmark_t", "rows of the bird-in-the-mine")))
                .toList();
        try (RunDirectory run = RunDirectory.start(temp, manifest)) {
            run.freeze(
                    manifest.with(targets, manifest.environment()).ended(Manifest.Status.INTERRUPTED, NOON, 2, "USER"));
        }

        String name = manifest.targets().get(0).name();
        assertThat(temp.resolve("environment/" + name + ".json"))
                .content()
                .contains("\"target\" : \"" + name + "\"", "\"rowmark_t\" : \"rows of the ***\"", "\"client\" : {");
    }

    @Test
    void refuses_a_directory_that_holds_no_run() {
        assertThatThrownBy(() -> RunDirectory.read(temp))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("holds no run.json");
    }

    @Test
    void refuses_the_format_of_another_version() throws IOException {
        Files.writeString(temp.resolve("samples.jsonl"), "");
        Files.writeString(temp.resolve("run.json"), "{\"format\": 99}");
        assertThatThrownBy(() -> RunDirectory.read(temp))
                .hasMessageContaining("has format 99; this version reads format 1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "[]", "null", "no JSON", "{\"format\": 1}", "{\"format\": 1, \"cells\": 7}", "\u0000"})
    void refuses_a_damaged_manifest_in_one_line(String damaged) throws IOException {
        Files.writeString(temp.resolve("samples.jsonl"), "");
        Files.writeString(temp.resolve("run.json"), damaged);

        assertThatThrownBy(() -> RunDirectory.read(temp))
                .isInstanceOf(UsageException.class)
                .message()
                .startsWith(temp.resolve("run.json").toString())
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.5, 0.9, 0.99})
    void refuses_a_manifest_that_was_cut_off_in_one_line(double part) throws IOException {
        write(temp, sample(1, 1));
        String whole = Files.readString(temp.resolve("run.json"));
        Files.writeString(temp.resolve("run.json"), whole.substring(0, (int) (part * whole.length())));

        assertThatThrownBy(() -> RunDirectory.read(temp))
                .isInstanceOf(UsageException.class)
                .message()
                .contains("run.json cannot be read: ")
                .hasLineCount(1);
    }

    private static String times() {
        Histogram times = LatencyHistogram.empty();
        times.recordValue(1000);
        return LatencyHistogram.encode(times);
    }

    /** Writes a run directory with these samples. */
    static void write(Path directory, Sample... samples) throws IOException {
        try (RunDirectory run = RunDirectory.start(directory, manifest("?"))) {
            for (Sample sample : samples) {
                run.append(sample);
            }
        }
    }

    static Sample sample(int round, double score) {
        return sample(round, score, "MB");
    }

    private static Sample sample(int round, double score, String metric) {
        return new Sample(
                round,
                1,
                false,
                1,
                NOON,
                NOON.plusMillis(50),
                "thrpt",
                score,
                "ops/s",
                17,
                Map.of(metric, new Sample.Metric(3.5, "ops/s")),
                TIMES,
                0,
                Map.of());
    }

    static Manifest manifest(String question) {
        return new Manifest(
                Manifest.FORMAT,
                "0",
                Manifest.Progress.begun(NOON, 2, Optional.empty()),
                new Manifest.Request(
                        question, "run", 7, "h2", Optional.empty(), List.of(), Optional.empty(), Optional.empty()),
                new Manifest.Sampling(1, 100, 3, 200, "round", 1, "a pool"),
                new MeasurementMethod(
                        2,
                        0.05,
                        Optional.of(new MeasurementMethod.Goal(
                                List.of(5, 7),
                                Optional.of(0.02),
                                Optional.of("connect: b against a"),
                                Optional.of(7_200_000L))),
                        RoundOrder.BRACKETED,
                        "mean",
                        MeasurementMethod.CLOSED_LOOP,
                        true),
                new Environment("host", "cpu", 2, 1L << 34, "os", "jvm", "ext4 on /dev/x", Map.of()),
                List.of(new TargetFacts(
                        "h2",
                        "h2",
                        "H2",
                        "embedded",
                        "jdbc:h2:mem:",
                        "2",
                        "driver",
                        List.of(new TargetFacts.DriverJar("d.jar", "00")),
                        "no",
                        Map.of("a", "b"),
                        Map.of(),
                        Set.of(),
                        Map.of(),
                        "embedded",
                        Optional.empty(),
                        TargetEnvironment.UNKNOWN)),
                List.of(
                        new PlannedCell(1, "h2", "connect", "one connection", Map.of("source", "raw")),
                        new PlannedCell(2, "h2", "ping", "one round trip", Map.of(), "", true, false)),
                Optional.of(new AaResult(
                        NOON,
                        "host",
                        30,
                        "0",
                        Optional.empty(),
                        List.of(new AaRow("connect", "h2", 1.01, 0.99, 1.03, 0.02, 30)))),
                List.of(new PublishedFigures(
                        "huge-pages.csv",
                        "Huge pages",
                        Optional.of(new Match("test", "test", "huge_off_s", "huge_on_s", "lower")))));
    }
}

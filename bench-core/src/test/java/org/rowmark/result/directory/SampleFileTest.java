package org.rowmark.result.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.result.directory.RunDirectoryTest.NOON;
import static org.rowmark.result.directory.RunDirectoryTest.manifest;
import static org.rowmark.result.directory.RunDirectoryTest.sample;
import static org.rowmark.result.directory.RunDirectoryTest.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.Samples;

/** The lines of a run directory's record: samples and the ends of cells. */
class SampleFileTest {
    @TempDir
    Path temp;

    @Test
    void keeps_scores_that_are_no_numbers() throws IOException {
        try (RunDirectory run = RunDirectory.start(temp, manifest("?"))) {
            run.append(sample(1, Double.NaN));
            run.append(sample(1, Double.POSITIVE_INFINITY));
        }

        assertThat(RunDirectory.read(temp).samples())
                .extracting(Sample::score)
                .containsExactly(Double.NaN, Double.POSITIVE_INFINITY);
    }

    @Test
    void names_a_line_that_was_torn_by_a_kill_and_reads_the_others() throws IOException {
        write(temp, sample(1, 1), sample(2, 2));
        Path samples = temp.resolve("samples.jsonl");
        String text = Files.readString(samples);
        Files.writeString(samples, text.substring(0, text.length() - 20));

        Samples read = RunDirectory.read(temp).samples();

        assertThat(read).containsExactly(sample(1, 1));
        assertThat(read.damages()).containsExactly(samples + ", line 2 cannot be read and is left out: it was cut off");
    }

    /** In the middle, at the start, and so that what is left is still JSON. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "round":                  | "round"
            \\{"kind"                  |
            \\{"kind":"sample"         | {"kind":"simple"
            "kind":"sample"           | "kind":null
            "mode":.*                 |
            "mode":"[^"]*"            | "mode":null
            "start":"2026-11-20T      | "start":"yesterday
            "end":"[^"]*",            |
            "unit":"ops/s"}}          | "unit":"ops/s"}
            "MB":\\{[^}]*}             | "MB":7
            ("histogram":".{20}).{4}  | "histogram":"AAAAAAAAAAAA
            }$                        | }{"kind":"sample"}
            .*                        | not JSON
            .*                        | []
            .*                        | {}
            .*                        | "a text"
            """)
    void names_a_damaged_line_anywhere_and_reads_the_rest(String what, String damage) throws IOException {
        write(temp, sample(1, 1), sample(2, 2), sample(3, 3));
        try (RunDirectory run = RunDirectory.start(Files.createDirectory(temp.resolve("other")), manifest("?"))) {
            run.append(new CellOutcome(2, 1, Outcome.OK, "", NOON, NOON.plusSeconds(1), 3));
        }
        Path samples = temp.resolve("samples.jsonl");
        List<String> lines = new ArrayList<>(Files.readAllLines(samples));
        String damaged = Pattern.compile(what)
                .matcher(lines.get(1))
                .replaceFirst(damage == null ? "" : Matcher.quoteReplacement(damage));
        assertThat(damaged).isNotEqualTo(lines.get(1));
        lines.set(1, damaged);
        lines.addAll(Files.readAllLines(temp.resolve("other/samples.jsonl")));
        Files.write(samples, lines);

        RunRecord read = RunDirectory.read(temp);

        assertThat(read.samples().stream()).containsExactly(sample(1, 1), sample(3, 3));
        assertThat(read.samples().measured()).containsExactly(sample(1, 1), sample(3, 3));
        assertThat(read.outcomes()).hasSize(1);
        assertThat(read.samples().damages())
                .singleElement()
                .asString()
                .startsWith(samples + ", line 2 cannot be read and is left out: ")
                .hasLineCount(1);
    }

    @Test
    void names_a_damaged_outcome_in_the_summary_of_its_cell() throws IOException {
        write(temp, sample(1, 1));
        Path samples = temp.resolve("samples.jsonl");
        Files.writeString(samples, "{\"kind\":\"cell-outcome\",\"round\":1\n", StandardOpenOption.APPEND);
        Files.writeString(samples, "{\"kind\":\"cell-outcome\",\"outcome\":null}\n", StandardOpenOption.APPEND);

        RunRecord read = RunDirectory.read(temp);

        assertThat(read.samples().damages()).hasSize(2);
        assertThat(read.summaries().get(1).reason())
                .isEqualTo("measured in 0 of 2 rounds: lines of the record cannot be read");
    }

    @Test
    void returns_measured_samples_without_warm_up() throws IOException {
        Sample warmup = new Sample(
                1,
                1,
                true,
                1,
                NOON,
                NOON,
                "ss",
                7,
                "ms/op",
                1,
                Map.of("MB", new Sample.Metric(1, "x")),
                "",
                0,
                Map.of());
        try (RunDirectory run = RunDirectory.start(temp, manifest("?"))) {
            run.append(warmup);
            run.append(sample(1, 1));
        }

        Samples read = RunDirectory.read(temp).samples();

        assertThat(read.stream()).containsExactly(warmup, sample(1, 1));
        assertThat(read.measured()).containsExactly(sample(1, 1));
    }

    @Test
    void keeps_the_operations_that_a_turn_counts_for_and_writes_none_elsewhere() throws IOException {
        Sample turn = new Sample(1, 1, false, 1, NOON, NOON, "thrpt", 7, "ops/s", 9, Map.of(), "", 8, Map.of());
        try (RunDirectory run = RunDirectory.start(temp, manifest("?"))) {
            run.append(turn);
            run.append(sample(1, 1));
        }

        assertThat(RunDirectory.read(temp).samples().stream()).containsExactly(turn, sample(1, 1));
        List<String> lines = Files.readAllLines(temp.resolve("samples.jsonl"));
        assertThat(lines.get(0)).endsWith(",\"measuredOperations\":8}");
        assertThat(lines.get(1)).doesNotContain("measuredOperations");
    }

    @Test
    void names_the_line_that_cannot_be_read_of_a_large_file() throws IOException {
        write(temp, sample(1, 1));
        Path samples = temp.resolve("samples.jsonl");
        String good = Files.readString(samples);
        String bad = good.replace("2026-11-20T", "yesterday ");
        int lines = 3_000_000 / good.length();
        Files.writeString(samples, good.repeat(lines - 2) + bad + good);

        Samples read = RunDirectory.read(temp).samples();

        assertThat(read.damages())
                .singleElement()
                .asString()
                .contains("samples.jsonl, line " + (lines - 1) + " cannot be read");
        assertThat(read.measured()).hasSize(lines - 1);
    }
}

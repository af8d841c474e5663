package org.rowmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code history} on invented result files of JMH. */
class HistoryTest {
    private static final int BEFORE = 9;

    @TempDir
    private Path temp;

    @Test
    void the_suspect_of_a_slowdown_closes_the_gate() throws IOException {
        List<String> slower = files(0.7);

        Commands.Result shown = history(slower);
        Commands.Result gate = history(slower, "--fail-if-slower");
        Commands.Result faster = history(files(1.5), "--fail-if-slower");

        assertThat(shown.exitCode()).as(shown.toString()).isZero();
        assertThat(shown.err()).isEmpty();
        assertThat(shown.out())
                .startsWith("1 of 1 row changed in 18 entries\n▼ Sorting.sort: 0.70")
                .contains(" from c9, after c8\n")
                .endsWith("history: " + temp.resolve("history.html") + "\n");
        assertThat(gate.exitCode()).isEqualTo(3);
        assertThat(gate.error()).startsWith("suspect: c9: Sorting.sort: 0.70").contains("× (0.6", "–0.7");
        assertThat(faster.exitCode()).as(faster.toString()).isZero();
        assertThat(faster.out()).contains("▲ Sorting.sort: 1.5");
        assertThat(temp.resolve("history.html")).isNotEmptyFile();
        assertThat(temp.resolve("history.json")).content().contains("\"suspect\" : \"c9\"");
    }

    @Test
    void entries_have_the_names_and_the_order_that_are_asked_for() throws IOException {
        List<String> files = files(0.7);
        List<String> named = IntStream.range(0, files.size())
                .mapToObj(i -> "v" + i + "=" + files.get(i))
                .toList();
        List<String> reversed = new ArrayList<>(files);
        Collections.reverse(reversed);

        assertThat(history(named).out()).contains(" from v9, after v8\n");
        assertThat(history(reversed).out()).contains("▲").contains(" from c8, after c9\n");
        assertThat(history(reversed, "--order", "date").out()).contains("▼").contains(" from c9, after c8\n");
    }

    @Test
    void a_gate_with_too_few_entries_does_not_open() throws IOException {
        Commands.Result result = history(files(1).subList(0, 6), "--fail-if-slower");

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(4);
        assertThat(result.out()).contains("! no change can be found in rows with fewer than 8 results: Sorting.sort\n");
    }

    @Test
    void a_gate_with_too_few_entries_for_a_history_does_not_open_either() throws IOException {
        Commands.Result result = history(files(1).subList(0, 4), "--fail-if-slower");

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(4);
        assertThat(result.error())
                .isEqualTo("history needs 5 run directories or files of JMH, or more, and was given 4");
        assertThat(temp.resolve("history.html")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 4  |                 | history needs 5 run directories or files of JMH, or more, and was given 4
            0 0  | nowhere         | nowhere: there is no such file or directory
            0 5  | nowhere         | nowhere: there is no such file or directory
            0 5  | x=nowhere.json  | nowhere.json: there is no such file or directory
            0 5  | .               | is no run directory: it holds no run.json
            0 5  | text.json       | text.json cannot be read as JSON
            0 5  | c0.json         | are the same
            0 5  | --margin 3      | --margin '3': give a difference
            0 5  | --order newest  | --order
            0 5  | --out c0.json   | would replace
            """)
    void what_cannot_be_a_history_is_stated_in_one_line(String range, String more, String reason) throws IOException {
        Files.writeString(temp.resolve("text.json"), "Benchmark  Mode  Cnt  Score");
        String[] ends = range.split(" ", -1);
        String[] further = more == null ? new String[0] : more.split(" ", -1);

        Commands.Result result = history(
                files(1).subList(Integer.parseInt(ends[0]), Integer.parseInt(ends[1])),
                Stream.of(further).map(this::inTemp).toArray(String[]::new));

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
        assertThat(result.error()).startsWith("error: ").contains(reason);
        assertThat(temp.resolve("history.html")).doesNotExist();
    }

    private String inTemp(String word) {
        boolean isFile = word.endsWith(".json") || word.equals(".") || word.equals("nowhere");
        return isFile && !word.contains("=") ? temp.resolve(word).toString() : word;
    }

    private Commands.Result history(List<String> files, String... more) {
        List<String> words = new ArrayList<>(List.of("history"));
        if (!List.of(more).contains("--out")) {
            words.addAll(List.of("--out", temp.resolve("history.html").toString()));
        }
        words.addAll(files);
        words.addAll(List.of(more));
        return Commands.run(words.toArray(String[]::new));
    }

    /** Writes files of a benchmark that changes by a factor in their middle, a minute apart, and returns their paths. */
    private List<String> files(double factor) throws IOException {
        List<String> files = new ArrayList<>();
        for (int i = 0; i < 2 * BEFORE; i++) {
            double score = 1000 * (1 + 0.001 * (i * 7 % 10)) * (i < BEFORE ? 1 : factor);
            Path file = temp.resolve("c" + i + ".json");
            Files.writeString(file, String.format(Locale.ROOT, """
                    [{"jmhVersion": "1.37", "benchmark": "org.example.Sorting.sort", "mode": "thrpt", "threads": 1,
                      "forks": 3, "measurementIterations": 1,
                      "primaryMetric": {"score": %f, "scoreUnit": "ops/s", "rawData": [[%f], [%f], [%f]]},
                      "secondaryMetrics": {}}]
                    """, score, score, score * 1.01, score * 0.99));
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + 60_000L * i));
            files.add(file.toString());
        }
        return files;
    }
}

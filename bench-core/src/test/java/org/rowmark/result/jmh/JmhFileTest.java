package org.rowmark.result.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.UsageException;

/** The files {@code jmh-*.json} were written by JMH of the version in their names, of one small benchmark class. */
class JmhFileTest {
    private static final Path RESOURCES = Path.of("src/test/resources/org/rowmark/result/jmh");

    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"1.21", "1.36", "1.37"})
    void reads_what_JMH_wrote(String version) throws IOException {
        JmhFile file = JmhFile.read(RESOURCES.resolve("jmh-" + version + ".json"));

        assertThat(file.results()).extracting(JmhResult::mode).containsExactlyInAnyOrder("thrpt", "sample", "ss");
        assertThat(file.results()).allSatisfy(result -> {
            assertThat(result.jmhVersion()).isEqualTo(version);
            assertThat(result.benchmark()).startsWith("org.example.Sorting.");
            assertThat(result.parameters()).containsOnly(Map.entry("name", "a,b"), Map.entry("size", "4000"));
            assertThat(result.requestedForks()).isEqualTo(OptionalInt.of(2));
            assertThat(result.requestedIterations()).isEqualTo(OptionalInt.of(3));
            assertThat(result.threads()).isEqualTo(OptionalInt.of(1));
            assertThat(result.primary().forks())
                    .hasSize(2)
                    .allSatisfy(fork -> assertThat(fork.scores()).hasSize(3));
            assertThat(result.secondary()).containsKeys("gc.alloc.rate", "gc.alloc.rate.norm");
        });
        JmhResult throughput = only(file, "thrpt");
        assertThat(throughput.primary().unit()).isEqualTo("ops/us");
        assertThat(throughput.primary().forks().stream()
                        .mapToDouble(JmhResult.Fork::mean)
                        .average())
                .hasValueCloseTo(throughput.primary().score(), within(1e-12));
        assertThat(throughput.jvmArgs()).containsExactly("-Xmx256m");
        assertThat(throughput.measurement()).isEqualTo("3 x 15 ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.21", "1.36", "1.37"})
    void converts_times_of_operations_to_nanoseconds(String version) throws IOException {
        JmhResult sample = only(JmhFile.read(RESOURCES.resolve("jmh-" + version + ".json")), "sample");

        Histogram all = LatencyHistogram.empty();
        sample.primary().forks().forEach(fork -> all.add(fork.times().orElseThrow()));
        assertThat(sample.primary().unit()).isEqualTo("us/op");
        assertThat(all.getMean() / 1000)
                .isCloseTo(sample.primary().score(), within(sample.primary().score() / 500));
        assertThat(sample.secondary()).containsKeys("p0.50", "p0.99");
    }

    @Test
    void numbers_may_be_strings() throws IOException {
        JmhResult result = read("""
                [{"benchmark": "a.B.c", "mode": "avgt", "forks": "2", "measurementIterations": 3, "unheard": {"of": [1]},
                  "primaryMetric": {"score": "NaN", "scoreError": "NaN", "scoreUnit": "ms/op",
                    "rawData": [["+INF", "-INF", "NaN"], [1, "2.5", NaN]]},
                  "secondaryMetrics": {"errors": {"score": "+INF", "scoreUnit": "ops/ms", "rawData": [[], []]}}}]
                """).results().get(0);

        assertThat(result.primary().score()).isNaN();
        assertThat(result.primary().forks().get(0).scores())
                .containsExactly(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN);
        assertThat(result.primary().forks().get(1).scores()).containsExactly(1.0, 2.5, Double.NaN);
        assertThat(result.requestedForks()).isEqualTo(OptionalInt.of(2));
        assertThat(result.threads()).isEmpty();
        assertThat(result.secondary().get("errors").forks())
                .extracting(JmhResult.Fork::scores)
                .containsExactly(List.of(), List.of());
    }

    @Test
    void the_unit_may_follow_the_histograms() throws IOException {
        JmhResult result = read("""
                [{"primaryMetric": {"rawDataHistogram": [[[[2.0, 3], [4.0, 1]], [[6.0, 1]]]], "scoreUnit": "ms/op"},
                  "mode": "sample", "benchmark": "a.B.c"}]
                """).results().get(0);

        assertThat(result.primary().forks()).hasSize(1);
        assertThat(result.primary().forks().get(0).scores()).containsExactly(2.5, 6.0);
        Histogram times = result.primary().forks().get(0).times().orElseThrow();
        assertThat(times.getTotalCount()).isEqualTo(5);
        assertThat(times.getMinValue()).isCloseTo(2_000_000, within(2_000L));
        assertThat(times.getMaxValue()).isCloseTo(6_000_000, within(6_000L));
    }

    @ParameterizedTest
    @CsvSource({
        "gc.alloc.rate.norm, gc.alloc.rate.norm",
        "·gc.alloc.rate.norm, gc.alloc.rate.norm",
        "·gc.churn.G1 Old·x, gc.churn.G1 Old·x",
        "sort·p0.99, p0.99",
        "sort:sort·p0.99, p0.99",
        "read:read·p0.99, read:p0.99",
        "read:p0.99, read:p0.99"
    })
    void labels_are_as_in_JMH_1_37(String written, String label) {
        assertThat(JmhResult.label(written, "org.example.Sorting.sort")).isEqualTo(label);
    }

    @Test
    void secrets_in_parameters_and_arguments_are_masked() throws IOException {
        JmhResult result = read("""
                [{"benchmark": "a.B.c", "mode": "ss", "jvmArgs": ["-Dpassword=hunter22", "-Xmx1g"],
                  "params": {"url": "jdbc:x://joe:hunter22@db/y"}, "primaryMetric": {"rawData": [[1]]}}]
                """).results().get(0);

        assertThat(result.toString()).doesNotContain("hunter22").contains("-Dpassword=***", "-Xmx1g", "joe:***@db");
    }

    @Test
    void parameters_that_look_like_secrets_are_kept() throws IOException {
        assertThat(read("""
                        [{"benchmark": "a.B.c", "mode": "ss", "params": {"auth": "password=bcrypt"},
                          "primaryMetric": {"rawData": [[1]]}},
                         {"benchmark": "a.B.c", "mode": "ss", "params": {"auth": "password=argon2"},
                          "primaryMetric": {"rawData": [[1]]}}]
                        """).results())
                .extracting(result -> result.parameters().get("auth"))
                .containsExactly("password=bcrypt", "password=argon2");
    }

    @Test
    void keeps_forks_that_JMH_cut_short() throws IOException {
        JmhResult torn =
                JmhFile.read(RESOURCES.resolve("jmh-torn.json")).results().get(0);

        assertThat(torn.requestedForks()).isEqualTo(OptionalInt.of(2));
        assertThat(torn.requestedIterations()).isEqualTo(OptionalInt.of(3));
        assertThat(torn.primary().forks())
                .extracting(fork -> fork.scores().size())
                .containsExactly(1, 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = true, textBlock = """
            ''                                        | is empty: JMH leaves an empty file when it is interrupted
            '  '                                      | is empty
            []                                        | holds no result: JMH writes [ ] when every benchmark failed
            [{"benchmark": "a.B.c"                    | ends in the middle
            [{"benchmark": "a.B.c", "primaryMetric": {"rawDataHistogram": [[[[1, | ends in the middle
            Benchmark  Mode  Cnt                      | cannot be read as JSON
            {"format": 1}                             | is JSON, but not JMH's: that is an array of results
            "[]"                                      | is JSON, but not JMH's
            [1]                                       | element 1 is not a JMH result: it is not an object
            [{"name": "x"}]                           | element 1 is not a JMH result: it has no benchmark
            [{"benchmark": "x", "mode": "ss"}]        | element 1 is not a JMH result: it has no primaryMetric
            [{"benchmark": "x", "primaryMetric": {"score": 1}, "mode": "fast"}] | has the mode 'fast'; JMH's are
            [{"benchmark": "x", "mode": "ss", "primaryMetric": {"rawData": [1]}}]      | primaryMetric.rawData is not as JMH writes it
            [{"benchmark": "x", "mode": "ss", "params": ["a"]}] | params is not as JMH writes it
            [{"benchmark": "x", "mode": "ss", "forks": {}}]     | forks is not as JMH writes it
            [{"benchmark": "x", "params": {"a": "b                                                | ends in the middle
            [{"benchmark": "x", "mode": "ss", "primaryMetric": {"score": 1}}] [] | more than one JSON document
            [{"benchmark": "x", "secondaryMetrics": {"a" b": 1}}]                | breaks where a further metric has a quote
            [{"benchmark": "x", "mode": "sample", "primaryMetric": {"rawDataHistogram": [[[[-1, 2]]]]}}] | has a pair in a histogram that is not a time and a count: [-1.0, 2.0]
            [{"benchmark": "x", "mode": "sample", "primaryMetric": {"rawDataHistogram": [[[1, 2]]]}}]    | primaryMetric.rawDataHistogram is not as JMH writes it
            """)
    void rejects_other_files_with_one_line(String content, String reason) {
        assertThatThrownBy(() -> read(content))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("x.json")
                .hasMessageContaining(reason)
                .extracting(Throwable::getMessage)
                .satisfies(message -> assertThat(message.toString().lines()).hasSize(1));
    }

    @Test
    void reports_a_file_that_is_cut_anywhere_as_one_that_ends_in_the_middle() throws IOException {
        String whole = """
                [{"benchmark": "a.B.c", "mode": "thrpt", "forks": 1, "primaryMetric":
                  {"score": -1.5E-7, "scoreError": NaN, "scorePercentiles": {"50.0": true, "9": null},
                   "rawData": [[1.5E-7, 12.25]]}}]""";

        for (int length = 1; length < whole.length(); length++) {
            String cut = whole.substring(0, length);

            assertThatThrownBy(() -> read(cut)).as(cut).hasMessageContaining("ends in the middle");
        }
    }

    @Test
    void names_a_missing_file() {
        assertThatThrownBy(() -> JmhFile.read(temp.resolve("none.json")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("none.json: there is no such file or directory");
    }

    private JmhFile read(String content) throws IOException {
        return JmhFile.read(Files.writeString(temp.resolve("x.json"), content));
    }

    private static JmhResult only(JmhFile file, String mode) {
        return file.results().stream()
                .filter(result -> result.mode().equals(mode))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void refuses_a_file_of_an_unknown_encoding(@TempDir Path directory) throws IOException {
        Path file = Files.write(directory.resolve("jmh.json"), new byte[] {0, 9, 0, 0, 91, 93});

        assertThatThrownBy(() -> JmhFile.read(file))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(file + " cannot be read as JSON: give a run directory");
    }
}

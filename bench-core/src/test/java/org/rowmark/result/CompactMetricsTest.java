package org.rowmark.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactMetricsTest {
    @TempDir
    private Path temp;

    @Test
    void lines_with_other_metrics_than_the_line_before_keep_their_own() throws IOException {
        List<Sample> samples = read(
                "{\"a\": {\"score\": 1, \"unit\": \"x\"}, \"b\": {\"score\": 2, \"unit\": \"y\"}}",
                "{\"a\": {\"score\": 3, \"unit\": \"x\"}, \"b\": {\"score\": 4, \"unit\": \"y\"}}",
                "{\"a\": {\"score\": 5, \"unit\": \"x\"}}",
                "{}",
                "{\"a\": {\"score\": 6, \"unit\": \"z\"}, \"b\": {\"score\": \"NaN\", \"unit\": \"y\"}}");
        assertThat(samples.get(0).secondary()).isEqualTo(Map.of("a", metric(1, "x"), "b", metric(2, "y")));
        assertThat(samples.get(1).secondary()).isEqualTo(Map.of("a", metric(3, "x"), "b", metric(4, "y")));
        assertThat(samples.get(2).secondary()).isEqualTo(Map.of("a", metric(5, "x")));
        assertThat(samples.get(3).secondary()).isEmpty();
        assertThat(samples.get(4).secondary()).isEqualTo(Map.of("a", metric(6, "z"), "b", metric(Double.NaN, "y")));
    }

    @Test
    void names_out_of_order_or_told_twice_are_found_like_others() throws IOException {
        List<Sample> samples = read(
                "{\"b\": {\"score\": 2, \"unit\": \"y\"}, \"a\": {\"score\": 1, \"unit\": \"x\"}}",
                "{\"b\": {\"score\": 4, \"unit\": \"y\"}, \"a\": {\"score\": 3, \"unit\": \"x\"}}",
                "{\"a\": {\"score\": 1, \"unit\": \"x\"}, \"a\": {\"score\": 2, \"unit\": \"x\"}}");
        assertThat(samples.get(0).secondary())
                .containsExactly(Map.entry("a", metric(1, "x")), Map.entry("b", metric(2, "y")));
        assertThat(samples.get(1).secondary()).containsEntry("a", metric(3, "x"));
        assertThat(samples.get(2).secondary()).containsExactly(Map.entry("a", metric(2, "x")));
    }

    @Test
    void more_metrics_than_any_line_before_had_are_all_kept() throws IOException {
        StringBuilder many = new StringBuilder();
        for (int i = 100; i < 180; i++) {
            many.append(many.isEmpty() ? "" : ", ").append("\"m" + i + "\": {\"score\": " + i + ", \"unit\": \"x\"}");
        }
        Map<String, Sample.Metric> secondary = read("{" + many + "}").get(0).secondary();
        assertThat(secondary).hasSize(80).containsEntry("m179", metric(179, "x"));
        assertThat(List.copyOf(secondary.keySet())).isSorted();
        assertThat(secondary).doesNotContainKey("m180").doesNotContainKey("m0");
    }

    private static Sample.Metric metric(double score, String unit) {
        return new Sample.Metric(score, unit);
    }

    private List<Sample> read(String... secondaries) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (String secondary : secondaries) {
            lines.append("{\"kind\": \"sample\", \"round\": 1, \"cell\": 1, \"mode\": \"ss\", \"secondary\": ")
                    .append(secondary)
                    .append("}\n");
        }
        Path file = Files.writeString(temp.resolve("samples.jsonl"), lines);
        return SampleFile.read(file).stream().toList();
    }
}

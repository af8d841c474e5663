package org.rowmark.report.cells;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.report.JmhJson;
import org.rowmark.result.jmh.BenchmarkNames;
import org.rowmark.result.jmh.JmhFile;
import org.rowmark.util.UsageException;

class JmhCellsTest {
    @TempDir
    private Path temp;

    @Test
    void a_replicate_is_the_mean_of_a_forks_iterations() throws IOException {
        Cell cell = cell("thrpt", 2, "\"rawData\": [[1, 2, 3], [4, \"5.0\", 9]]");

        assertThat(cell.values().score()).containsExactly(Map.entry(1, 2.0), Map.entry(2, 6.0));
        assertThat(cell.state()).isEqualTo(Cell.State.OK);
        assertThat(cell.values().starts()).isEmpty();
        assertThat(cell.keys())
                .containsExactly(
                        Map.entry("workload", "B.c"),
                        Map.entry("mode", "thrpt"),
                        Map.entry("threads", "1"),
                        Map.entry("size", "10"),
                        Map.entry("params.mode", "fast"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [[1, 2], [4, 5, 6], [4, 5, 6]]         | 2, 3 | incomplete: fork 1 has 2 of 3 iterations; whole forks count
            [[1, 2, 3], [4, 5, 6]]                 | 1, 2 | incomplete: 2 of 3 forks in the file; whole forks count
            [[1, 2, 3], [], [7, 8, 9]]             | 1, 3 | incomplete: fork 2 has 0 of 3 iterations; whole forks count
            [[1, 2, 3], [1, "NaN", 3], [7, 8, 9]]  | 1, 3 | incomplete: fork 2 has no score that can be compared; whole forks count
            [[1, 2, 3], [1, "+INF", 3], [0, 0, 0]] | 1    | incomplete: fork 2 has no score that can be compared, fork 3 has no score that can be compared; whole forks count
            [[1], [2, 3], []]                      | ''   | failed: no fork is whole: fork 1 has 1 of 3 iterations, fork 2 has 2 of 3 iterations, fork 3 has 0 of 3 iterations
            []                                     | ''   | failed: the file has no values of single forks (was JMH run with -Djmh.json.rawData=false?)
            """)
    void a_cell_that_lacks_a_part_is_incomplete_and_uses_whole_forks_only(String raw, String forks, String problem)
            throws IOException {
        Cell cell = cell("thrpt", 3, "\"rawData\": " + raw);

        assertThat(cell.values().score().keySet().stream().map(String::valueOf).toList())
                .isEqualTo(forks.isEmpty() ? List.of() : List.of(forks.split(", ", -1)));
        assertThat(cell.problem()).isEqualTo(problem);
        assertThat(cell.state()).isEqualTo(Cell.State.FAILED);
        assertThat(cell.plannedRounds()).isEqualTo(3);
        assertThat(cell.isIncomplete()).isEqualTo(!forks.isEmpty());
    }

    @Test
    void results_without_a_fork_are_not_comparable() throws IOException {
        Cell cell = cell("thrpt", 0, "\"rawData\": [[1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 2, 3]]");

        assertThat(cell.isMeasured()).isFalse();
        assertThat(cell.problem()).isEqualTo("debug, not comparable (forks 0), score 12.5 ops/s");
    }

    @Test
    void percentiles_come_from_the_histograms_of_a_fork() throws IOException {
        String iteration = "[[1.0, 990], [8.0, 10]]";
        Cell cell = cell(
                "sample", 2, "\"rawDataHistogram\": [[%1$s, %1$s, %1$s], [%1$s, %1$s, %1$s]]".formatted(iteration));

        assertThat(cell.values().latencies()).containsOnlyKeys(1, 2);
        assertThat(cell.values().latencies().get(1).count()).isEqualTo(3000);
        assertThat(cell.values().latencies().get(1).at(99.5).orElseThrow() / 1e9)
                .isCloseTo(8, within(0.01));
        assertThat(cell.values().score().get(1)).isCloseTo(1.07, within(1e-12));
    }

    @Test
    void names_are_as_short_as_possible() {
        List<String> benchmarks = List.of("org.a.Sort.fast", "org.a.Sort.slow", "org.b.Sort.fast", "Bare");

        assertThat(benchmarks.stream()
                        .map(BenchmarkNames.shorten(benchmarks)::get)
                        .toList())
                .containsExactly("a.Sort.fast", "Sort.slow", "b.Sort.fast", "Bare");
    }

    @Test
    void methods_of_one_class_are_named_without_it() {
        List<String> benchmarks = List.of("org.a.Sort.fast", "org.a.Sort.slow");

        assertThat(benchmarks.stream()
                        .map(BenchmarkNames.shorten(benchmarks)::get)
                        .toList())
                .containsExactly("fast", "slow");
        assertThat(BenchmarkNames.shorten(List.of("org.a.Sort.fast", "org.a.Sort.fast"))
                        .get("org.a.Sort.fast"))
                .isEqualTo("Sort.fast");
    }

    @Test
    void rejects_the_same_benchmark_twice() throws IOException {
        Path file = new JmhJson(1)
                .throughput("a.B.c", "", 5, 10)
                .throughput("a.B.c", "", 5, 20)
                .write(temp.resolve("x.json"));

        JmhFile read = JmhFile.read(file);
        assertThatThrownBy(() -> JmhCells.of(read, Map.of("a.B.c", "B.c")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("x.json holds a.B.c twice with the same mode, threads and parameters");
    }

    @ParameterizedTest
    @CsvSource({
        "ops/ms, ops/s, 2000, rows/s",
        "ops/min, ops/hr, 120, rows/hr",
        "us/op, ms/op, 0.002, ms/rows",
        "s/op, ns/op, 2e9, ns/rows",
        "ops/s, ms/op, 2, rows/s",
        "MB/s, ops/s, 2, rows (MB/s)",
    })
    void values_have_another_unit_of_time(String unit, String other, double expected, String shown) {
        CellValues values = new CellValues("any", unit, Map.of(1, 2.0), Map.of(), Map.of(), Map.of())
                .with(Map.of(FurtherMetric.of("rows", unit), Map.of(1, 2.0)), Map.of(), false)
                .in(other);

        assertThat(values.score().get(1)).isCloseTo(expected, within(expected / 1e9));
        assertThat(values.secondary()).containsOnlyKeys(shown);
        assertThat(values.secondary().get(shown)).isEqualTo(values.score());
    }

    private Cell cell(String mode, int forks, String raw) throws IOException {
        String unit = mode.equals("thrpt") ? "ops/s" : "s/op";
        Path file = new JmhJson(1)
                .entry("a.B.c", "\"size\": \"10\", \"mode\": \"fast\"", mode, unit, forks, raw)
                .write(temp.resolve("x.json"));
        return JmhCells.of(JmhFile.read(file), Map.of("a.B.c", "B.c")).get(0);
    }
}

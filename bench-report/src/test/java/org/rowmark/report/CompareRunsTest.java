package org.rowmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.GeometricMeanRow;
import org.rowmark.report.model.Badge;
import org.rowmark.report.model.View;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.report.write.GoldenTest;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.report.write.TextReport;
import org.rowmark.result.PlannedCell;
import org.rowmark.stats.Design;
import org.rowmark.util.UsageException;

class CompareRunsTest {
    private static final String SORT = "org.example.Sorting.sort";
    private static final String READ = "org.example.Files.read";

    @TempDir
    private Path temp;

    private Path before;
    private Path after;

    @BeforeEach
    void write() throws IOException {
        before = new JmhJson(1)
                .throughput(SORT, "\"size\": \"10\"", 6, 1000)
                .throughput(SORT, "\"size\": \"1000\"", 6, 50)
                .benchmark(READ, "", "avgt", "ms/op", 6, 4)
                .throughput("org.example.Old.gone", "", 6, 7)
                .write(temp.resolve("before.json"));
        after = new JmhJson(2)
                .throughput(SORT, "\"size\": \"10\"", 6, 800)
                .throughput(SORT, "\"size\": \"1000\"", 6, 50)
                .benchmark(READ, "", "avgt", "ms/op", 6, 3)
                .throughput("org.example.New.come", "", 6, 7)
                .write(temp.resolve("after.json"));
    }

    @Test
    void text_and_comment_are_as_approved() throws IOException {
        CompareRuns compare = compare(before, after);
        GoldenTest.assertGolden("compare.txt", TextReport.of(compare.model()));
        GoldenTest.assertGolden(
                "compare.md", MarkdownReport.comment(compare.model()).replace(temp.toString(), "/data"));
    }

    @Test
    void the_gate_reports_what_is_slower_and_what_is_missing() throws IOException {
        Gate gate = compare(before, after).gate();

        assertThat(gate.slower()).singleElement().asString().startsWith("Sorting.sort size=10: 0.80");
        assertThat(gate.lacking()).containsExactly("Old.gone: not there");
        assertThat(gate.added()).containsExactly("New.come");
        assertThat(gate.silence()).isEmpty();
        assertThat(gate.undecided()).isEmpty();
    }

    @Test
    void slower_by_an_unsure_size_is_slower() throws IOException {
        Path a = new JmhJson(1).throughput(SORT, "", 8, 1000).write(temp.resolve("a.json"));
        Path b = new JmhJson(2).throughput(SORT, "", 8, 972).write(temp.resolve("b.json"));
        CompareRuns compare = compare(a, b);

        assertThat(TextReport.of(compare.model())).contains("▽ slower, size unsure");
        assertThat(compare.gate().slower()).hasSize(1);
    }

    @Test
    void with_fewer_than_five_forks_the_gate_has_no_verdict() throws IOException {
        Path a = new JmhJson(1).throughput(SORT, "", 4, 1000).write(temp.resolve("a.json"));
        Path b = new JmhJson(2).throughput(SORT, "", 9, 100).write(temp.resolve("b.json"));
        CompareRuns compare = compare(a, b);

        assertThat(compare.gate().silence())
                .hasValueSatisfying(reason ->
                        assertThat(reason).startsWith("at most 4 replicates on a side, and a verdict needs 5"));
        assertThat(compare.gate().undecided()).hasSize(1);
        assertThat(TextReport.of(compare.model())).doesNotContain("▲", "▼", "same within", "unclear");
    }

    @Test
    void converts_units_of_time() throws IOException {
        Path a = new JmhJson(1)
                .throughput(SORT, "", 6, 1000)
                .benchmark(READ, "", "avgt", "ms/op", 6, 4)
                .write(temp.resolve("a.json"));
        Path b = new JmhJson(2)
                .benchmark(SORT, "", "thrpt", "ops/ms", 6, 0.5)
                .benchmark(READ, "", "avgt", "us/op", 6, 4000)
                .write(temp.resolve("b.json"));
        CompareRuns compare = compare(a, b);

        assertThat(TextReport.of(compare.model()))
                .containsPattern("b.json +(49|50)\\d ops/s +0.(49|50)\\d* ?×")
                .containsPattern("b.json +[34].\\d+ ms/op +(0.99\\d|1.00)×");
        assertThat(compare.gate().slower()).hasSize(2).first().asString().startsWith("Sorting.sort: 0.50");
        assertThat(compare.gate().undecided()).isEmpty();
    }

    @Test
    void names_a_row_of_other_mode_and_unit() throws IOException {
        Path a = new JmhJson(1)
                .throughput(SORT, "", 6, 1000)
                .benchmark(READ, "", "thrpt", "ops/s", 6, 4)
                .write(temp.resolve("a.json"));
        Path b = new JmhJson(2)
                .throughput(SORT, "", 6, 1000)
                .benchmark(READ, "", "ss", "ms/op", 6, 1)
                .write(temp.resolve("b.json"));
        CompareRuns compare = compare(a, b);

        assertThat(TextReport.of(compare.model())).contains("no ratio: the modes differ, thrpt and ss");
        assertThat(compare.gate().silence()).isEmpty();
        assertThat(compare.gate().undecided()).containsExactly("Files.read: no ratio: the modes differ, thrpt and ss");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        [[0], [0], [0], [0], [0]]           | no baseline: failed: no fork is whole
        [[1.1], [1.2], [1.3]]               | no verdict
        """)
    void names_a_row_without_a_verdict_while_others_have_one(String ofA, String reason) throws IOException {
        int forks = ofA.split("\\],").length;
        Path a = new JmhJson(1)
                .throughput(SORT, "", 6, 1000)
                .entry(
                        READ,
                        "",
                        "thrpt",
                        "ops/s",
                        forks,
                        "\"rawData\": " + ofA.replaceAll("(\\d[\\d.]*)\\]", "$1, $1, $1]"))
                .write(temp.resolve("a.json"));
        Path b = new JmhJson(2)
                .throughput(SORT, "", 6, 1000)
                .throughput(READ, "", 6, 1)
                .write(temp.resolve("b.json"));
        Gate gate = compare(a, b).gate();

        assertThat(gate.silence()).isEmpty();
        assertThat(gate.lacking()).isEmpty();
        assertThat(gate.undecided())
                .singleElement()
                .asString()
                .startsWith("Files.read: ")
                .contains(reason);
    }

    @Test
    void a_gate_needs_the_two_sides_as_columns() throws IOException {
        ReportOptions bySize =
                new ReportOptions(Optional.empty(), List.of(), Optional.of("size"), Optional.empty(), false);

        assertThat(CompareRuns.of(before, after, Optional.empty(), bySize)
                        .gate()
                        .silence())
                .contains("the columns are not A and B: leave out --col size");
    }

    @Test
    void a_mean_that_is_slower_is_slower_for_the_gate_too() throws IOException {
        JmhJson ofA = new JmhJson(1);
        JmhJson ofB = new JmhJson(1);
        for (int i = 0; i < 22; i++) {
            String size = "\"size\": \"" + i + "\"";
            ofA.entry(SORT, size, "thrpt", "ops/s", 5, forks(i, 51, 58, 70, 66, 54));
            ofB.entry(SORT, size, "thrpt", "ops/s", 5, forks(i, 41, 53, 46, 52, 43));
        }
        CompareRuns compare = compare(ofA.write(temp.resolve("a.json")), ofB.write(temp.resolve("b.json")));

        assertThat(TextReport.of(compare.model()))
                .doesNotContain("× ▼", "× ▽")
                .contains("? unclear, as one of 22 rows, about ", "is slower than a.json over 22 cases");
        assertThat(compare.gate().slower())
                .singleElement()
                .asString()
                .startsWith("b.json is slower than a.json over 22 cases of 1 workload");
    }

    @Test
    void one_benchmark_in_two_modes_makes_two_lines() throws IOException {
        Path a = new JmhJson(1)
                .throughput(SORT, "", 6, 1000)
                .benchmark(SORT, "", "avgt", "ms/op", 6, 4)
                .write(temp.resolve("a.json"));
        Path b = new JmhJson(2).throughput(SORT, "", 6, 1000).write(temp.resolve("b.json"));

        assertThat(compare(a, b).model().views().get(0).table().lines())
                .extracting(Case::title)
                .containsExactly("Sorting.sort mode=thrpt", "Sorting.sort mode=avgt");
    }

    @Test
    void rejects_a_comparison_of_a_file_with_itself_or_its_copy() throws IOException {
        Path copy = Files.copy(before, temp.resolve("copy.json"));

        assertRefused(before, before, "are the same: there is nothing to compare");
        assertRefused(before, copy, "hold the same measurement: every value is the same");
    }

    @Test
    void names_the_keys_that_differ_if_no_line_is_common() throws IOException {
        Path a = new JmhJson(1).throughput(SORT, "", 5, 1).write(temp.resolve("a.json"));
        Path b = new JmhJson(2).throughput(READ, "", 5, 1).write(temp.resolve("b.json"));

        assertRefused(
                a,
                b,
                "a.json and b.json have no line in common: workload is Sorting.sort in a.json and Files.read in"
                        + " b.json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "workload"})
    void explains_a_parameter_that_one_side_lacks(String row) throws IOException {
        Path a = new JmhJson(1).throughput(SORT, "", 5, 1).write(temp.resolve("a.json"));
        Path b = new JmhJson(2).throughput(SORT, "\"n\": \"1\"", 5, 1).write(temp.resolve("b.json"));
        List<String> rows = row.isEmpty() ? List.of() : List.of(row);
        ReportOptions options = new ReportOptions(Optional.empty(), rows, Optional.empty(), Optional.empty(), false);
        String message = "a.json and b.json have no line in common: n is not reported in a.json and 1 in b.json";

        assertThatThrownBy(() -> CompareRuns.of(a, b, Optional.empty(), options))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> Reports.write(List.of(a, b), temp.resolve("out.html"), options))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    @Test
    void explains_that_no_line_was_measured_on_both_sides() throws IOException {
        JmhJson ofA = new JmhJson(1);
        JmhJson ofB = new JmhJson(2);
        for (String size : List.of("\"size\": \"1\"", "\"size\": \"2\"")) {
            ofA.throughput(SORT, size, 5, 1);
            ofB.entry(SORT, size, "thrpt", "ops/s", 1, "\"rawData\": [[0, 0, 0]]");
        }
        Path a = ofA.write(temp.resolve("a.json"));
        Path b = ofB.write(temp.resolve("b.json"));
        ReportOptions mixing =
                new ReportOptions(Optional.empty(), List.of("workload"), Optional.empty(), Optional.empty(), false);

        assertThatThrownBy(() -> CompareRuns.of(a, b, Optional.empty(), mixing))
                .isInstanceOf(UsageException.class)
                .hasMessage("a.json and b.json have no line in common that was measured: Sorting.sort size=1,"
                        + " Sorting.sort size=2");
    }

    @Test
    void a_key_with_one_value_per_side_is_in_the_question() throws IOException {
        Path a = new JmhJson(1).throughput(SORT, "\"heap\": \"1g\"", 5, 1).write(temp.resolve("a.json"));
        Path b = new JmhJson(2).throughput(SORT, "\"heap\": \"4g\"", 5, 1).write(temp.resolve("b.json"));
        View view = compare(a, b).model().views().get(0);

        assertThat(view.question()).isEqualTo("Is b.json (heap=4g) faster than a.json (heap=1g)?");
        assertThat(view.table().lines()).extracting(Case::title).containsExactly("Sorting.sort");
    }

    @Test
    void runs_at_the_same_time_on_two_machines_are_not_interleaved() throws IOException {
        Path linux = saved("linux", "sql-linux", 100);
        Path windows = saved("windows", "sql-windows", 200);
        View view = compare(linux, windows).model().views().get(0);

        assertThat(view.question()).isEqualTo("Is windows (sql-windows) faster than linux (sql-linux)?");
        assertThat(view.table().rows())
                .singleElement()
                .satisfies(row -> assertThat(row.comparison().design().order()).isEqualTo(Design.Order.APART));
        assertThat(view.badges()).extracting(Badge::text).contains("not interleaved: drift is not ruled out");
        assertThat(view.results().sources()).extracting(Provenance::name).containsExactly("linux", "windows");
    }

    @Test
    void compares_a_run_with_a_file_of_JMH_that_Rowmark_wrote() throws IOException {
        Path run = saved("run", "h2", 100);
        Path file = new JmhJson(3)
                .throughput("org.rowmark.workloads.SelectByKey.select", "\"target\": \"h2\"", 6, 100)
                .write(temp.resolve("jmh.json"));
        CompareRuns compare = compare(run, file);

        assertThat(compare.model().views().get(0).question())
                .isEqualTo("Is jmh.json (threads=1) faster than run (threads=8) on h2?");
        assertThat(compare.model().views().get(0).table().lines())
                .extracting(Case::title)
                .containsExactly("select-by-key");
        assertThat(compare.model().views().get(0).results().differences().unexpected())
                .isEmpty();
    }

    @Test
    void a_control_that_held_keeps_the_verdicts_and_one_that_moved_removes_them() throws IOException {
        Path held = control("held.json", 3, 1.0);
        Path moved = control("moved.json", 4, 1.3);
        CompareRuns good = CompareRuns.of(before, after, Optional.of(held), ReportOptions.NONE);
        CompareRuns bad = CompareRuns.of(before, after, Optional.of(moved), ReportOptions.NONE);

        assertThat(TextReport.of(good.model()))
                .contains("the control held", "▼ slower")
                .doesNotContain("drift is not ruled out (3");
        assertThat(good.gate().slower()).hasSize(1);
        assertThat(bad.gate().slower()).isEmpty();
        assertThat(bad.gate().undecided()).hasSize(3);
        assertThat(TextReport.of(bad.model())).contains("invalid: the environment drifted");
    }

    @Test
    void a_control_must_be_A_again_and_later() throws IOException {
        Path linux = saved("linux", "h2", 100);
        Path windows = saved("windows", "h2", 200);

        assertThatThrownBy(() -> CompareRuns.of(before, after, Optional.of(linux), ReportOptions.NONE))
                .isInstanceOf(UsageException.class)
                .hasMessage("--control linux has no line of A: it must be A, measured again after B");
        assertThatThrownBy(() -> CompareRuns.of(linux, windows, Optional.of(before), ReportOptions.NONE))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--control: ")
                .hasMessageContaining("began before");
    }

    @Test
    void a_mean_over_lines_leaves_out_lines_that_one_side_lacks() throws IOException {
        Path b = new JmhJson(2).throughput(SORT, "\"size\": \"10\"", 6, 1000).write(temp.resolve("b.json"));
        ReportOptions mixing =
                new ReportOptions(Optional.empty(), List.of("workload"), Optional.empty(), Optional.empty(), false);
        CompareRuns compare = CompareRuns.of(before, b, Optional.empty(), mixing);

        assertThat(compare.model().views().get(0).badges())
                .extracting(Badge::text)
                .anySatisfy(text -> assertThat(text)
                        .startsWith("not measured on all sides and left out of means: Sorting.sort size=1000"));
        assertThat(TextReport.of(compare.model())).contains("= same within ±3 %");
        assertThat(compare.gate().lacking()).hasSize(3);
    }

    @Test
    void a_mean_over_lines_of_runs_without_common_rounds_weighs_workloads_and_not_lines() throws IOException {
        Path b = new JmhJson(2)
                .throughput(SORT, "\"size\": \"10\"", 6, 1000)
                .throughput(SORT, "\"size\": \"1000\"", 6, 50)
                .benchmark(READ, "", "avgt", "ms/op", 6, 1)
                .write(temp.resolve("b.json"));

        ComparisonTable table = compare(before, b).model().views().get(0).table();
        GeometricMeanRow mean = GeometricMeanRow.of(table).get(1);

        assertThat(mean.lines())
                .extracting(Case::title)
                .containsExactly("Sorting.sort size=10", "Sorting.sort size=1000", "Files.read");
        assertThat(mean.leftOut()).containsExactly("Old.gone");
        // the mean of 1 and 4; of the lines' 1, 1 and 4 it would be 1.6
        assertThat(mean.comparison().ratio()).isCloseTo(2, within(0.1));
    }

    /** Returns forks of three equal iterations. */
    private static String forks(int more, int... scores) {
        return Arrays.stream(scores)
                .mapToObj(score -> String.format(Locale.ROOT, "[%1$.1f, %1$.1f, %1$.1f]", score + more / 10.0))
                .collect(Collectors.joining(", ", "\"rawData\": [", "]"));
    }

    private Path control(String name, long seed, double factor) throws IOException {
        return new JmhJson(seed)
                .throughput(SORT, "\"size\": \"10\"", 6, 1000 * factor)
                .throughput(SORT, "\"size\": \"1000\"", 6, 50 * factor)
                .benchmark(READ, "", "avgt", "ms/op", 6, 4 / factor)
                .write(temp.resolve(name));
    }

    private Path saved(String directory, String target, double level) throws IOException {
        Path path = Files.createDirectory(temp.resolve(directory));
        PlannedCell cell = new PlannedCell(1, target, "select-by-key", "one row by its primary key", Map.of());
        Saved.save(
                new DemoRun(6)
                        .target(target, "")
                        .cell(cell, Level.throughput(level, 0.02))
                        .build(),
                path);
        return path;
    }

    private static CompareRuns compare(Path a, Path b) throws IOException {
        return CompareRuns.of(a, b, Optional.empty(), ReportOptions.NONE);
    }

    private static void assertRefused(Path a, Path b, String reason) {
        assertThatThrownBy(() -> compare(a, b))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(reason);
        assertThat(List.of(a, b)).allMatch(Files::exists);
    }
}

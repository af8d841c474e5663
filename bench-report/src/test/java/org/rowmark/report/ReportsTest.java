package org.rowmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.model.Badge;
import org.rowmark.report.model.View;
import org.rowmark.report.write.Rendered;
import org.rowmark.result.PlannedCell;
import org.rowmark.util.UsageException;

/** Reports of JMH's files. {@code jmh-joining.json} is JMH's own, with {@code -prof gc}. */
class ReportsTest {
    private static final Path JOINING = Path.of("src/test/resources/jmh-joining.json");
    private static final String JOIN = "com.acme.text.Joining.join";
    private static final String COUNT = "com.acme.text.Joining.count";

    @TempDir
    private Path temp;

    @Test
    void the_columns_of_one_file_are_the_parameter_with_few_names_everywhere() throws IOException {
        Path file = joining(6);
        View view = view(ReportOptions.NONE, file);

        assertThat(view.question()).isEqualTo("Which impl is faster: old or new?");
        assertThat(view.results().table().lines())
                .extracting(Case::title)
                .containsExactly("join size=10", "join size=100", "count size=10", "count size=100");
        assertThat(write(ReportOptions.NONE, file))
                .contains("▲ faster", "columns: impl; --col takes workload, size\n")
                .doesNotContain("run=");
    }

    @Test
    void creates_the_folder_of_a_report() throws IOException {
        Path html = temp.resolve("reports/week/48.html");

        Reports.write(List.of(joining(6)), html, ReportOptions.NONE);

        assertThat(html).isNotEmptyFile();
    }

    @ParameterizedTest
    @CsvSource({
        "size, '', Which size is faster: 10 or 100?, 10",
        "workload, '', Which workload is faster: join or count?, join",
        "impl, new, Which impl is faster: old or new?, new",
        "'', 100, Which size is faster: 10 or 100?, 100",
    })
    void the_column_and_the_baseline_may_be_chosen(String column, String baseline, String question, String shown)
            throws IOException {
        View view = view(options(column, baseline), joining(6));

        assertThat(view.question()).isEqualTo(question);
        assertThat(view.results().table().baselineName()).isEqualTo(shown);
    }

    @Test
    void without_such_a_parameter_the_benchmarks_are_not_compared() throws IOException {
        JmhJson json = new JmhJson(1);
        for (int depth = 1; depth <= 7; depth++) {
            json.throughput(JOIN, "\"depth\": \"" + depth + "\", \"charset\": \"UTF-8\"", 5, depth);
        }
        Path file = json.throughput(COUNT, "\"fast\": \"true\"", 5, 7).write(temp.resolve("many.json"));
        View view = view(ReportOptions.NONE, file);

        assertThat(view.question()).isEqualTo("How fast are the benchmarks of many.json?");
        assertThat(view.results().table().columns()).containsExactly("many.json");
        assertThat(view.results().table().lines()).hasSize(8);
        assertThat(write(ReportOptions.NONE, file))
                .contains("\njoin depth=7 charset=UTF-8  ", "\ncount fast=true ", "columns: none, because");
    }

    @Test
    void files_are_side_by_side_with_the_baseline_first() throws IOException {
        Path a = joining(6);
        Path b = new JmhJson(7).throughput(JOIN, params("old", 10), 6, 300).write(temp.resolve("b.json"));
        Path c = new JmhJson(8).throughput(JOIN, params("old", 10), 4, 600).write(temp.resolve("c.json"));
        View view = view(ReportOptions.NONE, a, b, c);

        assertThat(view.question()).isEqualTo("Which is fastest: a.json, b.json or c.json?");
        assertThat(view.results().table().columns()).containsExactly("a.json", "b.json", "c.json");
        assertThat(row(view, "b.json").hasVerdict()).isTrue();
        assertThat(row(view, "c.json").hasVerdict()).isFalse();
        assertThat(view.badges())
                .extracting(Badge::text)
                .contains("1 of 10 cells have fewer than five forks: rerun with -f 5 for verdicts");
        assertThat(write(options("", "c.json"), a, b, c)).contains("Which is fastest: c.json, a.json or b.json?");
        assertThat(write(options("", b.toString()), a, b, c)).contains("Which is fastest: b.json, a.json or c.json?");
    }

    @Test
    void several_files_may_have_a_parameter_as_columns_too() throws IOException {
        Path b = new JmhJson(7)
                .throughput(JOIN, params("old", 10), 6, 300)
                .throughput(JOIN, params("new", 10), 6, 300)
                .write(temp.resolve("b.json"));

        assertThat(view(options("impl", ""), joining(6), b).results().table().lines())
                .extracting(Case::title)
                .containsOnlyOnce("join run=a.json size=10", "join run=b.json size=10");
    }

    @Test
    void run_directories_are_side_by_side_with_files_if_their_workloads_match() throws IOException {
        Path file = new JmhJson(3)
                .throughput("org.rowmark.workloads.SelectByKey.select", "\"target\": \"h2\"", 6, 50)
                .write(temp.resolve("jmh.json"));
        Path one = saved("one", 100);
        Path two = saved("two", 200);

        assertThat(view(ReportOptions.NONE, file, one, two).results().table())
                .satisfies(table -> assertThat(table.columns()).containsExactly("jmh.json", "one", "two"))
                .extracting(ComparisonTable::lines)
                .satisfies(lines -> assertThat(lines).extracting(Case::title).containsExactly("select-by-key"));
        assertThat(write(options("run", "two"), one, two)).contains("Is one faster than two on h2?", "▼ slower");
        assertThat(write(ReportOptions.NONE, one, two)).doesNotContain("faster than two", "▼");
    }

    @Test
    void only_cells_of_files_are_to_be_rerun_with_more_forks() throws IOException {
        Path few = new JmhJson(3)
                .throughput("org.rowmark.workloads.SelectByKey.select", "\"target\": \"h2\"", 4, 50)
                .write(temp.resolve("few.json"));
        Path enough = new JmhJson(4)
                .throughput("org.rowmark.workloads.SelectByKey.select", "\"target\": \"h2\"", 6, 50)
                .write(temp.resolve("enough.json"));
        Path run = saved("run", 100);
        Path shortRun = saved("short", 100, 3);

        assertThat(view(ReportOptions.NONE, few, run).badges())
                .extracting(Badge::text)
                .contains("fewer than five forks: rerun with -f 5 for verdicts");
        assertThat(view(ReportOptions.NONE, enough, shortRun).badges())
                .extracting(Badge::text)
                .noneMatch(text -> text.contains("rerun with -f 5"));
    }

    @Test
    void too_few_forks_have_no_verdict_and_a_warning_has_the_options_for_a_rerun() throws IOException {
        assertThat(write(ReportOptions.NONE, joining(4)))
                .contains("! fewer than five forks: rerun with -f 5 for verdicts")
                .doesNotContain("▲", "▼", "same within", "unclear");
        Path inside = new JmhJson(1)
                .entry(JOIN, "", "avgt", "ms/op", 0, "\"rawData\": [[1, 2, 3]]")
                .write(temp.resolve("inside.json"));
        assertThat(write(ReportOptions.NONE, inside))
                .contains("! 1 of 1 cell without a round", "rerun with -f 5", "debug, not comparable (forks 0)");
    }

    @Test
    void shows_modes_percentiles_and_profilers_of_JMH() throws IOException {
        View view = view(ReportOptions.NONE, JOINING);

        assertThat(view.question()).isEqualTo("Which impl is faster: old or builder?");
        assertThat(view.results().table().lines())
                .extracting(Case::title)
                .containsSubsequence(
                        "JoiningBenchmark.join mode=avgt",
                        "JoiningBenchmark.join mode=sample",
                        "JoiningBenchmark.join mode=sample p50",
                        "JoiningBenchmark.join mode=ss");
        assertThat(view.results().cells()).hasSize(6).allSatisfy(cell -> {
            CellValues values = cell.values();
            assertThat(values.score()).hasSize(5);
            assertThat(values.counters().get("gc.alloc.rate.norm (B/op)"))
                    .hasSize(5)
                    .allSatisfy((fork, bytes) -> assertThat(bytes).isBetween(100.0, 20_000.0));
            assertThat(values.counters().keySet()).noneMatch(name -> name.contains("per iteration"));
        });
        assertThat(Rendered.json(Demos.model(view))).contains("\"gc.alloc.rate.norm (B/op)\" : {");
    }

    @Test
    void shows_the_reason_for_a_missing_percentile() throws IOException {
        String histogram = "\"rawDataHistogram\": [[[[2.0, %1$d]], [[2.0, %1$d]], [[2.0, %1$d]]]]";
        Path file = new JmhJson(1)
                .entry(JOIN, "\"impl\": \"old\"", "sample", "ms/op", 1, histogram.formatted(200))
                .entry(JOIN, "\"impl\": \"new\"", "sample", "ms/op", 1, histogram.formatted(2000))
                .write(temp.resolve("x.json"));

        assertThat(write(ReportOptions.NONE, file)).contains("too few operations for p99\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lib  | ''    | --col: no cell has the key 'lib'; valid: impl, run, size, workload
            impl | fast  | --baseline: no column is named 'fast'; valid: new, old
            ''   | fast  | --baseline: no column is named 'fast'; valid: new, old
            mode | ''    | --col: no cell has the key 'mode'
            """)
    void rejects_a_column_or_baseline_that_a_file_does_not_have(String column, String baseline, String reason)
            throws IOException {
        Path file = joining(5);

        assertThatThrownBy(() -> write(options(column, baseline), file))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void a_report_does_not_replace_its_source() throws IOException {
        Path file = joining(5);

        assertThatThrownBy(() -> Reports.write(List.of(file), file, ReportOptions.NONE))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(", which Rowmark did not write");
        assertThatThrownBy(() -> write(ReportOptions.NONE, file, file))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("are the same: there is nothing to compare");
    }

    private Path joining(int forks) throws IOException {
        JmhJson json = new JmhJson(1);
        for (String method : List.of(JOIN, COUNT)) {
            for (int size : List.of(10, 100)) {
                json.throughput(method, params("old", size), forks, 1000.0 / size);
                json.throughput(method, params("new", size), forks, 2000.0 / size);
            }
        }
        return json.write(temp.resolve("a.json"));
    }

    private static String params(String impl, int size) {
        return "\"size\": \"" + size + "\", \"impl\": \"" + impl + "\"";
    }

    private Path saved(String directory, double level) throws IOException {
        return saved(directory, level, 6);
    }

    private Path saved(String directory, double level, int rounds) throws IOException {
        Path path = Files.createDirectory(temp.resolve(directory));
        PlannedCell cell = new PlannedCell(1, "h2", "select-by-key", "one row by its primary key", Map.of());
        Saved.save(
                new DemoRun(rounds)
                        .target("h2", "")
                        .cell(cell, Level.throughput(level, 0.02))
                        .build(),
                path);
        return path;
    }

    private static ReportOptions options(String column, String baseline) {
        return new ReportOptions(
                Optional.empty(),
                List.of(),
                Optional.of(column).filter(name -> !name.isEmpty()),
                Optional.of(baseline).filter(name -> !name.isEmpty()),
                false);
    }

    private static View view(ReportOptions options, Path... paths) throws IOException {
        return SideBySide.of(Input.read(List.of(paths))).view(options);
    }

    private String write(ReportOptions options, Path... paths) throws IOException {
        return Reports.write(List.of(paths), temp.resolve("page.html"), options).verdicts();
    }

    private static CaseRatio row(View view, String column) {
        return view.results().table().rows().stream()
                .filter(row -> row.b().column().equals(column) && row.isCompared())
                .findFirst()
                .orElseThrow();
    }
}

package org.rowmark.report.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.rowmark.report.Demos;
import org.rowmark.report.PageFillDemo;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.SamplesInMemory;
import org.rowmark.report.Shown;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.Case;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.View;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.report.section.Figure;
import org.rowmark.report.section.Phases;
import org.rowmark.report.section.ServerCounters;
import org.rowmark.report.write.CsvReport;
import org.rowmark.report.write.Rendered;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PageFillTest {
    private static final View VIEW = PageFillDemo.view();
    private static final Document PAGE = Jsoup.parse(Rendered.html(Demos.model(VIEW)));

    private static DataTable speed(View view) {
        return Shown.tables(view, "Filling pages").get(0);
    }

    private static DataTable written(View view) {
        return Shown.tables(view, "Filling pages").get(1);
    }

    private static DataTable counters() {
        return Shown.tables(VIEW, ServerCounters.HEADING).get(0);
    }

    @Test
    void statements_per_second_are_those_of_the_inserting_without_the_checkpoint() {
        PageFill mariadb = PageFill.of(VIEW.results().cells().get(0));
        double expected = VIEW.results().cells().get(0).values().named(NamedMetrics.FILL).values().stream()
                .mapToDouble(seconds -> PageFillDemo.STATEMENTS / seconds)
                .average()
                .orElseThrow();
        assertThat(mariadb.statementsPerSecond().mean()).isCloseTo(expected, within(1e-9));
        assertThat(mariadb.rowsPerSecond().mean()).isCloseTo(8 * expected, within(1e-6));
        assertThat(mariadb.seconds().mean())
                .isGreaterThan(mariadb.checkpointSeconds().mean() + 10);
        assertThat(mariadb.statementP99Millis().n()).isEqualTo(PageFillDemo.ROUNDS);
    }

    @Test
    void write_amplification_is_bytes_written_per_byte_of_payload_for_the_server_and_for_the_system() {
        PageFill mariadb = PageFill.of(VIEW.results().cells().get(0));
        assertThat(mariadb.writtenByServer().of()).isEqualTo("data files + log");
        assertThat(mariadb.writtenByServer().amplification().mean()).isCloseTo(2.05 + 1.09, within(0.05));
        assertThat(mariadb.writtenByServer().bytesPerRow().mean())
                .isCloseTo(8000 * mariadb.writtenByServer().amplification().mean(), within(1e-6));
        assertThat(mariadb.writtenBySystem().amplification().mean()).isCloseTo(3.2, within(0.1));
    }

    @Test
    void what_is_not_reported_is_marked_so_and_never_0() {
        DataTable written = written(VIEW);
        assertThat(written.rows().get(3).subList(2, 6))
                .containsOnly(TableCell.of(Numbers.NONE, CounterText.NOT_REPORTED));
        assertThat(speed(VIEW).rows().get(2).get(7)).isEqualTo(TableCell.of(Numbers.NONE, CounterText.NOT_REPORTED));
        assertThat(PAGE.select("table.grouped small").eachText()).contains("not reported");
    }

    @Test
    void a_fill_without_a_checkpoint_made_none() {
        RunRecord run = PageFillDemo.run();
        List<Sample> samples = run.samples().stream()
                .map(sample -> {
                    Map<String, Sample.Metric> metrics = new TreeMap<>(sample.secondary());
                    metrics.remove(NamedMetrics.CHECKPOINT);
                    return SamplesInMemory.with(sample, metrics);
                })
                .toList();
        View view = PageFillDemo.view(SamplesInMemory.record(run.manifest(), samples, run.outcomes()));
        assertThat(speed(view).rows().get(0).get(4)).isEqualTo(TableCell.of(Numbers.NONE, "none made"));
    }

    @Test
    void metrics_that_no_section_of_their_own_shows_are_in_one_table() {
        assertThat(Shown.section(VIEW, "Metrics of the workloads").isEmpty()).isTrue();
        RunRecord run = PageFillDemo.run();
        List<Sample> samples = run.samples().stream()
                .map(sample -> {
                    Map<String, Sample.Metric> metrics = new TreeMap<>(sample.secondary());
                    metrics.remove(NamedMetrics.FILL);
                    return SamplesInMemory.with(sample, metrics);
                })
                .toList();
        View view = PageFillDemo.view(SamplesInMemory.record(run.manifest(), samples, run.outcomes()));
        assertThat(Shown.section(view, "Filling pages").isEmpty()).isTrue();
        assertThat(Shown.tables(view, "Metrics of the workloads").get(0).rows())
                .extracting(row -> row.get(1).text() + ": " + row.get(2).text())
                .containsExactly("payload: 164 MB", "rows: 20,480", "rows per page: 1", "statements: 2,560");
    }

    @Test
    void a_counted_0_is_0() {
        List<List<TableCell>> temp = counters().groups().get("temporary files");
        assertThat(Shown.texts(temp.get(0))).containsExactly("temporary files", "bytes written", "–", "0 B", "–", "–");
    }

    @Test
    void one_target_alone_has_its_name_wherever_a_configuration_is_named() {
        View one = PageFillDemo.viewOf("postgresql", "random");
        for (DataTable table : List.of(speed(one), written(one))) {
            assertThat(table.header()).startsWith("target").doesNotContain("workload");
            assertThat(table.rows())
                    .singleElement()
                    .satisfies(row -> assertThat(row).startsWith(TableCell.of("postgresql")));
        }
    }

    @Test
    void what_else_varies_is_named_behind_the_target() {
        View two = PageFillDemo.viewOf("postgresql", "random", "blank");
        assertThat(speed(two).header()).startsWith("target", "payload");
    }

    @Test
    void filling_and_checkpoint_are_phases_in_that_order_and_nothing_speaks_of_restores() {
        assertThat(Phases.of(VIEW.table()).get(0).names()).containsExactly("fill", "checkpoint");
        assertThat(PAGE.select("h2:not(template h2)").eachText())
                .containsExactly(
                        "Comparison",
                        "Phases",
                        "Phases compared",
                        "Where the time goes",
                        "Filling pages",
                        "Latency by percentile",
                        "Replicates",
                        "Time line",
                        "Environment",
                        "Server counters",
                        "Counters",
                        "Published figures",
                        "How it was measured",
                        "Targets",
                        "Every round",
                        "Reproduce",
                        "How to read it");
        assertThat(PAGE.text()).doesNotContain("restore", "index build", "Index build");
    }

    @Test
    void the_page_has_each_table_below_its_heading_with_names_on_the_left_and_numbers_on_the_right() {
        Element speed = PAGE.selectFirst("section:has(> h2:contains(Filling pages)) table");
        assertThat(speed.select("thead th").eachText()).startsWith("target", "statements/s", "rows/s");
        assertThat(speed.select("thead th.number")).hasSize(7);
        assertThat(speed.select("tbody tr:first-child > *").eachText())
                .startsWith("mariadb", "233225–241", "1,8601,800–1,920");
        assertThat(PAGE.select("figure svg"))
                .hasSizeGreaterThan(6)
                .allMatch(svg -> svg.hasAttr("id") || svg.hasAttr("role"));
    }

    @Test
    void percentiles_of_a_single_shot_are_those_of_its_statements() {
        assertThat(VIEW.table().lines()).extracting(Case::title).contains("page-fill payload=random statement p99");
        assertThat(PAGE.text()).contains("Times of single statements");
    }

    @Test
    void few_counters_are_drawn_and_all_of_them_are_in_the_table() {
        assertThat(Shown.figures(VIEW, "Counters"))
                .extracting(Figure::title)
                .containsExactly(
                        "page-fill payload=random: bytes written, as the server reports (MB/op)",
                        "page-fill payload=random: CPU time of the server (ms/op)",
                        "page-fill payload=random: CPU time of the measuring process (ms/op)");
        assertThat(PAGE.select("table.grouped th[scope=rowgroup]")).hasSize(6);
    }

    @Test
    void a_busy_client_is_a_badge_unless_the_database_runs_inside_it() {
        assertThat(VIEW.badges())
                .filteredOn(badge -> badge.text().startsWith("client-bound"))
                .singleElement()
                .satisfies(badge -> {
                    assertThat(badge.isWarning()).isTrue();
                    assertThat(badge.text())
                            .contains("firebird in page-fill payload=random (8")
                            .doesNotContain("h2", "mariadb");
                });
    }

    @Test
    void counters_by_round_are_in_both_files_for_programs() throws IOException {
        StringWriter csv = new StringWriter();
        CsvReport.writeCounters(Demos.model(VIEW), csv, true);
        assertThat(csv.toString().lines())
                .contains("How fast do pages get written?,page-fill,random,mariadb,data.syncs,count/op,1,4.1E+2")
                .noneMatch(line -> line.contains("h2,process."));
        JsonNode counters = JsonMapper.shared()
                .readTree(Rendered.json(Demos.model(VIEW)))
                .path("comparisons")
                .get(0)
                .path("counters");
        assertThat(counters.valueStream())
                .filteredOn(counter -> counter.path("counter").asString().equals("data.syncs"))
                .singleElement()
                .satisfies(counter -> {
                    assertThat(counter.path("rounds").size()).isEqualTo(PageFillDemo.ROUNDS);
                    assertThat(counter.path("column").asString()).isEqualTo("mariadb");
                });
    }

    @Test
    void names_of_counters_stay_text_whatever_they_are() {
        RunRecord run = PageFillDemo.run();
        List<Sample> samples =
                run.samples().stream().map(PageFillTest::withHostileCounter).toList();
        View view = Demos.view(SamplesInMemory.record(run.manifest(), samples, run.outcomes()), ReportOptions.NONE);
        Document page = Jsoup.parse(Rendered.html(Demos.model(view)));
        assertThat(page.select("table.grouped img, table.grouped script")).isEmpty();
        assertThat(page.select("table.grouped th").eachText()).anyMatch(text -> text.contains("<img src=x>"));
    }

    private static Sample withHostileCounter(Sample sample) {
        Map<String, Sample.Metric> metrics = new TreeMap<>(sample.secondary());
        metrics.put("server.<img src=x>", new Sample.Metric(1, "<script>/op"));
        return SamplesInMemory.with(sample, metrics);
    }
}

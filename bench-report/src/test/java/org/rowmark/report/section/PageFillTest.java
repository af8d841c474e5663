package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.rowmark.report.Demos;
import org.rowmark.report.PageFillDemo;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.SamplesInMemory;
import org.rowmark.report.Shown;
import org.rowmark.report.cells.CounterText;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.Case;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.View;
import org.rowmark.report.write.CsvReport;
import org.rowmark.report.write.Rendered;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PageFillTest {
    private static final View VIEW = PageFillDemo.view();
    private static final Document PAGE = Jsoup.parse(Rendered.html(Demos.model(VIEW)));

    private static DataTable counters() {
        return Shown.tables(VIEW, ServerCounters.HEADING).get(0);
    }

    @Test
    void statements_per_second_are_those_of_the_inserting_without_the_checkpoint() {
        double expected = VIEW.results().cells().get(0).values().named(NamedMetrics.FILL).values().stream()
                .mapToDouble(seconds -> PageFillDemo.STATEMENTS / seconds)
                .average()
                .orElseThrow();
        assertThat(Shown.metric(VIEW, "statements/s").get(0).text()).isEqualTo(Numbers.score(expected));
        assertThat(Shown.metric(VIEW, "rows/s").get(0).text()).isEqualTo(Numbers.score(8 * expected));
    }

    @Test
    void bytes_written_are_per_row_and_per_byte_of_payload_for_the_server_and_for_the_system() {
        assertThat(Shown.metric(VIEW, "payload per row").get(0)).isEqualTo(TableCell.of("8.00 kB"));
        assertThat(Shown.metric(VIEW, "bytes written per row, as the server counts")
                        .get(0)
                        .text())
                .isEqualTo("25.1 kB");
        assertThat(Shown.metric(VIEW, "bytes written per byte of payload, as the server counts")
                        .get(0)
                        .text())
                .isEqualTo("3.14");
        assertThat(Shown.metric(VIEW, "bytes written per byte of payload, as the system counts")
                        .get(0)
                        .text())
                .isEqualTo("3.20");
    }

    @Test
    void what_is_not_reported_is_marked_so_and_never_0() {
        assertThat(Shown.metric(VIEW, "bytes written per row, as the server counts")
                        .get(3))
                .isEqualTo(TableCell.of(Numbers.NONE, CounterText.NOT_REPORTED));
        assertThat(PAGE.select("table.grouped small").eachText()).contains("not reported");
    }

    @Test
    void metrics_of_programs_have_the_line_and_the_configuration() {
        JsonNode metrics =
                JsonMapper.shared().readTree(Rendered.json(Demos.model(VIEW))).at("/comparisons/0/metrics");
        assertThat(metrics.valueStream())
                .filteredOn(metric -> metric.path("metric").asString().equals("rows/s"))
                .hasSize(4)
                .first()
                .satisfies(metric -> {
                    assertThat(metric.path("line").asInt()).isZero();
                    assertThat(metric.path("column").asString()).isEqualTo("mariadb");
                    assertThat(metric.at("/value/mean").asDouble()).isBetween(1800.0, 1920.0);
                });
    }

    @Test
    void a_counted_0_is_0() {
        List<List<TableCell>> temp = counters().groups().get("temporary files");
        assertThat(Shown.texts(temp.get(0))).containsExactly("temporary files", "bytes written", "–", "0 B", "–", "–");
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
                        "Metrics of the workloads",
                        "Latency by percentile",
                        "Every round",
                        "Time line",
                        "Environment",
                        "Server counters",
                        "Published figures",
                        "How it was measured",
                        "Targets",
                        "Reproduce",
                        "How to read it");
        assertThat(PAGE.text()).doesNotContain("restore", "index build", "Index build");
    }

    @Test
    void percentiles_of_a_single_shot_are_those_of_its_statements() {
        assertThat(VIEW.table().lines()).extracting(Case::title).contains("page-fill payload=random statement p99");
        assertThat(PAGE.text()).contains("Times of single statements");
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

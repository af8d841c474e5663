package org.rowmark.report.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.rowmark.report.Demos;
import org.rowmark.report.PageFillDemo;
import org.rowmark.report.SamplesInMemory;
import org.rowmark.report.Shown;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.model.View;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.Figure;
import org.rowmark.report.section.Section;
import org.rowmark.report.section.ServerCounters;
import org.rowmark.report.write.CsvReport;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.report.write.Rendered;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FileCountersTest {
    private static final View VIEW = PageFillDemo.view(PageFillDemo.runWithFiles());

    @Test
    void files_do_not_change_the_counters_of_all_of_them() {
        View without = PageFillDemo.view();
        assertThat(Shown.tables(VIEW, ServerCounters.HEADING).get(0))
                .isEqualTo(Shown.tables(without, ServerCounters.HEADING).get(0));
        assertThat(Shown.section(VIEW, "Filling pages").contents())
                .isEqualTo(Shown.section(without, "Filling pages").contents())
                .isNotEmpty();
        assertThat(Shown.figures(VIEW, "Counters"))
                .extracting(Figure::numbers)
                .isEqualTo(Shown.figures(without, "Counters").stream()
                        .map(Figure::numbers)
                        .toList());
    }

    @Test
    void the_files_that_were_written_and_read_most_come_first_and_the_number_of_others_is_given() {
        Section data = files(VIEW).get(0);
        assertThat(data.heading()).isEqualTo("data files, one by one (13)");
        assertThat(table(data).header()).containsExactly("file", "counter", "mariadb");
        assertThat(table(data).groups().keySet())
                .hasSize(10)
                .startsWith("rowmark/page_fill.ibd", "ibdata1", "undo001", "undo002", "undo003", "mysql/table_1.ibd");
        assertThat(data.text()).startsWith("Of 13 files the 10").contains("the other 3 are in counters.csv");
    }

    @Test
    void a_file_has_the_rows_that_all_files_have_and_an_average_stall() {
        assertThat(counters(VIEW, "rowmark/page_fill.ibd"))
                .containsExactly(
                        "reads",
                        "bytes read",
                        "read stall",
                        "average stall per read",
                        "writes",
                        "bytes written",
                        "write stall",
                        "average stall per write",
                        "size at the end");
        CellValues mariadb = VIEW.results().cells().get(0).values();
        double stall =
                Means.mean(mariadb.counts().rounds("data.read-time:ibdata1")).mean();
        String shown = table(files(VIEW).get(0)).groups().get("ibdata1").stream()
                .filter(row -> row.get(1).text().equals("average stall per read"))
                .map(row -> row.get(2).text().replace(" ms", ""))
                .findFirst()
                .orElseThrow();
        assertThat(Double.parseDouble(shown)).isCloseTo(stall / (1 + 0.03 * 14), within(0.01 * stall));
    }

    @Test
    void what_a_file_had_nothing_of_throughout_is_left_out() {
        View written = changed(metrics -> {
            metrics.put("data.reads:ibdata1", new Sample.Metric(0, "count/op"));
            metrics.put("data.read-time:ibdata1", new Sample.Metric(0, "ms/op"));
            return metrics;
        });
        assertThat(counters(written, "ibdata1"))
                .startsWith("bytes read", "writes")
                .doesNotContain("reads", "read stall", "average stall per read");
    }

    @Test
    void a_single_file_with_the_counters_of_all_is_not_shown_twice() {
        assertThat(files(VIEW)).hasSize(1);
        View withoutSum = changed(metrics -> {
            metrics.keySet().remove("log.bytes-written");
            return metrics;
        });
        assertThat(files(withoutSum))
                .extracting(Section::heading)
                .containsExactly("data files, one by one (13)", "log, one by one (1)");
    }

    @Test
    void the_page_folds_them_and_they_stay_text_whatever_they_are_called() {
        View view = changed(metrics -> {
            metrics.put("data.bytes-written:<img src=x>|`a`", new Sample.Metric(1e12, "bytes/op"));
            return metrics;
        });
        Document page = Jsoup.parse(Rendered.html(Demos.model(view)));
        assertThat(page.select("details:not([open]) > summary").eachText()).contains("data files, one by one (14)");
        assertThat(page.select("table.grouped img")).isEmpty();
        assertThat(page.select("table.grouped th").eachText()).contains("<img src=x>|`a`");
        assertThat(MarkdownReport.of(Demos.model(view)))
                .contains("| &#60;img src=x&#62;\\|\\`a\\` | bytes written | 1.00 TB |");
    }

    @Test
    void every_file_is_in_the_files_for_programs_by_the_whole_name_of_its_metric() throws IOException {
        StringWriter csv = new StringWriter();
        CsvReport.writeCounters(Demos.model(VIEW), csv, true);
        assertThat(csv.toString().lines())
                .filteredOn(line -> line.contains("mariadb,data.writes:mysql/table_8.ibd,count/op,"))
                .hasSize(PageFillDemo.ROUNDS);
        // it had nothing to do in two rounds: of these its size is not reported
        assertThat(csv.toString().lines())
                .contains("How fast do pages get written?,page-fill,random,mariadb,data.writes:undo003,count/op,2,0")
                .filteredOn(line -> line.contains("data.size:undo003"))
                .hasSize(3);
        JsonNode counters = JsonMapper.shared()
                .readTree(Rendered.json(Demos.model(VIEW)))
                .path("comparisons")
                .get(0)
                .path("counters");
        assertThat(counters.valueStream())
                .filteredOn(counter -> counter.path("counter").asString().startsWith("data.writes:"))
                .hasSize(13);
    }

    /** The tables of single files, a part each. */
    private static List<Section> files(View view) {
        return ((Section) Shown.section(view, ServerCounters.HEADING).contents().get(0))
                .contents().stream()
                        .filter(Section.class::isInstance)
                        .map(Section.class::cast)
                        .toList();
    }

    private static DataTable table(Section part) {
        return part.all(DataTable.class).findFirst().orElseThrow();
    }

    private static List<String> counters(View view, String file) {
        return table(files(view).get(0)).groups().get(file).stream()
                .map(row -> row.get(1).text())
                .toList();
    }

    /** What MariaDB reports, changed. */
    private static View changed(UnaryOperator<Map<String, Sample.Metric>> change) {
        RunRecord run = PageFillDemo.runWithFiles();
        List<Sample> samples = run.samples().stream()
                .map(sample -> sample.secondary().containsKey("data.writes:ibdata1")
                        ? SamplesInMemory.with(sample, change.apply(new TreeMap<>(sample.secondary())))
                        : sample)
                .toList();
        return PageFillDemo.view(SamplesInMemory.record(run.manifest(), samples, run.outcomes()));
    }
}

package org.rowmark.report.counters;

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
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.counters.CounterTable.CounterRow;
import org.rowmark.report.counters.CounterTable.Group;
import org.rowmark.report.model.View;
import org.rowmark.report.section.CounterFigures;
import org.rowmark.report.section.FileIoTables;
import org.rowmark.report.section.PageFillTables;
import org.rowmark.report.section.Stalls;
import org.rowmark.report.write.CountersCsv;
import org.rowmark.report.write.HtmlReport;
import org.rowmark.report.write.JsonReport;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

public class FileCountersTest {
    private static final View VIEW = PageFillDemo.view(PageFillDemo.runWithFiles());

    @Test
    void files_do_not_change_what_is_told_of_all_of_them() {
        View without = PageFillDemo.view();
        assertThat(CounterTable.of(VIEW.table()).get(0).groups())
                .isEqualTo(CounterTable.of(without.table()).get(0).groups());
        assertThat(Stalls.table(VIEW)).isEqualTo(Stalls.table(without));
        assertThat(PageFillTables.written(VIEW)).isEqualTo(PageFillTables.written(without));
        assertThat(FileIoTables.of(VIEW)).isEqualTo(FileIoTables.of(without));
        assertThat(CounterFigures.of(VIEW.table(), "c1")).isEqualTo(CounterFigures.of(without.table(), "c1"));
    }

    @Test
    void the_files_that_were_written_and_read_most_stand_first_and_of_others_it_is_said_that_there_are_some() {
        FileCounters data = only(VIEW);
        assertThat(data.heading()).isEqualTo("data files, one by one");
        assertThat(data.columns()).containsExactly("mariadb");
        assertThat(data.files())
                .hasSize(10)
                .extracting(Group::of)
                .startsWith("rowmark/page_fill.ibd", "ibdata1", "undo001", "undo002", "undo003", "mysql/table_1.ibd");
        assertThat(data.text()).startsWith("Of 13 files the 10").contains("the other 3 are in counters.csv");
    }

    @Test
    void a_file_has_the_rows_that_all_files_have_and_an_average_stall() {
        assertThat(only(VIEW).files().get(0).rows())
                .extracting(CounterRow::name)
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
        CellValues mariadb = VIEW.cells().get(0).values();
        double stall = mariadb.counts().rounds("data.read-time:ibdata1").get(1);
        assertThat(FileIo.of(mariadb, "data", "ibdata1", FileIo::stallPerRead).get(1))
                .isCloseTo(stall / (1 + 0.03 * 14), within(1e-12));
    }

    @Test
    void what_a_file_had_nothing_of_throughout_is_left_out() {
        View written = changed(told -> {
            told.put("data.reads:ibdata1", new Sample.Metric(0, "count/op"));
            told.put("data.read-time:ibdata1", new Sample.Metric(0, "ms/op"));
            return told;
        });
        assertThat(only(written).files().get(1).rows())
                .extracting(CounterRow::name)
                .startsWith("bytes read", "writes")
                .doesNotContain("reads", "read stall", "average stall per read");
    }

    @Test
    void a_single_file_of_which_the_same_is_told_as_of_all_is_not_told_twice() {
        assertThat(CounterTable.of(VIEW.table()).get(0).files()).hasSize(1);
        View withoutSum = changed(told -> {
            told.keySet().remove("log.bytes-written");
            return told;
        });
        assertThat(CounterTable.of(withoutSum.table()).get(0).files())
                .extracting(FileCounters::heading)
                .containsExactly("data files, one by one", "log, one by one");
    }

    @Test
    void the_page_folds_them_and_they_stay_text_whatever_they_are_called() {
        View view = changed(told -> {
            told.put("data.bytes-written:<img src=x>|`a`", new Sample.Metric(1e12, "bytes/op"));
            return told;
        });
        Document page = Jsoup.parse(HtmlReport.of(Demos.model(view)));
        assertThat(page.select("details:not([open]) > summary").eachText()).contains("data files, one by one (14)");
        assertThat(page.select("table.counters img")).isEmpty();
        assertThat(page.select("table.counters th").eachText()).contains("<img src=x>|`a`");
        assertThat(MarkdownReport.of(Demos.model(view)))
                .contains("| &#60;img src=x&#62;\\|\\`a\\` | bytes written | 1.00 TB |");
    }

    @Test
    void every_file_is_in_the_files_for_programs_by_the_whole_name_of_its_metric() throws IOException {
        StringWriter csv = new StringWriter();
        CountersCsv.write(Demos.model(VIEW), csv, true);
        assertThat(csv.toString().lines())
                .filteredOn(line -> line.contains("mariadb,data.writes:mysql/table_8.ibd,count/op,"))
                .hasSize(PageFillDemo.ROUNDS);
        // it had nothing to do in two rounds: of these its size is not told
        assertThat(csv.toString().lines())
                .contains("How fast do pages get written?,page-fill,random,mariadb,data.writes:undo003,count/op,2,0")
                .filteredOn(line -> line.contains("data.size:undo003"))
                .hasSize(3);
        JsonNode counters = JsonMapper.shared()
                .readTree(JsonReport.of(Demos.model(VIEW)))
                .path("comparisons")
                .get(0)
                .path("counters");
        assertThat(counters.valueStream())
                .filteredOn(counter -> counter.path("counter").asString().startsWith("data.writes:"))
                .hasSize(13);
    }

    private static FileCounters only(View view) {
        return CounterTable.of(view.table()).get(0).files().get(0);
    }

    /** What MariaDB tells, changed. */
    private static View changed(UnaryOperator<Map<String, Sample.Metric>> change) {
        RunRecord run = PageFillDemo.runWithFiles();
        List<Sample> samples = run.samples().stream()
                .map(sample -> sample.secondary().containsKey("data.writes:ibdata1")
                        ? with(sample, change.apply(new TreeMap<>(sample.secondary())))
                        : sample)
                .toList();
        return PageFillDemo.view(new RunRecord(run.manifest(), samples, run.outcomes()));
    }

    public static Sample with(Sample sample, Map<String, Sample.Metric> told) {
        return new Sample(
                sample.round(),
                sample.cell(),
                sample.warmup(),
                sample.iteration(),
                sample.start(),
                sample.end(),
                sample.mode(),
                sample.score(),
                sample.unit(),
                sample.operations(),
                told,
                sample.histogram());
    }
}

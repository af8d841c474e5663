package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.rowmark.report.Demos;
import org.rowmark.report.PageFillDemo;
import org.rowmark.report.Shown;
import org.rowmark.report.cells.Counters;
import org.rowmark.report.cells.Means;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.View;
import org.rowmark.report.write.CsvReport;
import org.rowmark.report.write.Rendered;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FileCountersTest {
    private static final View VIEW = PageFillDemo.view(PageFillDemo.runWithFiles());

    @Test
    void files_do_not_change_the_counters_of_all_of_them() {
        View without = PageFillDemo.view();
        assertThat(Shown.tables(VIEW, ServerCounters.HEADING).get(0))
                .isEqualTo(Shown.tables(without, ServerCounters.HEADING).get(0));
        assertThat(Shown.section(VIEW, "Metrics of the workloads").contents())
                .isEqualTo(Shown.section(without, "Metrics of the workloads").contents())
                .isNotEmpty();
    }

    @Test
    void reads_and_writes_have_an_average_stall() {
        Counters counts = VIEW.results().cells().get(0).values().counts();
        double stall = Means.mean(Means.quotient(counts.rounds("data.read-time"), counts.rounds("data.reads")))
                .mean();
        assertThat(Shown.tables(VIEW, ServerCounters.HEADING).get(0).rows())
                .filteredOn(row -> row.get(1).text().equals("average stall per read"))
                .first()
                .satisfies(row -> assertThat(row.get(2).text()).isEqualTo(Numbers.score(stall) + " ms"));
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
}

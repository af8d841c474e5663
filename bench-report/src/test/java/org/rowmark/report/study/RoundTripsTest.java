package org.rowmark.report.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rowmark.report.DemoRun;
import org.rowmark.report.Demos;
import org.rowmark.report.Level;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.Shown;
import org.rowmark.report.model.View;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.report.write.Rendered;
import org.rowmark.result.PlannedCell;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RoundTripsTest {
    private static final View VIEW = Demos.view(
            new DemoRun(6)
                    .target("h2", "")
                    .target("derby", "")
                    .cell(cell(1, "h2", "ping"), Level.throughput(60_000, 0))
                    .cell(cell(2, "derby", "ping"), Level.throughput(20_000, 0))
                    .cell(cell(3, "h2", "commit"), Level.throughput(15_000, 0))
                    .cell(cell(4, "derby", "commit"), Level.throughput(10_000, 0))
                    .cell(cell(5, "h2", "blob-read"), Level.time(3, 0))
                    .cell(cell(6, "derby", "blob-read"), Level.time(3, 0))
                    .cell(cell(7, "h2", "range-scan"), Level.throughput(6_000, 0.1))
                    .build(),
            ReportOptions.NONE);

    @Test
    void an_operation_takes_so_many_pings_of_its_own_target() {
        DataTable table = Shown.tables(VIEW, "Round trips").get(0);

        assertThat(table.header()).containsExactly("workload", "h2", "derby");
        List<String> commit = Shown.texts(table.rows().get(0));
        assertThat(Double.parseDouble(commit.get(1))).isCloseTo(60_000 / 15_000.0, within(0.05));
        assertThat(Double.parseDouble(commit.get(2))).isCloseTo(20_000 / 10_000.0, within(0.05));
    }

    @Test
    void the_interval_is_that_of_the_ratios_of_the_rounds_and_what_was_not_measured_is_open() {
        List<DataTable.TableCell> scan =
                Shown.tables(VIEW, "Round trips").get(0).rows().get(1);

        assertThat(scan.get(1).line()).matches("(9|10|11)\\.?\\d* \\([\\d.]+–[\\d.]+\\)");
        assertThat(scan.get(2).line()).isEqualTo("–");
    }

    @Test
    void pings_and_other_modes_are_left_out() {
        assertThat(Shown.tables(VIEW, "Round trips").get(0).rows())
                .extracting(row -> row.get(0).text())
                .containsExactly("commit", "range-scan");
    }

    @Test
    void every_format_has_the_round_trips() {
        JsonNode first =
                JsonMapper.shared().readTree(Rendered.json(Demos.model(VIEW))).at("/comparisons/0/roundTrips/0");

        assertThat(first.at("/pings/mean").asDouble()).isCloseTo(4, within(0.05));
        assertThat(MarkdownReport.of(Demos.model(VIEW))).containsPattern("\\| commit \\| [34]\\.\\d+ \\(");
        assertThat(Rendered.html(Demos.model(VIEW))).contains("Round trips");
    }

    @Test
    void a_run_without_pings_has_none() {
        View view = Demos.view(Demos.complete(), ReportOptions.NONE);

        assertThat(Shown.section(view, "Round trips").isEmpty()).isTrue();
    }

    private static PlannedCell cell(int number, String target, String workload) {
        return new PlannedCell(number, target, workload, "", Map.of());
    }
}

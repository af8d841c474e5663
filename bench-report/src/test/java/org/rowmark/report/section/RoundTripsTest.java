package org.rowmark.report.section;

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
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.result.PlannedCell;

class RoundTripsTest {
    private static final String PINGS = "time in pings of the same target";

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
        List<String> commit = Shown.texts(Shown.metric(VIEW, PINGS));

        assertThat(Double.parseDouble(commit.get(0))).isCloseTo(60_000 / 15_000.0, within(0.05));
        assertThat(Double.parseDouble(commit.get(1))).isCloseTo(20_000 / 10_000.0, within(0.05));
    }

    @Test
    void pings_and_other_modes_are_left_out() {
        assertThat(Shown.tables(VIEW, "Metrics of the workloads").get(0).rows())
                .filteredOn(row -> row.get(1).text().equals(PINGS))
                .extracting(row -> row.get(0).text())
                .containsExactly("commit", "range-scan");
    }

    @Test
    void a_run_without_pings_has_none() {
        View view = Demos.view(Demos.complete(), ReportOptions.NONE);

        assertThat(MarkdownReport.of(Demos.model(view))).doesNotContain(PINGS);
        assertThat(MarkdownReport.of(Demos.model(VIEW))).contains("| commit | " + PINGS + " |");
    }

    private static PlannedCell cell(int number, String target, String workload) {
        return new PlannedCell(number, target, workload, "", Map.of());
    }
}

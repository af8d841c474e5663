package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rowmark.report.DemoRun;
import org.rowmark.report.Demos;
import org.rowmark.report.Level;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.RestoreDemo;
import org.rowmark.report.SamplesInMemory;
import org.rowmark.report.Shown;
import org.rowmark.report.model.View;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;

class PhaseRatiosTest {
    private static final String HEADING = "Phases compared";
    private static final int ROUNDS = 6;

    /** The measured iterations of a fork of {@link DemoRun}. */
    private static final int OPERATIONS = 5;

    /** Returns a run in which the second phase takes 20 % less on the second target, and the first one as long. */
    static View view(double reads, List<Publication> publications) {
        DemoRun plan = new DemoRun(ROUNDS).target("off", "").target("on", "");
        for (int cell = 1; cell <= 2; cell++) {
            plan.cell(
                    new PlannedCell(cell, cell == 1 ? "off" : "on", "order-queries", "one pass", Map.of()),
                    Level.time(1, 0));
        }
        RunRecord planned = plan.build();
        Manifest manifest = planned.manifest();
        Random random = new Random(5);
        List<Sample> samples = new ArrayList<>();
        for (CellOutcome outcome : planned.outcomes()) {
            for (int i = 1; i <= OPERATIONS; i++) {
                double scan = 2 * Math.exp(0.002 * random.nextGaussian());
                double range = (outcome.cell() == 1 ? 1 : 0.8) * Math.exp(0.002 * random.nextGaussian());
                samples.add(new Sample(
                        outcome.round(),
                        outcome.cell(),
                        false,
                        i,
                        outcome.start().plusSeconds(i),
                        outcome.start().plusSeconds(i + 1),
                        "ss",
                        scan + range,
                        "s/op",
                        1,
                        Map.of(
                                "phase.2-range", new Sample.Metric(range, "s"),
                                "phase.1-scan", new Sample.Metric(scan, "s"),
                                "data.reads", new Sample.Metric(reads, "count/op")),
                        "",
                        0,
                        Map.of()));
            }
        }
        return Demos.view(
                SamplesInMemory.record(manifest, samples, planned.outcomes()), publications, ReportOptions.NONE);
    }

    @Test
    void each_phase_has_its_times_and_a_verdict() {
        DataTable table = Shown.tables(view(0, List.of()), HEADING).get(0);

        assertThat(table.header()).containsExactly("workload", "target", "off (s)", "target (s)", "ratio", "verdict");
        assertThat(table.rows().stream().map(row -> row.get(0).text()))
                .containsExactly("order-queries phase=1-scan", "order-queries phase=2-range");
        assertThat(seconds(table, 0, 2)).isBetween(1.98, 2.02);
        assertThat(seconds(table, 1, 2)).isBetween(0.99, 1.01);
        assertThat(seconds(table, 1, 3)).isBetween(0.792, 0.808);
        assertThat(table.rows().get(1).get(4).text()).matches("1\\.25× \\(1\\.2\\d–1\\.2\\d\\)");
        assertThat(table.rows().stream().map(row -> row.get(5).text()))
                .containsExactly("= same within ±3 %", "▲ faster");
    }

    @Test
    void phases_of_a_restore_are_compared_by_line_where_both_columns_report_them() {
        DataTable table = Shown.tables(RestoreDemo.view(), HEADING).get(0);

        assertThat(table.header())
                .containsExactly("workload", "way", "gbak-service (s)", "way (s)", "ratio", "verdict");
        assertThat(table.rows()).hasSize(8 * 4);
        assertThat(table.rows().stream()
                        .limit(4)
                        .map(row -> row.get(0).text().replaceFirst(".*phase=", "") + " "
                                + row.get(1).text()))
                .containsExactly("schema gbak-tcp", "data gbak-tcp", "indexes gbak-tcp", "constraints gbak-tcp");
    }

    @Test
    void a_report_without_phases_has_no_such_section() {
        assertThat(Shown.section(Demos.view(Demos.complete(), ReportOptions.NONE), HEADING)
                        .isEmpty())
                .isTrue();
    }

    private static double seconds(DataTable table, int row, int column) {
        TableCell cell = table.rows().get(row).get(column);
        return Double.parseDouble(cell.text());
    }
}

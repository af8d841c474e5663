package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.report.DemoRun;
import org.rowmark.report.Demos;
import org.rowmark.report.Level;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.Shown;
import org.rowmark.report.model.View;
import org.rowmark.result.PlannedCell;

class OverviewTest {
    @ParameterizedTest
    @CsvSource({
        "1.05, better, heat up1, ▲ 1.05×",
        "1.2, better, heat up2, ▲ 1.20×",
        "30, better, heat up5, ▲ 30.0×",
        "0.95, worse, heat down1, ▼ 0.950×",
        "0.4, worse, heat down5, ▼ 0.400×",
        "1.2, open, heat, ? 1.20×",
        "1.01, even, heat, = 1.01×",
        "1.4, none, heat, 1.40×",
        "NaN, better, heat skipped, –",
        "0, worse, heat skipped, –",
    })
    void a_number_is_always_printed_and_colour_only_repeats_it(double ratio, String style, String css, String text) {
        TableCell cell = Overview.heat(ratio, style);
        assertThat(cell.style()).isEqualTo(css);
        assertThat(cell.text()).isEqualTo(text);
    }

    @Test
    void steps_are_the_same_on_both_sides_of_one() {
        for (double ratio = 1.001; ratio < 5; ratio += 0.01) {
            String up = Overview.heat(ratio, "better").style().replace("up", "");
            String down = Overview.heat(1 / ratio, "worse").style().replace("down", "");
            assertThat(up).isEqualTo(down);
        }
    }

    @Test
    void six_lines_have_no_heat_table_and_seven_have_one() {
        for (int lines = 6; lines <= 7; lines++) {
            DemoRun run = new DemoRun(5).target("h2", "").target("derby", "");
            for (int i = 0; i < lines; i++) {
                for (String target : List.of("h2", "derby")) {
                    int number = 2 * i + (target.equals("h2") ? 1 : 2);
                    PlannedCell cell = new PlannedCell(number, target, "mix", "", Map.of("size", "s" + i));
                    run.cell(cell, Level.throughput(100 * number, 0.01));
                }
            }
            View view = Demos.view(run.build(), ReportOptions.NONE);
            assertThat(Shown.section(view, "At a glance").isEmpty()).isEqualTo(lines == 6);
        }
    }

    @Test
    void a_cell_without_a_ratio_shows_the_reason() {
        DataTable table = Overview.ratios(
                Demos.model(List.of(Demos.complete())).views().get(0).table());
        assertThat(table.rows().stream().flatMap(row -> row.stream().skip(1)))
                .allSatisfy(cell -> assertThat(cell.text()).isNotBlank())
                .extracting(TableCell::label)
                .contains("baseline", "failed", "skipped");
    }
}

package org.rowmark.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class HeatTableTest {
    @ParameterizedTest
    @CsvSource({
        "1.05, BETTER, heat up1, ▲ 1.05×",
        "1.2, BETTER, heat up2, ▲ 1.20×",
        "30, BETTER, heat up5, ▲ 30.0×",
        "0.95, WORSE, heat down1, ▼ 0.950×",
        "0.4, WORSE, heat down5, ▼ 0.400×",
        "1.2, OPEN, heat, ? 1.20×",
        "1.01, EVEN, heat, = 1.01×",
        "1.4, NONE, heat, 1.40×",
        "NaN, BETTER, heat skipped, –",
        "0, WORSE, heat skipped, –",
    })
    void a_number_is_always_printed_and_colour_only_repeats_it(
            double ratio, VerdictColour tone, String css, String text) {
        HeatTable.Cell cell = HeatTable.cell(ratio, tone);
        assertThat(cell.css()).isEqualTo(css);
        assertThat(cell.text()).isEqualTo(text);
    }

    @Test
    void steps_are_the_same_on_both_sides_of_one() {
        for (double ratio = 1.001; ratio < 5; ratio += 0.01) {
            String up = HeatTable.cell(ratio, VerdictColour.BETTER).css().replace("up", "");
            String down = HeatTable.cell(1 / ratio, VerdictColour.WORSE).css().replace("down", "");
            assertThat(up).isEqualTo(down);
        }
    }

    @ParameterizedTest
    @EnumSource(HeatTable.Missing.class)
    void a_cell_without_a_ratio_says_why(HeatTable.Missing kind) {
        HeatTable.Cell cell = HeatTable.missing(kind);
        assertThat(cell.text()).isNotBlank();
        assertThat(cell.label()).isNotBlank();
    }
}

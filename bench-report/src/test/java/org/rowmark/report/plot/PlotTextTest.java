package org.rowmark.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlotTextTest {
    @Test
    void a_parameter_value_has_all_its_digits() {
        assertThat(PlotText.chosen(16384)).isEqualTo("16,384");
        assertThat(PlotText.chosen(0.0125)).isEqualTo("0.0125");
        assertThat(PlotText.chosen(1_000_000_000)).isEqualTo("1e9");
        assertThat(PlotText.chosen(0)).isEqualTo("0");
    }

    @Test
    void one_with_more_digits_than_a_parameter_has_is_rounded() {
        assertThat(PlotText.chosen(1 / 3.0)).isEqualTo("0.333");
    }
}

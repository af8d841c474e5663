package org.rowmark.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DigitsTest {
    @Test
    void a_parameter_value_has_all_its_digits() {
        assertThat(Digits.chosen(16384)).isEqualTo("16,384");
        assertThat(Digits.chosen(0.0125)).isEqualTo("0.0125");
        assertThat(Digits.chosen(1_000_000_000)).isEqualTo("1e9");
        assertThat(Digits.chosen(0)).isEqualTo("0");
    }

    @Test
    void one_with_more_digits_than_a_parameter_has_is_rounded() {
        assertThat(Digits.chosen(1 / 3.0)).isEqualTo("0.333");
    }
}

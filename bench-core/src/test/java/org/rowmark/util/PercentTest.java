package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PercentTest {
    @ParameterizedTest
    @CsvSource({"3%, 0.03, 3%", "0.03, 0.03, 3%", "2.5 %, 0.025, 2.5%", "0.5%, 0.005, 0.5%", "10%, 0.1, 10%"})
    void reads_and_writes_a_difference(String text, double value, String again) {
        assertThat(Percent.parse("--margin", text)).isEqualTo(value);
        assertThat(Percent.text(value)).isEqualTo(again);
        assertThat(Percent.parse("--margin", again)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "0", "0%", "100%", "-3%", "3%%", "three", "NaN", "", "1e-2", "%"})
    void refuses_what_is_no_difference_or_may_be_two(String text) {
        assertThatThrownBy(() -> Percent.parse("--margin", text))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--margin '" + text + "': give")
                .hasMessageContaining("such as 3% or 0.03");
    }
}

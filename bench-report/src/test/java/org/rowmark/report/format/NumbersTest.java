package org.rowmark.report.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.report.cells.CounterText;
import org.rowmark.stats.Interval;

class NumbersTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1.00",
        "0.9996, 1.00",
        "9.995, 9.99",
        "12.34, 12.3",
        "999.5, '1,000'",
        "1234, '1,230'",
        "1310000, '1,310,000'",
        "0.000123456, 0.000123",
        "0.0000123456, 1.23e-05",
        "1.5e13, 1.50e13",
        "-2.5, -2.50",
        "NaN, –",
        "Infinity, –",
    })
    void scores_have_three_significant_digits(double value, String text) {
        assertThat(Numbers.score(value)).isEqualTo(text);
    }

    @Test
    void percentages_drop_the_zeros_that_say_nothing() {
        assertThat(Numbers.percent(0.03)).isEqualTo("3 %");
        assertThat(Numbers.percent(0.1)).isEqualTo("10 %");
        assertThat(Numbers.percent(0.025)).isEqualTo("2.5 %");
    }

    @Test
    void an_interval_of_a_rate_starts_at_zero_at_least() {
        assertThat(Numbers.range(new Interval(5, -2, 12, 2))).isEqualTo("0–12.0");
        assertThat(Numbers.range(new Interval(5, Double.NaN, Double.NaN, 1))).isEqualTo("–");
    }

    @Test
    void bytes_have_the_unit_in_which_they_are_short() {
        assertThat(List.of(0L, 999L, 1_000L, 60_000L, 8_008_000L, 1_200_000_000L, 5_000_000_000_000_000L))
                .extracting(CounterText::bytes)
                .containsExactly("0 B", "999 B", "1.00 kB", "60.0 kB", "8.01 MB", "1.20 GB", "5.00 PB");
    }
}

package org.rowmark.report.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RatioAxisTest {
    @ParameterizedTest
    @CsvSource({
        "0.94, 1.06, 0.94× 0.96× 0.98× 1× 1.02× 1.04× 1.06×",
        "0.7, 1.3, 0.7× 0.8× 0.9× 1× 1.1× 1.2× 1.3×",
        "0.5, 2.1, 0.5× 1× 1.5× 2×",
        "0.9, 33, 1× 2× 5× 10× 20×",
        "0.001, 1000, '0.001× 0.01× 0.1× 1× 10× 100× 1,000×'",
    })
    void ticks_are_few_round_ratios(double low, double high, String labels) {
        RatioAxis axis = new RatioAxis(Math.log(low * 0.9999), Math.log(high * 1.0001), 0.03);
        assertThat(String.join(
                        " ", axis.ticks().stream().map(RatioAxis.Tick::label).toList()))
                .isEqualTo(labels);
    }

    @Test
    void halves_and_doubles_lie_at_the_same_distance_from_one() {
        RatioAxis axis = new RatioAxis(Math.log(0.2), Math.log(7), 0.03);
        double one = axis.at(0);
        assertThat(axis.at(Math.log(2)) - one).isCloseTo(one - axis.at(Math.log(0.5)), within(1e-9));
        assertThat(axis.isCutOff(Math.log(8))).isTrue();
        assertThat(axis.at(Math.log(8))).isEqualTo(axis.at(Math.log(7)));
    }
}

package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ControlBandTest {
    private static final double MARGIN = 0.03;

    /** t(0.975; 2) = 4.30265, s = ln 1.1, n = 3. */
    @Test
    void is_the_prediction_interval_of_one_further_value_on_the_logarithms() {
        ControlBand band = ControlBand.of(Map.of(1, 10.0, 2, 11.0, 3, 22.0, 4, 12.1), 3, MARGIN);

        assertThat(band.ratio()).isCloseTo(2, within(1e-12));
        assertThat(band.high()).isCloseTo(1.605648, within(1e-6));
        assertThat(band.low()).isCloseTo(0.622801, within(1e-6));
        assertThat(band.isMoved()).isTrue();
    }

    @Test
    void is_no_narrower_than_what_does_not_matter() {
        ControlBand near = ControlBand.of(Map.of(1, 100.0, 2, 100.0, 3, 100.0, 4, 102.9), 4, MARGIN);
        ControlBand far = ControlBand.of(Map.of(1, 100.0, 2, 100.0, 3, 100.0, 4, 97.0), 4, MARGIN);

        assertThat(near.high()).isCloseTo(1.03, within(1e-12));
        assertThat(near.isMoved()).isFalse();
        assertThat(far.low()).isCloseTo(1 / 1.03, within(1e-12));
        assertThat(far.isMoved()).isTrue();
    }

    @Test
    void does_not_depend_on_the_unit_or_on_what_is_better() {
        Map<Integer, Double> seconds = Map.of(1, 10.0, 2, 11.0, 3, 22.0, 4, 12.1);
        Map<Integer, Double> perSecond = new TreeMap<>(seconds);
        perSecond.replaceAll((round, value) -> 1000 / value);

        ControlBand slower = ControlBand.of(seconds, 3, MARGIN);
        ControlBand fewer = ControlBand.of(perSecond, 3, MARGIN);

        assertThat(fewer.ratio()).isCloseTo(1 / slower.ratio(), within(1e-12));
        assertThat(fewer.high()).isCloseTo(slower.high(), within(1e-12));
    }

    /** 20000 throws of a chance of 0.05 have a standard deviation of 0.0015. */
    @Test
    void leaves_one_in_twenty_outside_where_nothing_moves() {
        Random random = new Random(17);
        for (int rounds : new int[] {4, 5, 10}) {
            int moved = 0;
            for (int i = 0; i < 20_000; i++) {
                Map<Integer, Double> values = new TreeMap<>();
                for (int round = 1; round <= rounds; round++) {
                    values.put(round, Math.exp(3 + 0.1 * random.nextGaussian()));
                }
                moved += ControlBand.of(values, rounds, 1e-9).isMoved() ? 1 : 0;
            }
            assertThat(moved / 20_000.0).as("%d rounds", rounds).isCloseTo(0.05, within(0.006));
        }
    }
}

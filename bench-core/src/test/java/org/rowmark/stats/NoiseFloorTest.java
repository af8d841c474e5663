package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class NoiseFloorTest {
    private static final NoiseFloor FLOOR = new NoiseFloor(new Comparison(1.001, 0.97, 1.03, 10, 0.9, 0.05));

    /** SciPy 1.17.1: {@code expm1(t.ppf(.975, 9) * .05 / sqrt(10))}; the effect is that of its own test. */
    @Test
    void the_floor_equals_scipy_and_falls_with_rounds() {
        assertThat(FLOOR.halfWidth(10)).isCloseTo(0.03641520989589707, within(1e-9));
        assertThat(FLOOR.detectableEffect(10)).isCloseTo(0.05106093525492874, within(1e-9));
        assertThat(FLOOR.halfWidth(40)).isLessThan(FLOOR.halfWidth(10) / 2);
    }

    @Test
    void a_machine_that_differs_from_itself_is_not_quiet() {
        assertThat(FLOOR.isQuiet()).isTrue();
        assertThat(new NoiseFloor(new Comparison(1.05, 1.01, 1.09, 10, 0.01, 0.05)).isQuiet())
                .isFalse();
    }
}

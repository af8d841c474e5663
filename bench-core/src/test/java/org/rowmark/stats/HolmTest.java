package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Expected values are those of R's {@code p.adjust(p, "holm")}, made with statsmodels' {@code multipletests}. */
class HolmTest {
    @Test
    void equals_the_reference() {
        assertAdjusted(new double[] {0.01, 0.04, 0.03, 0.005}, 0.03, 0.06, 0.06, 0.02);
        assertAdjusted(new double[] {0.01, 0.02, 0.03, 0.04, 0.05}, 0.05, 0.08, 0.09, 0.09, 0.09);
        assertAdjusted(new double[] {0.5, 0.0001, 0.9, 0.012}, 1, 0.0004, 1, 0.036);
    }

    @Test
    void rows_without_a_test_do_not_count() {
        assertAdjusted(new double[] {Double.NaN, 0.01, Double.NaN, 0.04}, Double.NaN, 0.02, Double.NaN, 0.04);
    }

    @Test
    void a_single_test_stays_what_it_is() {
        assertAdjusted(new double[] {0.3}, 0.3);
        assertAdjusted(new double[0]);
    }

    private static void assertAdjusted(double[] p, double... expected) {
        assertThat(Holm.adjust(p)).containsExactly(expected, within(1e-12));
    }
}

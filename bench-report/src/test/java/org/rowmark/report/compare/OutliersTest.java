package org.rowmark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.report.compare.ByRound.byRound;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;

class OutliersTest {
    private static final Map<Integer, Double> A = byRound(100, 101, 99, 100.5, 99.5, 100.2, 99.8, 100);
    /** Ten percent better but for one stall. */
    private static final Map<Integer, Double> STALLED = byRound(110, 111, 109, 110.4, 40, 110.1, 109.9, 110);

    @Test
    void a_stall_is_flagged_and_not_dropped() {
        assertThat(Outliers.of(A)).isEmpty();
        assertThat(Outliers.of(STALLED)).containsExactly(5);
        assertThat(Outliers.in(Comparison.logRatios(A, STALLED, Better.HIGHER))).containsExactly(5);
        assertThat(Outliers.of(A, STALLED)).containsExactly(5);
        assertThat(Comparison.paired(A, STALLED, Better.HIGHER).n()).isEqualTo(8);
    }

    /** Quartiles of 1 to 9 are 3 and 7 (NumPy's default, type 7), so the fences are at -9 and 19. */
    @Test
    void the_fences_are_three_quartile_ranges_outside() {
        assertThat(Outliers.in(byRound(1, 2, 3, 4, 5, 6, 7, 8, 9))).isEmpty();
        assertThat(Outliers.in(byRound(-9.1, 2, 3, 4, 5, 6, 7, 8, 19.1))).containsExactly(1, 9);
        assertThat(Outliers.in(byRound(-8.9, 2, 3, 4, 5, 6, 7, 8, 18.9))).isEmpty();
        assertThat(Outliers.in(Map.of())).isEmpty();
    }

    @Test
    void noise_that_both_share_is_no_outlier_of_the_ratio() {
        Map<Integer, Double> a = byRound(100, 101, 99, 100, 50, 100, 99);
        Map<Integer, Double> b = byRound(110, 111.3, 108.7, 110.5, 55.1, 109.6, 109.2);
        assertThat(Outliers.of(a)).containsExactly(5);
        assertThat(Outliers.of(b)).containsExactly(5);
        assertThat(Outliers.in(Comparison.logRatios(a, b, Better.HIGHER))).isEmpty();
    }
}

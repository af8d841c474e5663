package org.rowmark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.report.compare.ByRound.byRound;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Verdict;
import org.rowmark.stats.Verdict.Word;

class OutliersTest {
    private static final Map<Integer, Double> A = byRound(100, 101, 99, 100.5, 99.5, 100.2, 99.8, 100);
    /** Ten percent better but for one stall. */
    private static final Map<Integer, Double> STALLED = byRound(110, 111, 109, 110.4, 40, 110.1, 109.9, 110);

    @Test
    void a_stall_is_flagged_and_not_dropped() {
        Outliers outliers = Outliers.of(A, STALLED);
        assertThat(outliers.ofA()).isEmpty();
        assertThat(outliers.ofB()).containsExactly(5);
        assertThat(outliers.ofRatio()).containsExactly(5);
        assertThat(outliers.rounds()).containsExactly(5);
        assertThat(Comparison.paired(A, STALLED, Better.HIGHER).n()).isEqualTo(8);
    }

    @Test
    void a_verdict_that_hangs_on_outliers_is_told_from_one_that_does_not() {
        Outliers outliers = Outliers.of(A, STALLED);
        Verdict all = verdict(Comparison.paired(A, STALLED, Better.HIGHER));
        Verdict others = verdict(outliers.without(A, STALLED, Better.HIGHER));
        assertThat(all.word()).isEqualTo(Word.UNCLEAR);
        assertThat(others.word()).isEqualTo(Word.FASTER);
        assertThat(outliers.decide(all, others)).isTrue();
        assertThat(outliers.decide(others, others)).isFalse();
        assertThat(Outliers.of(A, A).decide(all, others)).isFalse();
    }

    @Test
    void nothing_said_does_not_depend_on_outliers_for_want_of_rounds() {
        Outliers outliers = Outliers.of(A, STALLED);
        Verdict unclear = verdict(Comparison.paired(A, STALLED, Better.HIGHER));
        Verdict none = verdict(Comparison.paired(Map.of(), Map.of(), Better.HIGHER));
        assertThat(none.word()).isEqualTo(Word.TOO_FEW_ROUNDS);
        assertThat(outliers.decide(unclear, none)).isFalse();
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
        Outliers outliers = Outliers.of(a, b);
        assertThat(outliers.ofA()).containsExactly(5);
        assertThat(outliers.ofB()).containsExactly(5);
        assertThat(outliers.ofRatio()).isEmpty();
    }

    private static Verdict verdict(Comparison comparison) {
        return Verdict.of(comparison, comparison.p(), MeasurementMethod.DEFAULT_MARGIN);
    }
}

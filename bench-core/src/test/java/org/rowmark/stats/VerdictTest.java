package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.stats.Verdict.Word;

class VerdictTest {
    private static final double MARGIN = 0.03;

    @ParameterizedTest
    @CsvSource({
        "1.10, 1.05, 1.15, 0.001, FASTER",
        "1.10, 1.02, 1.18, 0.001, FASTER_SIZE_UNSURE",
        "0.90, 0.86, 0.94, 0.001, SLOWER",
        "0.95, 0.91, 0.99, 0.010, SLOWER_SIZE_UNSURE",
        "1.01, 1.005, 1.015, 0.001, SAME",
        "1.00, 0.98, 1.02, 0.9, SAME",
        "1.02, 0.99, 1.05, 0.2, UNCLEAR",
        "1.10, 1.05, 1.15, 0.06, UNCLEAR",
    })
    void the_interval_gives_the_size_and_holm_whether_there_is_a_difference(
            double ratio, double low, double high, double adjustedP, Word word) {
        Comparison comparison = new Comparison(ratio, low, high, 10, Math.min(adjustedP, 0.04), 0.05);
        assertThat(Verdict.of(comparison, adjustedP, MARGIN).word()).isEqualTo(word);
    }

    @Test
    void fewer_than_five_rounds_get_no_word() {
        Comparison sure = new Comparison(2, 1.9, 2.1, 4, 1e-6, 0.01);
        assertThat(Verdict.of(sure, 1e-6, MARGIN).word()).isEqualTo(Word.TOO_FEW_ROUNDS);
        Comparison none = new Comparison(Double.NaN, Double.NaN, Double.NaN, 0, Double.NaN, Double.NaN);
        assertThat(Verdict.of(none, Double.NaN, MARGIN).word()).isEqualTo(Word.TOO_FEW_ROUNDS);
    }

    @Test
    void exact_rounds_get_a_plain_word() {
        assertThat(Verdict.of(new Comparison(1.1, 1.1, 1.1, 5, 0, 0), 0, MARGIN).word())
                .isEqualTo(Word.FASTER);
        assertThat(Verdict.of(new Comparison(1, 1, 1, 5, 1, 0), 1, MARGIN).word())
                .isEqualTo(Word.SAME);
    }

    /** SciPy: the least n with {@code t.ppf(.975, n - 1) * .1 / sqrt(n) < log(1.03)} is 47. */
    @Test
    void unclear_comes_with_the_number_of_rounds_that_would_settle_it() {
        Verdict verdict = Verdict.of(new Comparison(1, 0.93, 1.075, 10, 1, 0.1), 1, MARGIN);
        assertThat(verdict.word()).isEqualTo(Word.UNCLEAR);
        assertThat(verdict.moreRounds()).hasValue(37);
    }

    @Test
    void hopeless_noise_gets_no_number_of_rounds() {
        assertThat(Verdict.of(new Comparison(1, 0.1, 10, 5, 1, 5), 1, MARGIN).moreRounds())
                .isEmpty();
    }

    /** SciPy: 15 is the least n with {@code t.ppf(1 - .005 / 2, n - 1) * .055 / sqrt(n) < log(1.05)}. */
    @Test
    void a_row_that_only_holm_holds_back_needs_more_rounds() {
        Comparison comparison = new Comparison(1.05, 1.01, 1.09, 10, 0.02, 0.055);
        assertThat(Verdict.of(comparison, 0.2, MARGIN).moreRounds()).hasValue(5);
    }

    /** 0.0655 is the 99.9 % point of a binomial with 2000 trials of 5 %. */
    @Test
    void tables_of_ten_equal_rows_rarely_show_a_difference() {
        Random random = new Random(7);
        int wrong = 0;
        int tables = 2000;
        for (int table = 0; table < tables; table++) {
            Comparison[] rows = new Comparison[10];
            double[] p = new double[rows.length];
            for (int row = 0; row < rows.length; row++) {
                rows[row] = ComparisonTest.compare(noise(random), noise(random));
                p[row] = rows[row].p();
            }
            wrong += anyDiffers(rows, Holm.adjust(p)) ? 1 : 0;
        }
        assertThat(wrong / (double) tables).isLessThan(0.0655);
    }

    private static boolean anyDiffers(Comparison[] rows, double[] adjusted) {
        for (int row = 0; row < rows.length; row++) {
            Word word = Verdict.of(rows[row], adjusted[row], MARGIN).word();
            if (word != Word.SAME && word != Word.UNCLEAR) {
                return true;
            }
        }
        return false;
    }

    private static double[] noise(Random random) {
        return random.doubles(8)
                .map(ignored -> Math.exp(0.1 * random.nextGaussian()))
                .toArray();
    }
}

package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;

/** The rule of docs/studies.md, with a margin of 3 %. */
class FindingMarkTest {
    private static final double MARGIN = 0.03;

    @ParameterizedTest
    @CsvSource({
        // the interval contains it, or misses it by no more than the margin
        "5.7, 5.0, 6.1, HOLDS, ''",
        "5.7, 5.8, 6.1, HOLDS, ''",
        "5.7, 5.9, 6.1, DOES_NOT, 'same direction, ours 6.00×'",
        "0.86, 0.80, 0.84, HOLDS, ''",
        "0.86, 0.70, 0.80, DOES_NOT, 'same direction, ours 0.748×'",
        "5.7, 0.50, 0.60, DOES_NOT, 'other direction, ours 0.548×'",
        "0.86, 1.20, 1.30, DOES_NOT, 'other direction, ours 1.25×'",
        "2.2, 0.98, 1.04, DOES_NOT, 'no direction, ours 1.01×'",
        // up to the margin on the other side of 1 is not beyond it
        "1.1, 0.975, 1.2, HOLDS, ''",
        "0.9, 0.8, 1.025, HOLDS, ''"
    })
    void a_ratio_holds_where_the_widened_interval_contains_it(
            String published, double low, double high, FindingMark.Word word, String detail) {
        FindingMark mark = mark(published, low, high, 6, Better.LOWER);
        assertThat(mark.word()).isEqualTo(word);
        assertThat(mark.detail()).isEqualTo(detail);
    }

    @Test
    void an_interval_that_reaches_the_ratio_and_beyond_the_margin_on_the_other_side_of_1_is_unclear() {
        // ln of the ratio 0.0953, half-width 0.2877; 0.1248 is enough: 6 * (0.2877 / 0.1248)² = 31.9
        FindingMark mark = mark("1.2", 0.825, 1.467, 6, Better.LOWER);
        assertThat(mark.word()).isEqualTo(FindingMark.Word.UNCLEAR);
        assertThat(mark.moreRounds()).hasValue(26);
        assertThat(mark.detail()).isEqualTo("about 26 more rounds needed");
        assertThat(mark("0.9", 0.7, 1.04, 6, Better.LOWER).word()).isEqualTo(FindingMark.Word.UNCLEAR);
    }

    @ParameterizedTest
    @CsvSource({
        "0.98, 1.02, HOLDS, ''",
        "1.10, 1.20, DOES_NOT, slower",
        "0.70, 0.80, DOES_NOT, faster",
        "1.01, 1.20, UNCLEAR, 'slower, but whether by more than the margin is unsure'",
    })
    void no_difference_holds_inside_the_margin_and_does_not_where_one_is_established(
            double low, double high, FindingMark.Word word, String detail) {
        FindingMark mark = mark("1.0", low, high, 6, Better.LOWER);
        assertThat(mark.word()).isEqualTo(word);
        assertThat(mark.detail()).isEqualTo(detail);
    }

    @ParameterizedTest
    @CsvSource({
        "slower, 1.10, 1.20, HOLDS, slower",
        "slower, 1.01, 1.20, HOLDS, slower",
        "slower, 0.80, 0.90, DOES_NOT, 'other direction, faster'",
        "faster, 0.80, 0.90, HOLDS, faster",
        "faster, 0.99, 1.01, DOES_NOT, 'same within ±3 %'",
    })
    void a_direction_holds_where_the_verdict_on_the_times_has_it(
            String published, double low, double high, FindingMark.Word word, String detail) {
        FindingMark mark = mark(published, low, high, 6, Better.LOWER);
        assertThat(mark.word()).isEqualTo(word);
        assertThat(mark.detail()).isEqualTo(detail);
    }

    @Test
    void more_operations_per_second_are_faster() {
        assertThat(mark("faster", 1.1, 1.2, 6, Better.HIGHER).word()).isEqualTo(FindingMark.Word.HOLDS);
    }

    @Test
    void what_the_verdict_leaves_open_is_unclear_with_its_rounds() {
        FindingMark mark = mark("slower", 0.9, 1.2, 6, Better.LOWER);
        assertThat(mark.word()).isEqualTo(FindingMark.Word.UNCLEAR);
        assertThat(mark.moreRounds()).isPresent();
    }

    @Test
    void fewer_than_five_rounds_are_unclear() {
        FindingMark mark = mark("5.7", 5, 6, 4, Better.LOWER);
        assertThat(mark.word()).isEqualTo(FindingMark.Word.UNCLEAR);
        assertThat(mark.moreRounds()).isEqualTo(OptionalInt.of(1));
        assertThat(mark.detail()).isEqualTo("fewer than five rounds, at least 1 more round needed");
    }

    @Test
    void names_do_not_compare() {
        assertThat(FindingMark.isComparable("Firebird 2.1")).isFalse();
        assertThat(FindingMark.isComparable("-1")).isFalse();
        assertThat(FindingMark.isComparable("slower")).isTrue();
        assertThat(FindingMark.needsVerdict("1.0")).isTrue();
        assertThat(FindingMark.needsVerdict("5.7")).isFalse();
    }

    /** From the ends of the interval, as rounds that gave them would. */
    private static FindingMark mark(String published, double low, double high, int n, Better better) {
        double ratio = Math.sqrt(low * high);
        double t = n == 6 ? 2.570582 : 3.182446;
        double sd = Math.log(high / ratio) * Math.sqrt(n) / t;
        double p = low > 1 || high < 1 ? 0.001 : 0.5;
        Comparison comparison = new Comparison(ratio, low, high, n, p, sd);
        return FindingMark.of(published, new FindingPairs.Ratio(comparison, 1, 1, "", better), p, MARGIN);
    }
}

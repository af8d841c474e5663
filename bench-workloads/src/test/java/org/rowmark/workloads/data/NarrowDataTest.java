package org.rowmark.workloads.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.rowmark.data.DataGenerator;

/** What the checksum of a row detects. */
class NarrowDataTest {
    private static final int ROWS = 1000;

    private final NarrowData rows = new NarrowData(new DataGenerator(0));

    @Test
    void another_number_is_detected_in_every_row() {
        assertThat(rowsWhere(key -> differs(key, key + 1, a(key), b(key), t(key))))
                .isEqualTo(ROWS);
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            int flipped = 1 << bit;
            assertThat(rowsWhere(key -> differs(key, key, a(key) ^ flipped, b(key), t(key))))
                    .isEqualTo(ROWS);
            assertThat(rowsWhere(key -> differs(key, key, a(key), b(key) ^ flipped, t(key))))
                    .isEqualTo(ROWS);
        }
    }

    @Test
    void numbers_in_each_others_columns_and_texts_that_are_cut_longer_shifted_or_of_another_row_are_detected() {
        assertThat(rowsWhere(key -> differs(key, key, b(key), a(key), t(key)))).isEqualTo(ROWS);
        assertThat(undetected(key -> t(key).substring(0, 19))).isZero();
        assertThat(undetected(key -> t(key) + " ")).isZero();
        assertThat(undetected(key -> "")).isZero();
        assertThat(undetected(key -> null)).isZero();
        assertThat(undetected(key -> t(key).substring(1) + "A")).isLessThan(5);
        assertThat(undetected(key -> t(key + 1))).isLessThan(5);
    }

    @Test
    void another_character_at_any_place_is_detected() {
        for (int place = 0; place < 20; place++) {
            int at = place;
            assertThat(LongStream.rangeClosed(17, 32)
                            .filter(key -> differs(key, key, a(key), b(key), withStar(t(key), at)))
                            .count())
                    .as("place %d", place)
                    .isEqualTo(16);
        }
    }

    @Test
    void values_of_two_rows_in_each_others_places_are_nearly_always_detected_in_the_sum() {
        assertThat(rowsWhere(key -> sum(key, a(key + 1), b(key), t(key), a(key), b(key + 1), t(key + 1)) != sum(key)))
                .isGreaterThan(ROWS - 20);
        assertThat(rowsWhere(key -> sum(key, a(key), b(key + 1), t(key), a(key + 1), b(key), t(key + 1)) != sum(key)))
                .isGreaterThan(ROWS - 20);
        assertThat(rowsWhere(key -> sum(key, a(key), b(key), t(key + 1), a(key + 1), b(key + 1), t(key)) != sum(key)))
                .isGreaterThan(ROWS - 20);
    }

    @Test
    void what_is_read_of_each_row_while_it_is_measured_detects_another_length_and_one_character() {
        for (long key = 1; key <= ROWS; key++) {
            int place = (int) (key % 20);
            long checksum = rows.checksum(key);
            assertThat(NarrowData.checksum(key, a(key), b(key), t(key))).isEqualTo(checksum);
            assertThat(NarrowData.checksum(key, a(key), b(key), withStar(t(key), place)))
                    .isNotEqualTo(checksum);
            assertThat(NarrowData.checksum(key, a(key), b(key) ^ 1, t(key))).isNotEqualTo(checksum);
        }
    }

    private long sum(long key) {
        return contents(key) + contents(key + 1);
    }

    private static long sum(long key, int a, int b, String t, int nextA, int nextB, String nextT) {
        return NarrowData.contents(key, a, b, t) + NarrowData.contents(key + 1, nextA, nextB, nextT);
    }

    private long contents(long key) {
        return NarrowData.contents(key, a(key), b(key), t(key));
    }

    private long undetected(LongFunction<String> text) {
        return ROWS - rowsWhere(key -> differs(key, key, a(key), b(key), text.apply(key)));
    }

    private static long rowsWhere(LongPredicate condition) {
        return LongStream.rangeClosed(1, ROWS).filter(condition).count();
    }

    private boolean differs(long key, long readKey, int a, int b, String t) {
        return NarrowData.contents(readKey, a, b, t) != contents(key);
    }

    private static String withStar(String text, int place) {
        return IntStream.range(0, text.length())
                .mapToObj(i -> i == place ? "*" : text.substring(i, i + 1))
                .reduce("", String::concat);
    }

    private int a(long key) {
        return rows.a(key);
    }

    private int b(long key) {
        return rows.b(key);
    }

    private String t(long key) {
        return rows.t(key);
    }
}

package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextBytesTest {
    private final TextBytes text = new TextBytes();

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                9,
                10,
                -1,
                -10,
                99,
                100,
                Integer.MAX_VALUE,
                999_999_999_999_999_999L,
                1_000_000_000_000_000_000L,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                Long.MIN_VALUE + 1
            })
    void writes_numbers_as_Java_does(long number) {
        text.append(number);

        assertThat(content()).isEqualTo(Long.toString(number));
    }

    @Test
    void grows_with_what_is_appended() {
        String expected = "";
        for (int i = 0; i < 3; i++) {
            String part = "x".repeat(10_000) + "é日\uD83D\uDE00";
            text.append(part);
            text.append('\t');
            text.append(i);
            expected += part + "\t" + i;
        }

        assertThat(content()).isEqualTo(expected);
        text.clear();
        assertThat(text.length()).isZero();
    }

    @Test
    void appends_nothing_of_a_text_with_other_characters() {
        assertThat(text.appendPlain("a~")).isTrue();
        assertThat(text.appendPlain("abé")).isFalse();
        assertThat(text.appendPlain("ab\n", ' ', '\\')).isFalse();
        assertThat(text.appendPlain("ab\\", ' ', '\\')).isFalse();

        assertThat(content()).isEqualTo("a~");
    }

    private String content() {
        return new String(text.bytes(), 0, text.length(), StandardCharsets.UTF_8);
    }
}

package org.rowmark.databases.support.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.RowSource;

class TabSeparatedTest {
    @Test
    void writes_values_between_tabs_and_a_newline_behind_every_row() throws IOException {
        RowSource rows = rows(3, key -> new Object[] {key, (int) -key, key / 4.0});

        assertThat(text(rows)).isEqualTo("1\t-1\t0.25\n2\t-2\t0.5\n3\t-3\t0.75\n");
    }

    @Test
    void distinguishes_null_from_texts_that_are_empty_or_look_like_it() throws IOException {
        assertThat(text(row(null, "", "\\N", "NULL"))).isEqualTo("\\N\t\t\\\\N\tNULL\n");
    }

    @Test
    void begins_a_row_whose_first_value_is_empty() throws IOException {
        assertThat(text(row("", 1))).isEqualTo("\t1\n");
        assertThat(text(row(""))).isEqualTo("\n");
    }

    @Test
    void escapes_what_would_end_a_value_or_a_row() throws IOException {
        assertThat(text(row("a\tb", "c\nd", "e\r\nf", "g\\", "\\.")))
                .isEqualTo("a\\tb\tc\\nd\te\\r\\nf\tg\\\\\t\\\\.\n");
    }

    @ParameterizedTest
    @ValueSource(chars = {'\\', '\t', '\n', '\r', '\u0001', 'ż', ' ', '~'})
    void escapes_at_any_place(char special) throws IOException {
        for (int length = 1; length < 20; length++) {
            for (int place = 0; place < length; place++) {
                String text = "a".repeat(place) + special + "b".repeat(length - place - 1);

                assertThat(text(row(text)))
                        .isEqualTo(text.replace("\\", "\\\\")
                                        .replace("\t", "\\t")
                                        .replace("\n", "\\n")
                                        .replace("\r", "\\r")
                                + "\n");
            }
        }
    }

    @Test
    void adds_the_checksum_of_each_row_without_its_newline() throws IOException {
        RowSource rows = rows(2, key -> new Object[] {key, "ż"});

        assertThat(text(rows)).isEqualTo("1\tż\n2\tż\n");

        assertThat(rows.sum().sum()).isEqualTo((long) "1\tż".hashCode() + "2\tż".hashCode());
    }

    private static TabSeparated input(RowSource rows) {
        return new TabSeparated(
                rows, "\\x", (bytes, from, count) -> new String(bytes, from, count, StandardCharsets.UTF_8).hashCode());
    }

    @Test
    void writes_UTF_8() throws IOException {
        String text = "Zażółć, Ελληνικά, 日本語, \uD83D\uDE00";

        assertThat(bytes(row(text), 8_192)).isEqualTo((text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void writes_times_with_all_their_microseconds() throws IOException {
        LocalDateTime noon = LocalDateTime.of(2026, 2, 3, 12, 0);

        assertThat(text(row(noon, noon.plusNanos(1_000))))
                .isEqualTo("2026-02-03 12:00:00.000000\t2026-02-03 12:00:00.000001\n");
    }

    @Test
    void ends_at_once_without_rows() throws IOException {
        assertThat(text(rows(0, key -> new Object[] {"never"}))).isEmpty();
    }

    @Test
    void writes_bytes_in_hexadecimal_digits() throws IOException {
        assertThat(text(row(new byte[] {1, -1}, 2))).isEqualTo("\\\\x01ff\t2\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, 8_192})
    void gives_the_same_in_portions_of_any_size(int portion) throws IOException {
        RowSource rows = rows(100, key ->
                new Object[] {key % 3 == 0 ? "" : "ż" + key, key % 5 == 0 ? null : "x\ty".repeat((int) key)});

        assertThat(bytes(rows, portion)).isEqualTo(singleBytes(rows));
    }

    @Test
    void reads_nothing_where_nothing_is_requested() throws IOException {
        try (TabSeparated rows = input(row("a"))) {
            assertThat(rows.read(new byte[1], 0, 0)).isZero();
            assertThat(rows.readAllBytes()).hasSize(2);
            assertThat(rows.read()).isEqualTo(-1);
            assertThat(rows.read(new byte[1], 0, 0)).isZero();
            assertThat(rows.read(new byte[1], 0, 1)).isEqualTo(-1);
        }
    }

    @Test
    void leaves_the_rest_of_the_array_alone() throws IOException {
        byte[] target = {9, 9, 9, 9, 9, 9};
        try (TabSeparated rows = input(row("ab"))) {
            assertThat(rows.read(target, 1, 4)).isEqualTo(3);
        }
        assertThat(target).containsExactly(9, 'a', 'b', '\n', 9, 9);
    }

    private static RowSource row(Object... values) {
        return rows(1, key -> values);
    }

    private static RowSource rows(long count, RowSource.Row row) {
        return new RowSource("t", List.of("a"), count, row);
    }

    private static String text(RowSource rows) throws IOException {
        return new String(bytes(rows, 8_192), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(RowSource rows, int portion) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] buffer = new byte[portion];
        try (TabSeparated input = input(rows)) {
            for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
                assertThat(read).isPositive();
                all.write(buffer, 0, read);
            }
        }
        return all.toByteArray();
    }

    private static byte[] singleBytes(RowSource rows) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (TabSeparated input = input(rows)) {
            for (int read = input.read(); read >= 0; read = input.read()) {
                all.write(read);
            }
        }
        return all.toByteArray();
    }
}

package org.rowmark.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowTest {
    private static Window window(long start, long end) {
        return new Window(Instant.ofEpochMilli(start), Instant.ofEpochMilli(end));
    }

    @Test
    void the_overlap_is_the_common_part_of_the_longest_window() {
        List<Window> windows = List.of(window(0, 1000), window(100, 1050), window(50, 1000));

        assertThat(Window.overlap(windows)).isEqualTo(0.9, within(1e-9));
    }

    @Test
    void windows_that_do_not_meet_have_no_overlap() {
        assertThat(Window.overlap(List.of(window(0, 1000), window(1500, 2500)))).isZero();
    }

    @Test
    void the_window_around_all_reaches_from_the_first_start_to_the_last_end() {
        assertThat(Window.around(List.of(window(20, 1000), window(10, 900), window(30, 1100))))
                .isEqualTo(window(10, 1100));
    }
}

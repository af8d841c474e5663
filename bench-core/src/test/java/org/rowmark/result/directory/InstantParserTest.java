package org.rowmark.result.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstantParserTest {
    @Test
    void reads_what_an_instant_writes() {
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            long second = random.nextLong(-2_000_000_000L, 4_000_000_000L);
            int digits = 3 * random.nextInt(4);
            long step = Math.round(Math.pow(10, 9 - digits));
            Instant time = Instant.ofEpochSecond(second, random.nextInt(1_000_000_000) / step * step);
            assertThat(InstantParser.parse(time.toString())).isEqualTo(time);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "2026-13-01T00:00:00Z", "2026-11-20T09:15:0xZ", "2026-11-20 09:15:00Z"})
    void refuses_what_is_no_time(String text) {
        assertThatThrownBy(() -> InstantParser.parse(text)).isInstanceOf(DateTimeException.class);
    }
}

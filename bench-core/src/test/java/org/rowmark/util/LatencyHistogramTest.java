package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyHistogramTest {
    @Test
    void reads_what_it_wrote() {
        Histogram times = LatencyHistogram.empty();
        times.recordValueWithCount(1_000, 990);
        times.recordValueWithCount(7_000_000_000L, 10);

        Histogram read = LatencyHistogram.decode(LatencyHistogram.encode(times));

        assertThat(read).isEqualTo(times);
        assertThat(read.getNumberOfSignificantValueDigits()).isEqualTo(3);
        assertThat(read.getValueAtPercentile(50)).isEqualTo(1_000);
    }

    @Test
    void writes_nothing_where_nothing_was_timed() {
        assertThat(LatencyHistogram.encode(LatencyHistogram.empty())).isEmpty();
        assertThat(LatencyHistogram.decode("").getTotalCount()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"not Base64!", "SGlzdG9ncmFt"})
    void refuses_what_is_no_histogram(String text) {
        assertThatThrownBy(() -> LatencyHistogram.decode(text))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("histogram cannot be read");
    }
}

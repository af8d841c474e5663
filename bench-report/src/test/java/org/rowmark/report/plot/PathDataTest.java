package org.rowmark.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PathDataTest {
    @Test
    void lengths_are_as_short_as_they_can_be() {
        assertThat(PathData.length(12)).isEqualTo("12");
        assertThat(PathData.length(12.46)).isEqualTo("12.5");
        assertThat(PathData.length(-0.5)).isEqualTo("-.5");
    }
}

package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.rowmark.util.UsageException;

class ProtocolTest {
    @Test
    void the_middle_of_three_is_a_figure_without_an_interval() {
        Interval figure = Protocol.MEDIAN_OF_3.of(9, 1, 4);
        assertThat(figure.mean()).isEqualTo(4);
        assertThat(figure.low()).isNaN();
    }

    @Test
    void three_passes_are_added_up() {
        assertThat(Protocol.SUM_OF_3.of(1.5, 2, 3).mean()).isEqualTo(6.5);
    }

    @Test
    void of_ten_runs_the_fastest_and_the_slowest_are_dropped() {
        Interval figure = Protocol.TRIMMED_MEAN.of(7, 100, 2, 3, 4, 5, 6, 0, 8, 9);
        assertThat(figure.mean()).isEqualTo(44 / 8.0);
        assertThat(figure.n()).isEqualTo(10);
        assertThat(figure.high()).isGreaterThan(figure.mean());
    }

    @Test
    void the_mean_of_all_is_ours() {
        double[] values = {1, 2, 4};
        assertThat(Protocol.MEAN.of(values)).isEqualTo(Interval.ofMean(values));
    }

    @Test
    void another_number_of_runs_is_refused_in_words() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Protocol.TRIMMED_MEAN.of(1, 2, 3))
                .withMessage("the mean of ten runs without the fastest and the slowest takes 10 runs, there are 3");
        assertThatIllegalArgumentException().isThrownBy(() -> Protocol.MEDIAN_OF_3.of(1, 2));
    }

    @Test
    void protocols_have_names() {
        for (Protocol protocol : Protocol.values()) {
            assertThat(Protocol.named(protocol.id())).isEqualTo(protocol);
        }
        assertThatThrownBy(() -> Protocol.named("best"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("mean, median-of-3, sum-of-3, trimmed-mean");
    }
}

package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoundValueTest {
    @Test
    void is_the_mean_of_iterations() {
        RoundValue value = new RoundValue(true);
        value.add(100, 0);
        value.add(Double.NaN, 0);
        value.add(300, 0);

        assertThat(value.value()).hasValue(200.0);
    }

    @Test
    void is_the_whole_work_over_the_whole_time_of_turns() {
        RoundValue value = new RoundValue(true);
        value.add(1000, 50); // 50 ms
        value.add(10, 2); // 200 ms, in most of which the machine slept

        assertThat(value.value()).hasValue(52 / 0.25);
    }

    @Test
    void is_the_whole_time_over_the_whole_work_where_scores_are_times() {
        RoundValue value = new RoundValue(false);
        value.add(1, 50);
        value.add(100, 2);

        assertThat(value.value()).hasValue(250.0 / 52);
    }

    @Test
    void is_empty_without_a_score() {
        RoundValue value = new RoundValue(true);
        value.add(Double.NaN, 0);

        assertThat(value.value()).isEmpty();
    }
}

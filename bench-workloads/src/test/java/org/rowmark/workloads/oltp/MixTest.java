package org.rowmark.workloads.oltp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kinds of transactions that are drawn, and the times between them. */
class MixTest {
    private static final int DRAWS = 100_000;

    @Test
    void kinds_are_drawn_with_their_shares() {
        Mix mix = new Mix("45/43/4/4/4");
        Draw draw = new Draw(1);
        Map<Mix.Kind, Integer> counts = new EnumMap<>(Mix.Kind.class);
        for (int i = 0; i < DRAWS; i++) {
            counts.merge(mix.draw(draw), 1, Integer::sum);
        }

        int[] shares = {45, 43, 4, 4, 4};
        for (Mix.Kind kind : Mix.Kind.values()) {
            assertThat(100.0 * counts.get(kind) / DRAWS).as(kind.label()).isCloseTo(shares[kind.place()], within(0.5));
        }
    }

    @Test
    void a_kind_without_a_share_is_never_drawn() {
        Mix mix = new Mix("0/100/0/0/0");
        Draw draw = new Draw(1);

        for (int i = 0; i < 1_000; i++) {
            assertThat(mix.draw(draw)).isEqualTo(Mix.Kind.PAYMENT);
        }
    }

    @ParameterizedTest
    @CsvSource({"45/43/4/4/4, true", "100/0/0/0/0, true", "45/43/4/4/3, false", "100/100/0/0/0, false"})
    void a_mix_adds_up_to_100(String mix, boolean isComplete) {
        assertThat(new Mix.Complete().test(mix)).isEqualTo(isComplete);
    }

    @Test
    void times_of_thinking_have_their_mean_and_end_at_ten_times_it() {
        Draw draw = new Draw(1);
        double sum = 0;
        for (int i = 0; i < DRAWS; i++) {
            long time = draw.exponential(12_000);
            assertThat(time).isBetween(0L, 120_000L);
            sum += time;
        }

        assertThat(sum / DRAWS).isCloseTo(12_000, within(200.0));
    }
}

package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.rowmark.stats.Design.Order;
import org.rowmark.stats.Design.Unit;

class DesignTest {
    @Test
    void rounds_in_changing_order_are_interleaved() {
        Random random = new Random(2);
        TreeMap<Integer, Instant> a = new TreeMap<>();
        TreeMap<Integer, Instant> b = new TreeMap<>();
        for (int round = 1; round <= 10; round++) {
            boolean isAFirst = random.nextBoolean();
            a.put(round, at(2 * round + (isAFirst ? 0 : 1)));
            b.put(round, at(2 * round + (isAFirst ? 1 : 0)));
        }
        assertThat(Order.of(a, b)).isEqualTo(Order.INTERLEAVED);
    }

    @Test
    void the_same_one_always_first_is_a_fixed_order_drawn_or_not() {
        assertThat(Order.of(every(5, 2, 0), every(5, 2, 1))).isEqualTo(Order.FIXED_ORDER);
        assertThat(Order.of(every(5, 2, 1), every(5, 2, 0))).isEqualTo(Order.FIXED_ORDER);
        Map<Integer, Instant> b = every(5, 2, 1);
        Map<Integer, Instant> a = every(5, 2, 0);
        a.put(3, at(7));
        b.put(3, at(6));
        assertThat(Order.of(a, b)).isEqualTo(Order.INTERLEAVED);
    }

    @Test
    void blocks_and_runs_of_different_days_are_apart() {
        assertThat(Order.of(every(10, 1, 0), every(10, 1, 10))).isEqualTo(Order.APART);
        assertThat(Order.of(every(10, 1, 500), every(10, 1, 0))).isEqualTo(Order.APART);
        assertThat(Order.of(every(3, 1, 0), Map.of())).isEqualTo(Order.APART);
    }

    @Test
    void one_start_for_all_forks_caps_the_word_and_has_a_badge() {
        Design design = new Design(Order.INTERLEAVED, Unit.of(1, 10));
        assertThat(design.unit().cap()).isEqualTo("one start");
        assertThat(design.badges()).singleElement().asString().contains("started once");
    }

    @Test
    void the_unit_is_what_was_done_anew() {
        assertThat(Unit.of(10, 10)).isEqualTo(Unit.SERVER_START);
        assertThat(Unit.of(0, 10)).isEqualTo(Unit.FORK);
        assertThat(Unit.SERVER_START.words()).isEqualTo("server start");
        assertThat(Unit.SERVER_START.cap()).isEmpty();
    }

    @Test
    void forks_that_shared_a_start_are_averaged_before_they_are_counted() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Unit.of(2, 10))
                .withMessage("10 replicates of 2 server starts: average the rounds of each start first");
        Map<Integer, Double> perStart =
                Design.perStart(Map.of(1, 10.0, 2, 20.0, 3, 40.0), Map.of(1, 1, 2, 1, 3, 2, 4, 2));
        assertThat(perStart).containsExactly(Map.entry(1, 15.0), Map.entry(2, 40.0));
    }

    private static Map<Integer, Instant> every(int rounds, int minutes, int offset) {
        Map<Integer, Instant> starts = new TreeMap<>();
        for (int round = 1; round <= rounds; round++) {
            starts.put(round, at(minutes * round + offset));
        }
        return starts;
    }

    private static Instant at(int minute) {
        return Instant.EPOCH.plusSeconds(60L * minute);
    }
}

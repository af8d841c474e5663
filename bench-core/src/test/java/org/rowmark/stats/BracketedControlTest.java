package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.stats.ComparisonTest.byRound;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rowmark.stats.BracketedControl.State;
import org.rowmark.stats.Comparison.Better;

class BracketedControlTest {
    private static final double MARGIN = 0.03;
    private static final Map<Integer, Double> FIRST = byRound(100, 101, 99, 100.5, 99.5);
    private static final Map<Integer, Double> B = byRound(110, 111, 109, 110.5, 109.5, 110);

    @Test
    void a_control_that_came_back_to_where_it_was_has_held() {
        BracketedControl control = control(byRound(100.2, 99.8, 100.7, 99.4, 100.1));
        assertThat(control.state()).isEqualTo(State.HELD);
        assertThat(control.comparison().n()).isEqualTo(6);
        assertThat(control.comparison().design().badges())
                .containsExactly("not interleaved, control measured again at the end");
    }

    @Test
    void the_comparison_is_against_both_visits() {
        Map<Integer, Double> last = byRound(100.2, 99.8, 100.7, 99.4, 100.1);
        Map<Integer, Double> both = byRound(100, 101, 99, 100.5, 99.5, 100.2, 99.8, 100.7, 99.4, 100.1);
        assertThat(control(last).comparison().ratio())
                .isEqualTo(Comparison.unpaired(both, B, Better.HIGHER).ratio());
    }

    @Test
    void a_control_that_moved_beyond_the_margin_makes_the_comparison_invalid_either_way() {
        assertThat(control(byRound(108, 109, 107, 108.5, 108.1)).state()).isEqualTo(State.INVALID);
        assertThat(control(byRound(92, 91, 93, 92.5, 91.9)).state()).isEqualTo(State.INVALID);
    }

    @Test
    void a_control_that_moved_a_little_and_one_that_nobody_can_tell_have_words_of_their_own() {
        assertThat(control(byRound(102.9, 103.5, 102, 103.3, 102.6)).state()).isEqualTo(State.MOVED);
        assertThat(control(byRound(90, 120, 95, 110, 101)).state()).isEqualTo(State.UNSURE);
        assertThat(control(byRound(100)).state()).isEqualTo(State.TOO_FEW);
    }

    private static BracketedControl control(Map<Integer, Double> last) {
        return BracketedControl.of(FIRST, B, last, Better.HIGHER, MARGIN);
    }
}

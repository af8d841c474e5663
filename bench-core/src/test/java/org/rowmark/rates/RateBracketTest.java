package org.rowmark.rates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.lang3.function.FailableDoublePredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateBracketTest {
    /** Operations of one server, each of which takes a millisecond: the mean time in an M/M/1 queue. */
    private static double millis(double rate) {
        return rate >= 1000 ? Double.POSITIVE_INFINITY : 1 / (1 - rate / 1000);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.5, 4, 20, 100})
    void finds_the_rate_at_which_the_time_in_a_queue_reaches_a_limit(double limit) throws IOException {
        double edge = 1000 * (1 - 1 / limit);

        double found = RateBracket.find(1000, 1, rate -> millis(rate) < limit).orElseThrow();

        assertThat(found).isCloseTo(edge, within(0.03 * edge));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.5, 0.99, 1.1, 3})
    void a_round_finds_the_edge_however_far_from_it_the_search_has_ended(double distance) throws IOException {
        double found =
                RateBracket.again(distance * 750, 1, rate -> millis(rate) < 4).orElseThrow();

        assertThat(found).isCloseTo(750, within(0.03 * 750));
    }

    @Test
    void finds_none_where_none_holds_and_ends_where_all_hold() throws IOException {
        List<Double> tried = new ArrayList<>();

        assertThat(RateBracket.find(1000, 1, rate -> {
                    tried.add(rate);
                    return false;
                }))
                .isEmpty();
        assertThat(tried).hasSize(10).startsWith(500.0, 250.0).endsWith(1.0);
        assertThat(RateBracket.find(1000, 1, rate -> true)).isPresent();
    }

    @Test
    void finds_no_rate_only_after_it_has_tried_the_least_one() throws IOException {
        List<Double> tried = new ArrayList<>();
        List<Double> triedAgain = new ArrayList<>();

        assertThat(RateBracket.find(500_000, 50, failing(tried))).isEmpty();
        assertThat(RateBracket.again(500_000, 50, failing(triedAgain))).isEmpty();

        assertThat(tried).endsWith(50.0).hasSize(14);
        assertThat(triedAgain).endsWith(50.0).hasSizeLessThan(25);
    }

    @Test
    void finds_an_edge_far_below_the_closed_loop() throws IOException {
        double found = RateBracket.find(500_000, 1, rate -> rate < 70).orElseThrow();

        assertThat(found).isCloseTo(70, within(0.03 * 70));
    }

    @Test
    void tries_no_rate_below_the_least() throws IOException {
        List<Double> tried = new ArrayList<>();

        assertThat(RateBracket.find(100, 80, failing(tried))).isEmpty();
        assertThat(tried).containsExactly(80.0);
    }

    private static FailableDoublePredicate<IOException> failing(List<Double> tried) {
        return rate -> {
            tried.add(rate);
            return false;
        };
    }
}

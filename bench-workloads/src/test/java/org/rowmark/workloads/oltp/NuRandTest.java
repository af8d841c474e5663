package org.rowmark.workloads.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TPC-C's non-uniform random numbers and last names. */
class NuRandTest {
    private static final int DRAWS = 100_000;

    @Test
    void the_constants_of_last_names_differ_as_the_specification_demands() {
        for (long seed = 0; seed < 5_000; seed++) {
            NuRand.Constants constants = NuRand.Constants.of(seed);

            assertThat(Math.abs(constants.lastNameLoad() - constants.lastNameRun()))
                    .isBetween(65, 119)
                    .isNotIn(96, 112);
            assertThat(constants.lastNameLoad()).isBetween(0, 255);
            assertThat(constants.lastNameRun()).isBetween(0, 255);
        }
    }

    @ParameterizedTest
    @CsvSource({"100000, 8191", "10000, 511", "100, 7"})
    void a_is_that_of_the_specification_and_in_proportion_for_fewer_items(int items, int a) {
        assertThat(new Sizes(1, items, 3_000).items(7)).isEqualTo(new NuRand(a, 1, items, 7));
    }

    @Test
    void numbers_are_in_their_range_and_some_are_much_more_frequent_than_others() {
        NuRand customers = new Sizes(1, 100_000, 3_000).customers(259);
        Draw draw = new Draw(1);
        int[] counts = new int[3_001];
        for (int i = 0; i < DRAWS; i++) {
            counts[customers.draw(draw)]++;
        }

        assertThat(counts[0]).isZero();
        int[] sorted = counts.clone();
        Arrays.sort(sorted);
        assertThat(sorted[3_000]).as("the most frequent").isGreaterThan(10 * DRAWS / 3_000);
        assertThat(sorted[1_500]).as("the median").isBetween(1, DRAWS / 3_000);
    }

    @ParameterizedTest
    @CsvSource({"0, BARBARBAR", "371, PRICALLYOUGHT", "40, BARPRESBAR", "999, EINGEINGEING"})
    void a_last_name_has_a_syllable_for_each_digit(int number, String name) {
        assertThat(NuRand.lastName(number)).isEqualTo(name);
    }
}

package org.rowmark.workloads.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.data.DataGenerator;

/** The keys that workloads choose, and the order in which inserts take theirs. */
class KeyChoiceTest {
    private static final DataGenerator VALUES = new DataGenerator(42);
    private static final int DRAWS = 1_000_000;

    @ParameterizedTest
    @CsvSource({"0.5, 1000", "0.99, 1000", "0.99, 2", "0.01, 1000"})
    void zipfian_keys_come_as_often_as_their_ranks_demand(double theta, int rows) {
        long[] counts = counts(choice("zipfian", theta).ofAll(VALUES, thread(0, 1), rows), rows);

        long[] descending = LongStream.of(counts).sorted().toArray();
        double zeta = zeta(rows, theta);
        assertThat(LongStream.of(counts).sum()).isEqualTo(DRAWS);
        assertThat((double) descending[rows - 1]).isCloseTo(DRAWS / zeta, within(0.01 * DRAWS));
        assertThat((double) descending[rows - 2]).isCloseTo(DRAWS / zeta * Math.pow(2, -theta), within(0.01 * DRAWS));
    }

    @Test
    void the_most_frequent_zipfian_keys_are_not_neighbours() {
        long[] counts = counts(choice("zipfian", 0.99).ofAll(VALUES, thread(0, 1), 1000), 1000);

        long limit = LongStream.of(counts).sorted().toArray()[1000 - 10];
        long[] hot =
                LongStream.range(0, 1000).filter(i -> counts[(int) i] >= limit).toArray();
        assertThat(hot).hasSize(10);
        assertThat(hot[9] - hot[0]).isGreaterThan(300);
        for (int i = 1; i < hot.length; i++) {
            assertThat(hot[i] - hot[i - 1]).isGreaterThan(1);
        }
    }

    @Test
    void special_keys_are_among_few_in_the_middle_three_times_in_four() {
        long[] counts = counts(choice("special", 0.99).ofAll(VALUES, thread(0, 1), 10_000), 10_000);

        long middle = Arrays.stream(counts, 4_970, 5_055).sum();
        assertThat((double) middle / DRAWS).isCloseTo(0.76, within(0.01));
        assertThat(LongStream.of(counts).filter(count -> count > 5_000).count()).isEqualTo(76);
        assertThat((double) Arrays.stream(counts, 0, 4_970).sum() / DRAWS).isCloseTo(0.12, within(0.01));
    }

    @Test
    void zeta_of_many_rows_is_as_good_as_if_all_terms_were_added_up() {
        int rows = 3_000_000;
        double theta = 0.9;
        double zeta = zeta(rows, theta);
        Zipfian zipfian = new Zipfian(rows, theta);

        // The first number is drawn below 1 / zeta and not above.
        assertThat(zipfian.number(1 / zeta - 1e-9)).isZero();
        assertThat(zipfian.number(1 / zeta + 1e-9)).isOne();
        assertThat(zipfian.number(Math.nextDown(1.0))).isLessThan(rows);
    }

    @ParameterizedTest
    @ValueSource(strings = {"uniform", "zipfian", "sequential", "special"})
    void a_single_row_is_always_chosen(String keys) {
        LongUnaryOperator source = choice(keys, 0.99).ofAll(VALUES, thread(0, 1), 1);

        assertThat(LongStream.range(0, 100).map(source)).containsOnly(1L);
    }

    @Test
    void uniform_keys_come_equally_often() {
        assertThat(counts(choice("uniform", 0.99).ofAll(VALUES, thread(0, 1), 100), 100))
                .satisfies(counts ->
                        assertThat(Arrays.stream(counts).min().orElseThrow()).isGreaterThan(9_500));
    }

    @ParameterizedTest
    @ValueSource(longs = {100, 1_500_000_000, 30_000_000_000L})
    void uniform_keys_are_as_likely_in_each_part_of_however_many_rows(long rows) {
        LongUnaryOperator source = choice("uniform", 0.99).ofAll(VALUES, thread(0, 1), rows);
        int[] counts = new int[10];
        for (int i = 0; i < DRAWS; i++) {
            counts[(int) ((source.applyAsLong(i) - 1) / (rows / 10))]++;
        }

        assertThat(Arrays.stream(counts).boxed())
                .allSatisfy(count -> assertThat(count).isCloseTo(DRAWS / 10, within(DRAWS / 500)));
    }

    @Test
    void sequential_keys_begin_elsewhere_in_each_thread_and_at_one_again() {
        KeyChoice choice = choice("sequential", 0.99);

        assertThat(LongStream.range(0, 7).map(choice.ofAll(VALUES, thread(0, 2), 5)))
                .containsExactly(1L, 2L, 3L, 4L, 5L, 1L, 2L);
        assertThat(LongStream.range(0, 4).map(choice.ofAll(VALUES, thread(1, 2), 5)))
                .containsExactly(3L, 4L, 5L, 1L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"uniform", "zipfian", "sequential"})
    void threads_that_write_choose_among_rows_of_their_own(String keys) {
        long before = 0;
        for (int i = 0; i < 3; i++) {
            OwnRows own = OwnRows.of(thread(i, 3), 10);
            LongUnaryOperator source = choice(keys, 0.99).of(VALUES, thread(i, 3), own);

            assertThat(own.first()).isEqualTo(before + 1);
            assertThat(LongStream.range(0, 1000).map(source).distinct().boxed())
                    .containsExactlyInAnyOrderElementsOf(LongStream.range(own.first(), own.first() + own.rows())
                            .boxed()
                            .toList());
            before += own.rows();
        }
        assertThat(before).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 100, 1000, 1 << 16})
    void a_permutation_has_every_number_once(long size) {
        Permutation order = new Permutation(size, 42);

        assertThat(LongStream.range(0, size).map(order::at).sorted())
                .containsExactly(LongStream.range(0, size).boxed().toArray(Long[]::new));
    }

    @Test
    void a_permutation_depends_on_its_seed_and_leaves_no_runs() {
        Permutation order = new Permutation(1 << 16, 42);

        Permutation other = new Permutation(1 << 16, 43);
        assertThat(LongStream.range(0, 100).map(order::at).toArray())
                .isNotEqualTo(LongStream.range(0, 100).map(other::at).toArray());
        assertThat(LongStream.range(1, 1 << 16)
                        .filter(i -> Math.abs(order.at(i) - order.at(i - 1)) <= 1)
                        .count())
                .isLessThan(20);
    }

    private static double zeta(int rows, double theta) {
        return LongStream.rangeClosed(1, rows)
                .mapToDouble(i -> Math.pow((double) i, -theta))
                .sum();
    }

    private static long[] counts(LongUnaryOperator source, int rows) {
        long[] counts = new long[rows];
        for (int i = 0; i < DRAWS; i++) {
            counts[(int) source.applyAsLong(i) - 1]++;
        }
        return counts;
    }

    private static KeyChoice choice(String keys, double theta) {
        KeyChoice choice = new KeyChoice();
        choice.keys = keys;
        choice.theta = theta;
        return choice;
    }

    private static ThreadParams thread(int index, int count) {
        return new ThreadParams(index, count, 0, 1, 0, 1, 0, 1, index, count);
    }
}

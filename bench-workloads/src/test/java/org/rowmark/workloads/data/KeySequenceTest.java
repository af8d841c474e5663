package org.rowmark.workloads.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.data.DataGenerator;

/** The order of a thread's keys. */
class KeySequenceTest {
    private static final DataGenerator VALUES = new DataGenerator(42);
    private static final int MANY = 1 << 21;

    @Test
    void keys_of_a_large_table_are_not_repeated_in_an_iteration_nor_in_the_next() {
        long rows = 100_000_000;
        KeySequence keys = KeySequence.of(uniform(rows), rows);

        LongStream first = drawn(keys, MANY);
        LongStream next = drawn(keys, MANY);

        long[] sorted = LongStream.concat(first, next).sorted().toArray();
        long repeated = IntStream.range(1, sorted.length)
                .filter(i -> sorted[i] == sorted[i - 1])
                .count();
        assertThat(repeated).as("of 4 million random keys, 2 in 100 by chance").isLessThan(200_000);
    }

    @Test
    void keys_of_a_small_table_are_repeated_in_the_same_order() {
        KeySequence keys = KeySequence.of(uniform(1000), 1000);

        long[] drawn = drawn(keys, 2 * KeySequence.FEWEST).toArray();

        assertThat(LongStream.of(drawn).skip(KeySequence.FEWEST))
                .containsExactly(
                        LongStream.of(drawn).limit(KeySequence.FEWEST).boxed().toArray(Long[]::new));
    }

    @ParameterizedTest
    @ValueSource(longs = {1000, 100_000_000})
    void operations_have_the_keys_of_their_numbers_and_the_companions_of_their_keys(long rows) {
        KeySequence keys = KeySequence.of(uniform(rows), rows);
        drawn(keys, 10);
        keys.draw(key -> -key);

        for (int operation = 0; operation < KeySequence.FEWEST + 10; operation++) {
            int place = keys.next();

            assertThat(keys.key(place)).isEqualTo(keys.keyOf(operation));
            assertThat(keys.companion(place)).isEqualTo(-keys.key(place));
        }
    }

    private static LongStream drawn(KeySequence keys, int number) {
        keys.draw(key -> 0);
        return LongStream.of(
                IntStream.range(0, number).mapToLong(i -> keys.key(keys.next())).toArray());
    }

    private static LongUnaryOperator uniform(long rows) {
        KeyChoice choice = new KeyChoice();
        choice.keys = "uniform";
        return choice.ofAll(VALUES, new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1), rows);
    }
}

package org.rowmark.workloads.data;

import java.util.function.LongUnaryOperator;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.data.DataGenerator;
import org.rowmark.fixture.ValidValues;

/** The choice of the keys of rows that are there. */
@State(Scope.Benchmark)
public class KeyChoice {
    /** The random numbers of a thread begin at its index times this. */
    private static final long NUMBERS_OF_THREAD = 1L << 40;

    public static final String UNIFORM = "uniform";
    public static final String ZIPFIAN = "zipfian";
    public static final String SEQUENTIAL = "sequential";
    public static final String SPECIAL = "special";

    public static final String KEYS = UNIFORM + "|" + ZIPFIAN + "|" + SEQUENTIAL + "|" + SPECIAL;
    public static final String KEYS_IN_WORDS = "uniform, zipfian, sequential or special";
    public static final String USUAL_THETA = "0.99";
    public static final String THETAS = "0?\\.[0-9]{0,8}[1-9]";
    public static final String THETAS_IN_WORDS = "a number above 0 and below 1, such as 0.99";

    /**
     * {@code uniform}: all rows are equally likely; {@code zipfian}: few rows are chosen often, {@code theta} sets how
     * often, and they lie anywhere in the table; {@code sequential}: one after the other; {@code special}: see
     * {@link Special}.
     */
    @Param(UNIFORM)
    @ValidValues(value = KEYS, words = KEYS_IN_WORDS, unnamed = true)
    public String keys;

    /** The skew of {@code zipfian}; other values of {@code keys} ignore it. */
    @Param(USUAL_THETA)
    @ValidValues(value = THETAS, words = THETAS_IN_WORDS, unnamed = true)
    public double theta;

    /** Returns the choice of other places than benchmarks that take this state. */
    public static KeyChoice of(String keys, double theta) {
        KeyChoice choice = new KeyChoice();
        choice.keys = keys;
        choice.theta = theta;
        return choice;
    }

    /** Chooses, by the number of the choice from 0, among keys that all threads share; in sequence, each thread begins at another place. */
    public LongUnaryOperator ofAll(DataGenerator values, ThreadParams thread, long rows) {
        return ofAll(values, thread.getThreadIndex(), thread.getThreadCount(), rows);
    }

    public LongUnaryOperator ofAll(DataGenerator values, int thread, int threads, long rows) {
        return new Source(values, thread, 1, rows, rows * thread / threads);
    }

    /** Chooses among the keys of one thread. */
    public LongUnaryOperator of(DataGenerator values, ThreadParams thread, OwnRows own) {
        return new Source(values, thread.getThreadIndex(), own.first(), own.rows(), 0);
    }

    /** Keys by their number, without end; the same in every run. */
    private final class Source implements LongUnaryOperator {
        private final DataGenerator values;
        private final long first;
        private final long rows;
        private final long begin;
        private final LongUnaryOperator numbers;

        /** @param place of the first one of a sequence */
        Source(DataGenerator values, int thread, long first, long rows, long place) {
            this.values = values;
            this.first = first;
            this.rows = rows;
            boolean inSequence = keys.equals(SEQUENTIAL);
            begin = inSequence ? place : thread * NUMBERS_OF_THREAD;
            numbers = switch (keys) {
                case SEQUENTIAL -> n -> n % rows;
                case ZIPFIAN -> zipfian();
                case SPECIAL -> special();
                default -> this::uniform;
            };
        }

        @Override
        public long applyAsLong(long number) {
            return first + numbers.applyAsLong(begin + number);
        }

        private long uniform(long number) {
            return (long) (values.fraction(number) * rows);
        }

        private LongUnaryOperator special() {
            Special choices = new Special(rows);
            return number -> choices.number(values.fraction(number));
        }

        private LongUnaryOperator zipfian() {
            Zipfian ranks = new Zipfian(rows, theta);
            Permutation places = new Permutation(rows, values.seed());
            return number -> places.at(ranks.number(values.fraction(number)));
        }
    }
}

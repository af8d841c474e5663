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

    private static final String ZIPFIAN = "zipfian";
    private static final String SEQUENTIAL = "sequential";

    /**
     * {@code uniform}: all rows are equally likely; {@code zipfian}: few rows are chosen often, {@code theta} sets how
     * often, and they lie anywhere in the table; {@code sequential}: one after the other.
     */
    @Param("uniform")
    @ValidValues(value = "uniform|zipfian|sequential", words = "uniform, zipfian or sequential", unnamed = true)
    public String keys;

    /** The skew of {@code zipfian}; other values of {@code keys} ignore it. */
    @Param("0.99")
    @ValidValues(value = "0?\\.[0-9]{0,8}[1-9]", words = "a number above 0 and below 1, such as 0.99", unnamed = true)
    public double theta;

    /** Chooses, by the number of the choice from 0, among keys that all threads share; in sequence, each thread begins at another place. */
    public LongUnaryOperator ofAll(DataGenerator values, ThreadParams thread, long rows) {
        return new Source(values, thread, 1, rows, rows * thread.getThreadIndex() / thread.getThreadCount());
    }

    /** Chooses among the keys of one thread. */
    public LongUnaryOperator of(DataGenerator values, ThreadParams thread, OwnRows own) {
        return new Source(values, thread, own.first(), own.rows(), 0);
    }

    /** Keys by their number, without end; the same in every run. */
    private final class Source implements LongUnaryOperator {
        private final DataGenerator values;
        private final long first;
        private final long rows;
        private final long begin;
        private final LongUnaryOperator numbers;

        /** @param place of the first one of a sequence */
        Source(DataGenerator values, ThreadParams thread, long first, long rows, long place) {
            this.values = values;
            this.first = first;
            this.rows = rows;
            boolean inSequence = keys.equals(SEQUENTIAL);
            begin = inSequence ? place : thread.getThreadIndex() * NUMBERS_OF_THREAD;
            numbers = inSequence ? n -> n % rows : keys.equals(ZIPFIAN) ? zipfian() : this::uniform;
        }

        @Override
        public long applyAsLong(long number) {
            return first + numbers.applyAsLong(begin + number);
        }

        private long uniform(long number) {
            return (long) (values.fraction(number) * rows);
        }

        private LongUnaryOperator zipfian() {
            Zipfian ranks = new Zipfian(rows, theta);
            Permutation places = new Permutation(rows, values.seed());
            return number -> places.at(ranks.number(values.fraction(number)));
        }
    }
}

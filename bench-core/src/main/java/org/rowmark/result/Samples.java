package org.rowmark.result;

import java.util.Iterator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The iterations of a run, warm-up too, in the order in which they ended. Those of a run directory are read from its
 * record each time that they are gone through, because a large run has more of them than the memory holds.
 */
public interface Samples extends Iterable<Sample> {

    /** Returns whether there are none. */
    boolean isEmpty();

    Stream<Sample> stream();

    /**
     * Returns what of the record cannot be read and is left out: file, line and the reason, one line for each.
     */
    default List<String> damages() {
        return List.of();
    }

    /** Returns all samples without further metrics and histograms, which take most of the time to read. */
    default Stream<Sample> scores() {
        return stream();
    }

    /**
     * Adds up the measured samples, without warm-up. Parts of a large record are read at once; all samples of a cell in a
     * round are in the same part.
     *
     * @param start makes a result for a part of the samples
     * @param add adds a sample to it
     * @param join adds the result of the following part to one
     */
    <R> R addUpMeasured(Supplier<R> start, BiConsumer<R, Sample> add, BiConsumer<R, R> join);

    @Override
    default Iterator<Sample> iterator() {
        return stream().iterator();
    }
}

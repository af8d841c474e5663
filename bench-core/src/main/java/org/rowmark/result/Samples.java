package org.rowmark.result;

import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The iterations of a run, warm-up too, in the order in which they ended. Those of a run directory are read from its
 * record each time that they are gone through, because a large run has more of them than the memory holds.
 */
public interface Samples extends Iterable<Sample> {
    boolean isEmpty();

    Stream<Sample> stream();

    /** Returns what of the record cannot be read and is left out: file, line and the reason, one line for each. */
    default List<String> damages() {
        return List.of();
    }

    /** Returns the scores of all samples, which are kept. */
    default Stream<Score> scores() {
        return stream().map(Score::of);
    }

    /** An iteration and its score. */
    record Score(int round, int cell, boolean isWarmup, Instant end, double value) {
        public static Score of(Sample sample) {
            return new Score(sample.round(), sample.cell(), sample.warmup(), sample.end(), sample.score());
        }
    }

    default Stream<Sample> measured() {
        return stream().filter(sample -> !sample.warmup());
    }

    @Override
    default Iterator<Sample> iterator() {
        return stream().iterator();
    }
}

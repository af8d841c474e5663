package org.rowmark.workloads.data;

import org.rowmark.data.DataGenerator;

/** A random order of the numbers from 0 to size - 1, each of which comes once; a function of the seed. */
public final class Permutation {
    private static final int ROUNDS = 3;

    private final long size;
    private final long mask;
    private final int shift;
    private final long[] factors = new long[ROUNDS];
    private final long[] summands = new long[ROUNDS];

    public Permutation(long size, long seed) {
        this.size = size;
        int bits = Long.SIZE - Long.numberOfLeadingZeros(size - 1);
        mask = (1L << bits) - 1;
        shift = Math.max(1, (bits + 1) / 2);
        for (int i = 0; i < ROUNDS; i++) {
            factors[i] = DataGenerator.mix(seed + i) | 1;
            summands[i] = DataGenerator.mix(~seed - i);
        }
    }

    /** Returns the number at a place of the order. */
    public long at(long place) {
        // Mixing maps the next power of two onto itself: what falls outside of the size is mixed again.
        long number = place;
        do {
            number = mixed(number);
        } while (number >= size);
        return number;
    }

    /** Multiplies by odd numbers and folds the upper bits onto the lower ones, both of which can be undone. */
    private long mixed(long number) {
        long mixed = number;
        for (int i = 0; i < ROUNDS; i++) {
            mixed = (mixed * factors[i] + summands[i]) & mask;
            mixed ^= mixed >>> shift;
        }
        return mixed;
    }
}

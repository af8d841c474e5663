package org.rowmark.workloads.data;

import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * The keys of a thread's operations, drawn before each iteration and repeated in the same order if the iteration needs
 * more. There are as many as the table has rows or more, but no fewer than {@link #FEWEST} and no more than
 * {@link #MOST}.
 */
public final class KeySequence {
    /** Powers of two, all of them. */
    public static final int FEWEST = 1 << 16;

    public static final int MOST = 1 << 20;

    private final LongSupplier source;

    /** Each key followed by the number that belongs to it: what an operation needs is adjacent in memory. */
    private final long[] sequence;

    private int position;

    private KeySequence(LongSupplier source, int length) {
        this.source = source;
        this.sequence = new long[2 * length];
    }

    /** @param rows of which the source chooses */
    public static KeySequence of(LongSupplier source, long rows) {
        return new KeySequence(source, (int) Math.max(FEWEST, Math.min(MOST, 2 * Long.highestOneBit(rows))));
    }

    /** Returns one of the least length, where each key needs more memory than its own. */
    public static KeySequence shortest(LongSupplier source) {
        return new KeySequence(source, FEWEST);
    }

    /** Draws new keys: a large table has more rows than the sequence has keys. */
    public void draw(LongUnaryOperator companion) {
        for (int i = 0; i < sequence.length; i += 2) {
            sequence[i] = source.getAsLong();
            sequence[i + 1] = companion.applyAsLong(sequence[i]);
        }
        position = -2;
    }

    /** Moves to the next key and returns its place. */
    public int next() {
        position = (position + 2) & (sequence.length - 2);
        return position;
    }

    public long key(int place) {
        return sequence[place];
    }

    /** Returns the number that belongs to the key. */
    public long companion(int place) {
        return sequence[place + 1];
    }

    /** Returns how many keys there are. */
    public int length() {
        return sequence.length / 2;
    }

    /** Returns the key of the n-th operation of the iteration, from 0. */
    public long keyOf(long operation) {
        return sequence[2 * (int) (operation & (length() - 1))];
    }
}

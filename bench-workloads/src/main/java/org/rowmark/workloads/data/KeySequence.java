package org.rowmark.workloads.data;

import java.util.function.LongUnaryOperator;

/**
 * The keys of a thread's operations. Those of a table of up to {@link #MOST} rows are drawn before each iteration, as many
 * as it has rows but no fewer than {@link #FEWEST}, and repeated in the same order if the iteration needs more. Those of a
 * larger table are drawn one by one and are not repeated.
 */
public final class KeySequence {
    /** Powers of two, all of them. */
    public static final int FEWEST = 1 << 16;

    public static final int MOST = 1 << 20;

    private final LongUnaryOperator source;
    private final boolean isEndless;

    /** Each key followed by the number that belongs to it: what an operation needs is adjacent in memory. */
    private final long[] sequence;

    private LongUnaryOperator companion;
    private int position;

    /** Keys drawn so far, and before this iteration. */
    private long drawn;

    private long before;

    private KeySequence(LongUnaryOperator source, int length, boolean isEndless) {
        this.source = source;
        this.isEndless = isEndless;
        this.sequence = new long[2 * length];
    }

    /**
     * @param source of keys by their number, from 0
     * @param rows of which the source chooses
     */
    public static KeySequence of(LongUnaryOperator source, long rows) {
        return rows > MOST
                ? new KeySequence(source, 1, true)
                : new KeySequence(source, (int) Math.max(FEWEST, Math.min(MOST, 2 * Long.highestOneBit(rows))), false);
    }

    /** Returns one of the least length, where each key needs more memory than its own. */
    public static KeySequence shortest(LongUnaryOperator source) {
        return new KeySequence(source, FEWEST, false);
    }

    /** Begins an iteration, with other keys than the one before. */
    public void draw(LongUnaryOperator companionOfKey) {
        companion = companionOfKey;
        before = drawn;
        if (!isEndless) {
            for (int place = 0; place < sequence.length; place += 2) {
                draw(place);
            }
        }
        position = -2;
    }

    private void draw(int place) {
        long key = source.applyAsLong(drawn++);
        sequence[place] = key;
        sequence[place + 1] = companion.applyAsLong(key);
    }

    /** Moves to the next key and returns its place. */
    public int next() {
        position = (position + 2) & (sequence.length - 2);
        if (isEndless) {
            draw(position);
        }
        return position;
    }

    /** Returns the key at the place of the current operation; before those of a small table are repeated, also at others. */
    public long key(int place) {
        return sequence[place];
    }

    /** Returns the number that belongs to the key. */
    public long companion(int place) {
        return sequence[place + 1];
    }

    /** Returns how many keys are drawn at once. */
    public int length() {
        return sequence.length / 2;
    }

    /** Returns the key of the n-th operation of the iteration, from 0. */
    public long keyOf(long operation) {
        return isEndless ? source.applyAsLong(before + operation) : sequence[2 * (int) (operation & (length() - 1))];
    }
}

package org.rowmark.workloads.sbtest;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.data.DataGenerator;
import org.rowmark.workloads.data.KeySequence;

/** What a thread draws for its transactions, before each iteration, and the part of it that the current one has. */
final class Drawn {
    /** Texts of changed rows, a power of two. */
    private static final int TEXTS = 1 << 12;

    /** The random numbers of a thread begin at its index times this. */
    private static final long NUMBERS_OF_THREAD = 1L << 40;

    private final DataGenerator values;
    private final long numbersOfThread;
    private final KeySequence keys;
    private final int tables;
    private final String[] cs = new String[TEXTS];
    private final String[] pads = new String[TEXTS];
    private final int[] ids;
    private final int[] numbers;
    private long drawn;

    /** @param count of the keys of a transaction */
    Drawn(DataGenerator values, SbtestTables tables, LongUnaryOperator source, ThreadParams thread, int count) {
        this.values = values;
        this.tables = tables.tables;
        numbersOfThread = thread.getThreadIndex() * NUMBERS_OF_THREAD;
        keys = KeySequence.of(source, tables.rows);
        Arrays.setAll(cs, i -> tables.contents().c(-i - 1L));
        Arrays.setAll(pads, i -> tables.contents().pad(-i - 1L));
        ids = new int[count];
        numbers = new int[count];
    }

    /** Draws for an iteration. */
    void draw() {
        // numbers below 0, where keys have no random numbers
        keys.draw(key -> values.integer(~(numbersOfThread + drawn++)));
    }

    /** Takes the keys of the next transaction. */
    void next() {
        for (int i = 0; i < ids.length; i++) {
            int place = keys.next();
            ids[i] = (int) keys.key(place);
            numbers[i] = (int) keys.companion(place);
        }
    }

    int id(int place) {
        return ids[place];
    }

    /** Returns the table of the statements of a kind, the first of which has its key there. */
    int table(int place) {
        return tables == 1 ? 0 : (numbers[place] >>> 12) % tables;
    }

    String c(int place) {
        return cs[numbers[place] & (TEXTS - 1)];
    }

    String pad(int place) {
        return pads[numbers[place] & (TEXTS - 1)];
    }
}

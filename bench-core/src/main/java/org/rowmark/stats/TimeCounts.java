package org.rowmark.stats;

import java.io.ByteArrayOutputStream;

/**
 * Different times, ascending, and the number of operations of each, in few bytes: distances and numbers have as many
 * bytes as they need. A run has too many cells and rounds to keep two long numbers for each time.
 */
final class TimeCounts {
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    private final byte[] bytes;
    private final long operations;
    private final long greatest;

    private TimeCounts(byte[] bytes, long operations, long greatest) {
        this.bytes = bytes;
        this.operations = operations;
        this.greatest = greatest;
    }

    /** A receiver of times in their order. */
    @FunctionalInterface
    interface Receiver {
        void accept(long time, long operations);
    }

    /** A collector of times in their order. */
    static final class Builder {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private long operations;
        private long last;

        /** @param time greater than those before */
        void add(long time, long number) {
            write(time - last);
            write(number);
            last = time;
            operations += number;
        }

        private void write(long number) {
            long rest = number;
            while (rest >= MORE) {
                bytes.write((int) (rest % MORE) + MORE);
                rest >>= BITS;
            }
            bytes.write((int) rest);
        }

        TimeCounts build() {
            return new TimeCounts(bytes.toByteArray(), operations, last);
        }
    }

    /** Returns the number of operations. */
    long operations() {
        return operations;
    }

    /** Returns the greatest time; 0 without any. */
    long greatest() {
        return greatest;
    }

    /** Returns the time of an operation, of which the fastest has rank 1. */
    long ofRank(long rank) {
        Reader reader = new Reader();
        long before = 0;
        while (before < rank && reader.next()) {
            before += reader.number;
        }
        return reader.time;
    }

    void forEach(Receiver receiver) {
        Reader reader = new Reader();
        while (reader.next()) {
            receiver.accept(reader.time, reader.number);
        }
    }

    private final class Reader {
        private int place;
        private long time;
        private long number;

        boolean next() {
            if (place == bytes.length) {
                return false;
            }
            time += read();
            number = read();
            return true;
        }

        private long read() {
            long value = 0;
            int shift = 0;
            byte next = bytes[place++];
            while (next < 0) {
                value |= (long) (next & (MORE - 1)) << shift;
                shift += BITS;
                next = bytes[place++];
            }
            return value | ((long) next << shift);
        }
    }
}

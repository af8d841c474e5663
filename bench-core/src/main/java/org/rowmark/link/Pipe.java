package org.rowmark.link;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * One direction of a connection: bytes that have arrived and wait for their time, in order. It holds no more than its
 * capacity, and does not read while it is full, so that the sender is held up as on a link that is full.
 */
final class Pipe {
    private static final int FIRST_CAPACITY = 1 << 18;
    private static final int MOST_SEGMENTS = 1 << 12;

    private enum End {
        NOT_YET,
        CLOSED,
        RESET
    }

    private final Lane lane;
    private final SocketChannel from;
    private final SocketChannel to;
    private final int capacity;
    private ByteBuffer bytes;
    private long read; // bytes since the buffer was last empty
    private long written;

    // segments: where each ends, and when it is due
    private final long[] ends = new long[MOST_SEGMENTS];
    private final long[] times = new long[MOST_SEGMENTS];
    private int first;
    private int count;
    private long lastTime = Long.MIN_VALUE;

    private End end = End.NOT_YET;
    private long endTime;
    private boolean isDone;

    Pipe(Lane lane, SocketChannel from, SocketChannel to) {
        this.lane = lane;
        this.from = from;
        this.to = to;
        this.capacity = lane.capacity();
        this.bytes = ByteBuffer.allocateDirect(Math.min(FIRST_CAPACITY, capacity));
    }

    /**
     * Reads what has arrived.
     *
     * @param now when it arrived
     * @return the number of bytes
     */
    int read(long now) {
        int free = free();
        if (free == 0 || end != End.NOT_YET) {
            return 0;
        }
        int offset = (int) (read % bytes.capacity());
        bytes.limit(Math.min(bytes.capacity(), offset + free)).position(offset);
        try {
            int got = from.read(bytes);
            if (got < 0) {
                end(End.CLOSED, now);
                return 0;
            }
            add(got, now);
            return got;
        } catch (IOException e) {
            end(End.RESET, now);
            return 0;
        }
    }

    private void add(int got, long now) {
        int slice = lane.slice();
        for (int left = got; left > 0; left -= slice) {
            int size = Math.min(left, slice);
            read += size;
            lastTime = Math.max(lastTime, lane.arrival(now, size));
            if (count == MOST_SEGMENTS) { // the last ones arrive together
                count--;
            }
            int last = (first + count++) % MOST_SEGMENTS;
            ends[last] = read;
            times[last] = lastTime;
        }
    }

    private void end(End how, long now) {
        end = how;
        endTime = Math.max(lastTime, lane.arrival(now, 0));
    }

    /** Ends as if the sender had reset the connection. */
    void reset(long now) {
        if (end == End.NOT_YET) {
            end(End.RESET, now);
        }
    }

    private int free() {
        int waiting = (int) (read - written);
        if (waiting == bytes.capacity() && waiting < capacity) {
            grow();
        }
        return bytes.capacity() - waiting;
    }

    /** Returns the number of bytes that wait. */
    int waiting() {
        return (int) (read - written);
    }

    private void grow() {
        ByteBuffer larger = ByteBuffer.allocateDirect(Math.min(capacity, 2 * bytes.capacity()));
        long at = written;
        while (at < read) {
            int offset = (int) (at % bytes.capacity());
            int size = (int) Math.min(bytes.capacity() - offset, read - at);
            for (int done = 0; done < size; ) { // where the larger one wraps around
                int target = (int) ((at + done) % larger.capacity());
                int part = Math.min(size - done, larger.capacity() - target);
                larger.limit(target + part).position(target);
                larger.put(bytes.limit(offset + done + part).position(offset + done));
                done += part;
            }
            at += size;
        }
        bytes = larger;
    }

    /** Returns when there is something to deliver; {@link Long#MAX_VALUE} if nothing waits. */
    long nextTime() {
        if (count > 0) {
            return times[first];
        }
        return end != End.NOT_YET && !isDone ? endTime : Long.MAX_VALUE;
    }

    /**
     * Writes what is due.
     *
     * @return whether the receiver takes no more at present
     * @throws IOException if the receiver is gone
     */
    boolean deliver(long now) throws IOException {
        while (count > 0 && times[first] - now <= 0) {
            int due = 1;
            while (due < count && times[(first + due) % MOST_SEGMENTS] - now <= 0) {
                due++;
            }
            if (!write(ends[(first + due - 1) % MOST_SEGMENTS])) {
                return true;
            }
        }
        if (count == 0 && end != End.NOT_YET && !isDone && endTime - now <= 0) {
            isDone = true;
            if (end == End.RESET) {
                reset(to);
            } else {
                to.shutdownOutput();
            }
        }
        return false;
    }

    /** Writes up to a position, and returns whether it got there. */
    private boolean write(long until) throws IOException {
        while (written < until) {
            int offset = (int) (written % bytes.capacity());
            int size = (int) Math.min(bytes.capacity() - offset, until - written);
            int put = to.write(bytes.limit(offset + size).position(offset));
            written += put;
            while (count > 0 && ends[first] <= written) {
                first = (first + 1) % MOST_SEGMENTS;
                count--;
            }
            if (put < size) {
                return false;
            }
        }
        if (count == 0) { // from the start: memory that is in the processor's cache
            read = 0;
            written = 0;
        }
        return true;
    }

    /** Closes a socket so that its peer gets a reset. */
    static void reset(SocketChannel socket) throws IOException {
        socket.setOption(StandardSocketOptions.SO_LINGER, 0);
        socket.close();
    }

    /** Returns whether it reads when something arrives. */
    boolean isReading() {
        return end == End.NOT_YET && read - written < capacity && count < MOST_SEGMENTS;
    }

    /** Returns whether everything has been delivered, the end too. */
    boolean isDone() {
        return isDone;
    }

    /** Returns whether a reset has been delivered. */
    boolean isReset() {
        return isDone && end == End.RESET;
    }

    /** Drops what waits: there is no receiver. */
    void abandon() {
        count = 0;
        end = End.CLOSED;
        isDone = true;
    }
}

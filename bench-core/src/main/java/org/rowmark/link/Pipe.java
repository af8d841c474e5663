package org.rowmark.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One direction of a connection: what has arrived and waits for its time, in order. It does not read while it is full, so
 * that the sender is held up as on a link that is full.
 */
final class Pipe {
    private static final int BUFFER = 1 << 18;

    /** Fewer bytes are copied, so that the buffers that wait are not nearly empty. */
    private static final int LEAST_UNCOPIED = 1 << 16;

    private record Segment(long due, ByteBuffer bytes) {}

    private final LinkDirection direction;
    private final SocketChannel from;
    private final SocketChannel to;
    private final Deque<ByteBuffer> free;
    private final Deque<Segment> segments = new ArrayDeque<>(); // the end is an empty one
    private int waiting;
    private long lastDue;
    private boolean isBlocked;
    private boolean hasEnded;

    /**
     * @param firstDue when the first bytes arrive at the earliest
     * @param free buffers that all pipes share
     */
    Pipe(LinkDirection direction, SocketChannel from, SocketChannel to, long firstDue, Deque<ByteBuffer> free) {
        this.direction = direction;
        this.from = from;
        this.to = to;
        this.free = free;
        lastDue = firstDue;
    }

    /** Reads what has arrived now, and returns the number of bytes. */
    int read(long now) {
        ByteBuffer buffer = free.isEmpty() ? ByteBuffer.allocateDirect(BUFFER) : free.pop();
        int got;
        try {
            got = from.read(buffer.clear().limit(Math.min(direction.slice(), direction.capacity() - waiting)));
        } catch (IOException e) {
            got = -1; // what was sent before still arrives
        }
        if (got >= LEAST_UNCOPIED) {
            add(buffer.flip(), now);
            return got;
        }
        hasEnded = got < 0;
        int bytes = Math.max(0, got);
        if (bytes > 0 || hasEnded) {
            add(ByteBuffer.allocate(bytes).put(buffer.flip()).flip(), now);
        }
        free.push(buffer);
        return bytes;
    }

    private void add(ByteBuffer bytes, long now) {
        waiting += bytes.remaining();
        lastDue = Math.max(lastDue, direction.arrival(now, bytes.remaining()));
        segments.add(new Segment(lastDue, bytes));
    }

    int waiting() {
        return waiting;
    }

    /** Returns when there is something to deliver; {@link Long#MAX_VALUE} if nothing waits or the receiver is full. */
    long due() {
        return isBlocked || segments.isEmpty() ? Long.MAX_VALUE : segments.peek().due;
    }

    /** Notes whether the receiver takes no more at present. */
    void block(boolean newBlocked) {
        isBlocked = newBlocked;
    }

    boolean isBlocked() {
        return isBlocked;
    }

    /**
     * Writes what is due, until the receiver takes no more.
     *
     * @return whether the sender has closed the connection and everything has been delivered
     * @throws IOException if the receiver is gone
     */
    boolean deliver(long now) throws IOException {
        while (!isBlocked && !segments.isEmpty() && segments.peek().due - now <= 0) {
            ByteBuffer bytes = segments.peek().bytes;
            waiting -= to.write(bytes);
            isBlocked = bytes.hasRemaining();
            if (!isBlocked) {
                segments.remove();
                if (bytes.isDirect()) {
                    free.push(bytes);
                }
            }
        }
        return hasEnded && segments.isEmpty();
    }

    /** Returns whether it reads when something arrives. */
    boolean isReading() {
        return !hasEnded && waiting < direction.capacity();
    }
}

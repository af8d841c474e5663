package org.rowmark.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One direction of a connection: what has arrived and waits for its time, in order. It holds no more than its lane's
 * capacity, and does not read while it is full, so that the sender is held up as on a link that is full.
 */
final class Pipe {
    private static final int BUFFER = 1 << 18;

    /** Fewer bytes are copied, so that the buffers that wait are not nearly empty. */
    private static final int LEAST_UNCOPIED = 1 << 16;

    private static final int MOST_SEGMENTS = 1 << 12;

    private enum End {
        NOT_YET,
        CLOSED,
        RESET
    }

    private record Segment(long due, ByteBuffer bytes) {}

    private final Lane lane;
    private final SocketChannel from;
    private final SocketChannel to;
    private final Deque<ByteBuffer> free;
    private final Deque<Segment> segments = new ArrayDeque<>(); // after the end an empty one
    private int waiting;
    private long lastDue;
    private boolean isBlocked;
    private boolean isDone;
    private End end = End.NOT_YET;

    /**
     * @param firstDue when the first bytes arrive at the earliest
     * @param free buffers that all pipes share
     */
    Pipe(Lane lane, SocketChannel from, SocketChannel to, long firstDue, Deque<ByteBuffer> free) {
        this.lane = lane;
        this.from = from;
        this.to = to;
        this.free = free;
        lastDue = firstDue;
    }

    /** Reads what has arrived now, and returns the number of bytes. */
    int read(long now) {
        ByteBuffer buffer = free.isEmpty() ? ByteBuffer.allocateDirect(BUFFER) : free.pop();
        int got = 0;
        try {
            got = from.read(buffer.clear().limit(Math.min(lane.slice(), lane.capacity() - waiting)));
            if (got < 0) {
                end(End.CLOSED, now);
            }
        } catch (IOException e) {
            end(End.RESET, now);
        }
        if (got >= LEAST_UNCOPIED) {
            add(buffer.flip(), now);
            return got;
        }
        if (got > 0) {
            add(ByteBuffer.allocate(got).put(buffer.flip()).flip(), now);
        }
        free.push(buffer);
        return Math.max(0, got);
    }

    private void add(ByteBuffer bytes, long now) {
        waiting += bytes.remaining();
        lastDue = Math.max(lastDue, lane.arrival(now, bytes.remaining()));
        segments.add(new Segment(lastDue, bytes));
    }

    /** Ends as if the sender had reset the connection now. */
    void reset(long now) {
        end(End.RESET, now);
    }

    private void end(End how, long now) {
        if (end == End.NOT_YET) {
            end = how;
            add(ByteBuffer.allocate(0), now);
        }
    }

    /** Returns the number of bytes that wait. */
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
     * @throws IOException if the receiver is gone
     */
    void deliver(long now) throws IOException {
        while (!isBlocked && !segments.isEmpty() && segments.peek().due - now <= 0) {
            ByteBuffer bytes = segments.peek().bytes;
            waiting -= to.write(bytes);
            isBlocked = bytes.hasRemaining();
            if (!isBlocked) {
                segments.remove();
                if (bytes.isDirect()) {
                    free.push(bytes);
                }
                if (end != End.NOT_YET && segments.isEmpty()) {
                    finish();
                }
            }
        }
    }

    private void finish() throws IOException {
        isDone = true;
        if (end == End.CLOSED) {
            to.shutdownOutput();
        }
    }

    /** Returns whether it reads when something arrives. */
    boolean isReading() {
        return end == End.NOT_YET && waiting < lane.capacity() && segments.size() < MOST_SEGMENTS;
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
        segments.clear();
        end = End.CLOSED;
        isDone = true;
    }
}

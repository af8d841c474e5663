package org.rowmark.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

/** One direction of a connection: what waits for its time. While it is full it does not read, as a full link. */
final class Pipe {
    private static final int BUFFER = 1 << 18;

    /** Fewer bytes are copied, so that the buffers that wait are not nearly empty. */
    private static final int LEAST_UNCOPIED = 1 << 16;

    private record Segment(long due, ByteBuffer bytes) {}

    private final Direction direction;
    private final SocketChannel from;
    private final SocketChannel to;
    private final Deque<ByteBuffer> free;
    private final Deque<Segment> segments = new ArrayDeque<>(); // the end is an empty one
    private int waiting;
    private long lastDue;
    private boolean isBlocked;
    private boolean hasEnded;

    /** @param firstDue when the first bytes arrive at the earliest */
    Pipe(Direction direction, SocketChannel from, SocketChannel to, long firstDue, Deque<ByteBuffer> free) {
        this.direction = direction;
        this.from = from;
        this.to = to;
        this.free = free;
        lastDue = firstDue;
    }

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

    /** Writes what is due and can be taken; returns whether the sender has closed and all was delivered. */
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

    /** One direction of a link, which all connections share, in times of {@link System#nanoTime}. */
    static final class Direction {
        private static final int UNLIMITED_SLICE = 1 << 18;

        /** Bytes are handed on in pieces of this time, or of one Ethernet packet. */
        private static final double SLICE_SECONDS = 100e-6;

        private static final int PACKET = 1448;

        /** The most that a connection has on the way, about what Linux allows by default (tcp_rmem, tcp_wmem). */
        private static final int MOST_ON_THE_WAY = 1 << 23;

        private static final int LEAST_ON_THE_WAY = 1 << 16;

        /** A queue in front of a link of limited bandwidth takes this long to empty. */
        private static final double QUEUE_SECONDS = 20e-3;

        private final long delay;
        private final long jitter;
        private final double bytesPerSecond;
        private final SplittableRandom random;
        private final long start;
        private double busyUntil; // since the start

        Direction(LinkSpec spec, long seed, long now) {
            delay = spec.rtt().toNanos() / 2;
            jitter = spec.jitter().toNanos() / 2;
            bytesPerSecond =
                    spec.bandwidth().isPresent() ? spec.bandwidth().getAsLong() / 8.0 : Double.POSITIVE_INFINITY;
            random = new SplittableRandom(seed);
            start = now;
        }

        int slice() {
            return (int) Math.max(PACKET, Math.min(UNLIMITED_SLICE, bytesPerSecond * SLICE_SECONDS));
        }

        /** Returns the most bytes that a connection has on the way. */
        int capacity() {
            boolean isFree = delay == 0 && bytesPerSecond == Double.POSITIVE_INFINITY;
            double most = isFree ? UNLIMITED_SLICE : bytesPerSecond * (delay / 1e9 + QUEUE_SECONDS);
            return (int) Math.max(LEAST_ON_THE_WAY, Math.min(MOST_ON_THE_WAY, most));
        }

        /** Returns when so many bytes arrive that are sent at a time: each waits for those before it. */
        long arrival(long sent, int size) {
            busyUntil = Math.max(busyUntil, (double) (sent - start)) + size * 1e9 / bytesPerSecond;
            long arrival = start + (long) busyUntil + delay;
            return jitter == 0 ? arrival : arrival + random.nextLong(-jitter, jitter + 1);
        }
    }
}

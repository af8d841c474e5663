package org.rowmark.link;

import java.util.SplittableRandom;

/**
 * One direction of a link, which all connections share: when what is sent arrives at the other end. The times are those
 * of {@link System#nanoTime}.
 */
final class Lane {
    private static final double BITS = 8e9; // per byte, in ns
    private static final int UNLIMITED_SLICE = 1 << 18;

    /** Bytes are handed on in pieces of this time, or of one Ethernet packet. */
    private static final double SLICE_SECONDS = 100e-6;

    private static final int PACKET = 1448;

    /** The most that a connection has on the way, about what Linux allows by default (tcp_rmem, tcp_wmem). */
    private static final int MOST_ON_THE_WAY = 1 << 23;

    private static final int LEAST_ON_THE_WAY = 1 << 18;

    /** A queue in front of a link of limited bandwidth takes this long to empty. */
    private static final double QUEUE_SECONDS = 20e-3;

    private final long delay;
    private final long jitter;
    private final double nanosPerByte;
    private final int slice;
    private final int capacity;
    private final SplittableRandom random;
    private double busyUntil;
    private final long start;

    /** @param seed of the jitter */
    Lane(LinkSpec spec, long seed, long now) {
        delay = spec.rtt().toNanos() / 2;
        jitter = spec.jitter().toNanos() / 2;
        random = new SplittableRandom(seed);
        start = now;
        if (spec.bandwidth().isPresent()) {
            double bits = spec.bandwidth().getAsLong();
            nanosPerByte = BITS / bits;
            slice = (int) Math.max(PACKET, Math.min(UNLIMITED_SLICE, bits / 8 * SLICE_SECONDS));
            double onTheWay = bits / 8 * (delay / 1e9 + QUEUE_SECONDS);
            capacity = (int) Math.max(1 << 16, Math.min(MOST_ON_THE_WAY, onTheWay));
        } else {
            nanosPerByte = 0;
            slice = UNLIMITED_SLICE;
            capacity = delay == 0 ? LEAST_ON_THE_WAY : MOST_ON_THE_WAY;
        }
    }

    /** Returns the most bytes that arrive together. */
    int slice() {
        return slice;
    }

    /** Returns the most bytes that a connection has on the way. */
    int capacity() {
        return capacity;
    }

    /** Returns when so many bytes arrive that were sent at a time: each waits for those before it. */
    long arrival(long sent, int size) {
        double begin = Math.max(busyUntil, (double) (sent - start));
        busyUntil = begin + size * nanosPerByte;
        long arrival = start + (long) busyUntil + delay;
        return jitter == 0 ? arrival : arrival + random.nextLong(-jitter, jitter + 1);
    }
}

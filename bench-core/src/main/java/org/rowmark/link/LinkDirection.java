package org.rowmark.link;

import java.util.SplittableRandom;

/**
 * One direction of a link, which all connections share: when what is sent arrives at the other end. The times are those
 * of {@link System#nanoTime}.
 */
final class LinkDirection {
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

    LinkDirection(LinkSpec spec, long seed, long now) {
        delay = spec.rtt().toNanos() / 2;
        jitter = spec.jitter().toNanos() / 2;
        bytesPerSecond = spec.bandwidth().isPresent() ? spec.bandwidth().getAsLong() / 8.0 : Double.POSITIVE_INFINITY;
        random = new SplittableRandom(seed);
        start = now;
    }

    /** Returns the most bytes that arrive together. */
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

package org.rowmark.link;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.rowmark.util.Acceptor;

/**
 * A measurement of a link beside a direct connection to the same peer, in turns: the time of a message of 64 bytes
 * there and back, and the rate at which one connection receives. It takes about a second and some round trips of the
 * link; up to three seconds more where the link takes that long for a packet.
 */
public final class LinkMeasurement {
    // the first byte of a connection: what its peer does
    private static final int ECHO = 'e';
    private static final int SEND = 's';

    private static final int MESSAGE = 64;
    private static final int BLOCK = 1 << 17;
    private static final int DIGITS = 4;
    private static final int TURNS = 4;
    private static final long WARM_UP = Duration.ofMillis(200).toNanos();
    private static final long TURN = Duration.ofMillis(60).toNanos();

    /** After so long no other turn begins. */
    private static final long MOST_TURNS = Duration.ofMillis(500).toNanos();

    /** What a link's queue lets pass at once is over before the rate counts. */
    private static final long RATE_WARM_UP = Duration.ofMillis(100).toNanos();

    private static final long RATE = Duration.ofMillis(300).toNanos();

    /** Time for the rate, beside the round trips of the link, after which it is not measured. */
    private static final Duration MOST_RATE = Duration.ofSeconds(3);

    /** The round trips of a link until the first bytes of a connection arrive, and one to spare. */
    private static final int TRIPS_OF_RATE = 3;

    /** The goal for what a relay that delays nothing adds to a round trip, in nanoseconds. */
    private static final long MOST_ADDED = 30_000;

    /** The goal for the bits per second that pass through a relay without a limit. */
    private static final double LEAST_BITS = 8e9;

    /** The goals for a round trip and for a bandwidth, as parts of what is set. */
    private static final double MOST_OF_RTT = 0.05;

    private static final double MOST_OF_BANDWIDTH = 0.03;

    /** The goal for a short round trip, in nanoseconds. */
    private static final long MOST_OFF = 10_000;

    private LinkMeasurement() {}

    public static LinkFacts.Measured of(LinkSpec link) throws IOException {
        Path counters = Files.createTempFile("rowmark-link-", "");
        try (ServerSocket peer = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
                RelayProcess relay =
                        RelayProcess.start(link, (InetSocketAddress) peer.getLocalSocketAddress(), counters)) {
            Acceptor.start(peer, "rowmark-link-peer", LinkMeasurement::serve);
            Histogram direct = new Histogram(DIGITS);
            Histogram linked = new Histogram(DIGITS);
            exchange(peer.getLocalPort(), direct, relay.port(), linked);
            OptionalDouble bits = rate(relay.port(), MOST_RATE.plus(link.rtt().multipliedBy(TRIPS_OF_RATE)));
            long p50 = linked.getValueAtPercentile(50) - direct.getValueAtPercentile(50);
            long p99 = linked.getValueAtPercentile(99) - direct.getValueAtPercentile(99);
            return new LinkFacts.Measured(p50, p99, bits, missed(link, p50, bits));
        }
    }

    /** Lists the goals that a relay missed: {@code round trip}, {@code bandwidth}; none if it holds what is set. */
    static List<String> missed(LinkSpec spec, long added, OptionalDouble passed) {
        List<String> missed = new ArrayList<>();
        boolean isFree = spec.rtt().isZero() && spec.bandwidth().isEmpty();
        double sending = 2 * MESSAGE * 8e9 / spec.bandwidth().orElse(Long.MAX_VALUE);
        double wanted = spec.rtt().toNanos() + sending;
        if (Math.abs(added - wanted) > (isFree ? MOST_ADDED : Math.max(MOST_OF_RTT * wanted, MOST_OFF))) {
            missed.add("round trip");
        }
        if (passed.stream()
                .anyMatch(bits -> spec.bandwidth().isPresent()
                        ? Math.abs(bits / spec.bandwidth().getAsLong() - 1) > MOST_OF_BANDWIDTH
                        : isFree && bits < LEAST_BITS)) {
            missed.add("bandwidth");
        }
        return missed;
    }

    private static void exchange(int directPort, Histogram direct, int linkedPort, Histogram linked)
            throws IOException {
        try (Socket first = connect(directPort, ECHO);
                Socket second = connect(linkedPort, ECHO)) {
            exchange(first, WARM_UP, direct);
            exchange(second, WARM_UP, linked);
            direct.reset();
            linked.reset();
            long begin = System.nanoTime();
            for (int turn = 0; turn == 0 || (turn < TURNS && System.nanoTime() - begin < MOST_TURNS); turn++) {
                exchange(first, TURN, direct);
                exchange(second, TURN, linked);
            }
        }
    }

    private static void exchange(Socket socket, long time, Histogram times) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] message = new byte[MESSAGE];
        long begin = System.nanoTime();
        long before = begin;
        do {
            socket.getOutputStream().write(message);
            in.readFully(message);
            long after = System.nanoTime();
            times.recordValue(after - before);
            before = after;
        } while (before - begin < time);
    }

    /** Returns the bits per second that a connection receives; empty if that takes too long. */
    private static OptionalDouble rate(int port, Duration most) throws IOException {
        try (Socket socket = connect(port, SEND)) {
            long end = System.nanoTime() + most.toNanos();
            receive(socket, RATE_WARM_UP, end);
            long begin = System.nanoTime();
            long bytes = receive(socket, RATE, end);
            return OptionalDouble.of(bytes * 8e9 / (System.nanoTime() - begin));
        } catch (SocketTimeoutException e) {
            return OptionalDouble.empty();
        }
    }

    private static long receive(Socket socket, long time, long end) throws IOException {
        byte[] block = new byte[BLOCK];
        long begin = System.nanoTime();
        long bytes = 0;
        while (System.nanoTime() - begin < time) {
            socket.setSoTimeout((int) Math.max(1, (end - System.nanoTime()) / 1_000_000));
            int got = socket.getInputStream().read(block);
            if (got < 0) {
                throw new IOException("the peer of the measurement is gone");
            }
            bytes += got;
        }
        return bytes;
    }

    private static Socket connect(int port, int service) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.getOutputStream().write(service);
        return socket;
    }

    /** Serves a connection until its other end has what it wanted, and closes it. */
    private static void serve(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        boolean isEcho = in.read() == ECHO;
        byte[] bytes = new byte[isEcho ? MESSAGE : BLOCK];
        while (true) {
            if (isEcho) {
                in.readFully(bytes);
            }
            socket.getOutputStream().write(bytes);
        }
    }
}

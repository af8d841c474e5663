package org.rowmark.link;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

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
    private static final int MOST_MESSAGES = 200_000;
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

    /** Measures a link on this machine. */
    public static LinkFacts.Measured of(LinkSpec link) throws IOException {
        Path counters = Files.createTempFile("rowmark-link-", "");
        try (ServerSocket peer = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
                RelayProcess relay =
                        RelayProcess.start(link, (InetSocketAddress) peer.getLocalSocketAddress(), counters)) {
            background(() -> accept(peer));
            long[][] times = times(peer.getLocalPort(), relay.port());
            OptionalDouble bits = rate(relay.port(), MOST_RATE.plus(link.rtt().multipliedBy(TRIPS_OF_RATE)));
            long p50 = part(times[1], 0.5) - part(times[0], 0.5);
            long p99 = part(times[1], 0.99) - part(times[0], 0.99);
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

    /** Returns the times of messages directly and over the link, sorted. */
    private static long[][] times(int direct, int linked) throws IOException {
        LongBuffer[] times = {LongBuffer.allocate(MOST_MESSAGES), LongBuffer.allocate(MOST_MESSAGES)};
        try (Socket first = connect(direct, ECHO);
                Socket second = connect(linked, ECHO)) {
            exchange(first, WARM_UP, times[0]);
            exchange(second, WARM_UP, times[1]);
            times[0].clear();
            times[1].clear();
            long begin = System.nanoTime();
            for (int turn = 0; turn == 0 || (turn < TURNS && System.nanoTime() - begin < MOST_TURNS); turn++) {
                exchange(first, TURN, times[0]);
                exchange(second, TURN, times[1]);
            }
        }
        return Arrays.stream(times)
                .map(taken -> Arrays.stream(taken.array(), 0, taken.position())
                        .sorted()
                        .toArray())
                .toArray(long[][]::new);
    }

    /** Sends messages and waits for each to return, so long, at least one. */
    private static void exchange(Socket socket, long time, LongBuffer times) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] message = new byte[MESSAGE];
        long begin = System.nanoTime();
        long before = begin;
        do {
            socket.getOutputStream().write(message);
            in.readFully(message);
            long after = System.nanoTime();
            times.put(after - before);
            before = after;
        } while (before - begin < time && times.hasRemaining());
    }

    private static long part(long[] sorted, double quantile) {
        return sorted[(int) (sorted.length * quantile)];
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

    private interface Task {
        void run() throws IOException;
    }

    private static void background(Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        // the other end has what it wanted
                    }
                },
                "rowmark-link-peer");
        thread.setDaemon(true);
        thread.start();
    }

    private static void accept(ServerSocket peer) throws IOException {
        while (true) {
            Socket socket = peer.accept();
            background(() -> serve(socket));
        }
    }

    private static void serve(Socket accepted) throws IOException {
        try (Socket socket = accepted) {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            boolean isEcho = in.read() == ECHO;
            byte[] bytes = new byte[isEcho ? MESSAGE : BLOCK];
            while (true) {
                if (isEcho) {
                    in.readFully(bytes);
                }
                out.write(bytes);
            }
        }
    }
}

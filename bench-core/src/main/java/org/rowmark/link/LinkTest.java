package org.rowmark.link;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * A measurement of a link beside a direct connection, between the same two processes in turns: the time of a message of
 * 64 bytes there and back, and the rate at which one connection receives.
 */
public final class LinkTest {
    /**
     * What one way to the peer was measured to do.
     *
     * @param p50 median time of a round trip, in nanoseconds
     * @param p99 of the same
     * @param bitsPerSecond that one connection received, the median of three times
     */
    public record Speed(long p50, long p99, double bitsPerSecond) {}

    /** A direct connection and one over the link. */
    public record Result(Speed direct, Speed linked) {
        /** Returns the median time that the link adds to a round trip, in nanoseconds. */
        public long addedP50() {
            return linked.p50 - direct.p50;
        }

        /** Returns how much later the link's 99th percentile is, in nanoseconds. */
        public long addedP99() {
            return linked.p99 - direct.p99;
        }
    }

    /** The goal for what a relay that delays nothing adds to a round trip, in nanoseconds. */
    public static final long MOST_ADDED = 30_000;

    /** The goal for the bits per second that pass through a relay without a limit. */
    public static final double LEAST_BITS = 8e9;

    private static final int TURNS = 10;
    private static final int RATES = 3;
    private static final int MOST_MESSAGES = 20_000;
    private static final Duration WARM_UP = Duration.ofMillis(700);
    private static final Duration TURN = Duration.ofMillis(200);
    private static final Duration RATE = Duration.ofSeconds(1);

    /** Before the rate counts: what a link's queue or a bucket of tokens lets pass at once, and slow start. */
    private static final Duration RATE_WARM_UP = Duration.ofMillis(500);

    private static final int BLOCK = 1 << 18;

    private LinkTest() {}

    /** Measures a relay beside a direct connection. */
    public static Result relay(LinkSpec spec) throws IOException {
        try (JavaProcess peer = peer()) {
            InetSocketAddress direct = address(peer);
            Path counters = Files.createTempFile("rowmark-link-test-", "");
            try (RelayProcess relay = RelayProcess.start(spec, direct, counters)) {
                List<Speed> speeds =
                        measure(List.of(direct, new InetSocketAddress(InetAddress.getLoopbackAddress(), relay.port())));
                return new Result(speeds.get(0), speeds.get(1));
            }
        }
    }

    /** Measures the kernel's own means on a loopback device of their own, beside this machine's. */
    public static Result kernel(KernelLink kernel) throws IOException {
        Speed direct;
        try (JavaProcess peer = peer()) {
            direct = measure(List.of(address(peer))).get(0);
        }
        try (JavaProcess limited = new JavaProcess(kernel.prefix(), LinkTest.class.getName())) {
            String[] numbers = limited.line()
                    .orElseThrow(() -> new IOException("the measurement over " + kernel.name() + " failed"))
                    .split(" ", -1);
            return new Result(
                    direct,
                    new Speed(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Double.parseDouble(numbers[2])));
        }
    }

    /** Measures a direct connection, in the network namespace of this process, and prints the numbers. */
    public static void main(String[] arguments) throws IOException {
        JavaProcess.endWithInput();
        try (JavaProcess peer = peer()) {
            Speed speed = measure(List.of(address(peer))).get(0);
            System.out.println(speed.p50 + " " + speed.p99 + " " + speed.bitsPerSecond);
        }
    }

    /** Returns what a link is to add to a round trip of the test's messages, in nanoseconds. */
    public static long expected(LinkSpec spec) {
        double sending = spec.bandwidth().isPresent()
                ? 2 * LinkTestPeer.MESSAGE * 8e9 / spec.bandwidth().getAsLong()
                : 0;
        return spec.rtt().toNanos() + (long) sending;
    }

    private static JavaProcess peer() throws IOException {
        return new JavaProcess(List.of(), LinkTestPeer.class.getName());
    }

    private static InetSocketAddress address(JavaProcess peer) throws IOException {
        String line = peer.line().orElseThrow(() -> new IOException("the peer of the test did not start"));
        return new InetSocketAddress(
                InetAddress.getLoopbackAddress(), Integer.parseInt(line.substring(Relay.LISTENING.length())));
    }

    /** Measures several ways to the same peer in turns. */
    private static List<Speed> measure(List<InetSocketAddress> ways) throws IOException {
        List<Way> all = ways.stream().map(Way::new).toList();
        for (Way way : all) {
            way.connect();
            way.messages(WARM_UP);
            way.count = 0;
        }
        for (int turn = 0; turn < TURNS; turn++) {
            for (Way way : all) {
                way.messages(TURN);
            }
        }
        for (int turn = 0; turn < RATES; turn++) {
            for (Way way : all) {
                way.rates[turn] = way.rate();
            }
        }
        for (Way way : all) {
            way.socket.close();
        }
        return all.stream().map(Way::speed).toList();
    }

    /** One way to the peer, and what was measured on it. */
    private static final class Way {
        private final InetSocketAddress address;
        private final long[] times = new long[MOST_MESSAGES * TURNS];
        private final double[] rates = new double[RATES];
        private final byte[] message = new byte[LinkTestPeer.MESSAGE];
        private int count;
        private Socket socket;
        private DataInputStream in;
        private OutputStream out;

        Way(InetSocketAddress address) {
            this.address = address;
        }

        void connect() throws IOException {
            socket = new Socket();
            socket.setTcpNoDelay(true);
            socket.connect(address);
            in = new DataInputStream(socket.getInputStream());
            out = socket.getOutputStream();
            out.write(LinkTestPeer.ECHO);
        }

        /** Sends messages and waits for each to return, so long, at least one. */
        void messages(Duration time) throws IOException {
            long end = System.nanoTime() + time.toNanos();
            long before = System.nanoTime();
            int most = Math.min(times.length, count + MOST_MESSAGES);
            do {
                out.write(message);
                in.readFully(message);
                long after = System.nanoTime();
                times[count++] = after - before;
                before = after;
            } while (before - end < 0 && count < most);
        }

        double rate() throws IOException {
            try (SocketChannel receiver = SocketChannel.open(address)) {
                receiver.write(ByteBuffer.wrap(new byte[] {LinkTestPeer.SEND}));
                ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
                read(receiver, block, System.nanoTime(), RATE_WARM_UP);
                long begin = System.nanoTime();
                long[] bytesAndEnd = read(receiver, block, begin, RATE);
                return bytesAndEnd[0] * 8e9 / (bytesAndEnd[1] - begin);
            }
        }

        /** Reads so long, and returns the number of bytes and the moment of the last ones. */
        private static long[] read(SocketChannel receiver, ByteBuffer block, long begin, Duration time)
                throws IOException {
            long bytes = 0;
            long last = begin;
            while (last - begin < time.toNanos()) {
                int got = receiver.read(block.clear());
                if (got < 0) {
                    throw new IOException("the peer of the test is gone");
                }
                bytes += got;
                last = System.nanoTime();
            }
            return new long[] {bytes, last};
        }

        Speed speed() {
            long[] sorted = Arrays.copyOf(times, count);
            Arrays.sort(sorted);
            Arrays.sort(rates);
            return new Speed(sorted[count / 2], sorted[(int) (count * 0.99)], rates[RATES / 2]);
        }
    }
}

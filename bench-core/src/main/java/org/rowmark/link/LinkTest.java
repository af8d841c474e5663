package org.rowmark.link;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
     * @param bitsPerSecond that one connection received, the median of several times; empty if that took too long
     */
    public record Speed(long p50, long p99, OptionalDouble bitsPerSecond) {}

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
    private static final long MOST_ADDED = 30_000;

    /** The goal for the bits per second that pass through a relay without a limit. */
    private static final double LEAST_BITS = 8e9;

    /** The goals for a round trip and for a bandwidth, as parts of what is set. */
    private static final double MOST_OF_RTT = 0.05;

    private static final double MOST_OF_BANDWIDTH = 0.03;

    /** The goal for a short round trip, in nanoseconds. */
    private static final long MOST_OFF = 10_000;

    /** The round trips of a link until the first bytes of a connection arrive, and one to spare. */
    private static final int TRIPS_OF_RATE = 3;

    private LinkTest() {}

    /** Measures a relay beside a direct connection. */
    public static Result relay(LinkSpec spec) throws IOException {
        return relay(spec, LinkWay.Effort.WHOLE);
    }

    /**
     * Measures the same in about two seconds, and six round trips of the link; up to three seconds more where the link
     * takes that long for a packet.
     */
    public static Result brief(LinkSpec spec) throws IOException {
        return relay(spec, LinkWay.Effort.BRIEF);
    }

    private static Result relay(LinkSpec spec, LinkWay.Effort effort) throws IOException {
        try (JavaProcess peer = peer()) {
            InetSocketAddress direct = address(peer);
            Path counters = Files.createTempFile("rowmark-link-test-", "");
            try (RelayProcess relay = RelayProcess.start(spec, direct, counters)) {
                InetSocketAddress linked = new InetSocketAddress(InetAddress.getLoopbackAddress(), relay.port());
                List<Speed> speeds = measure(List.of(direct, linked), spec.rtt(), effort);
                return new Result(speeds.get(0), speeds.get(1));
            }
        }
    }

    /** Measures the kernel's own means on a loopback device of their own, beside this machine's. */
    public static Result kernel(KernelLink kernel) throws IOException {
        Speed direct;
        try (JavaProcess peer = peer()) {
            direct = measure(List.of(address(peer)), Duration.ZERO, LinkWay.Effort.WHOLE)
                    .get(0);
        }
        try (JavaProcess limited = new JavaProcess(kernel.prefix(), LinkTest.class.getName())) {
            String[] numbers = limited.line()
                    .orElseThrow(() -> new IOException("the measurement over " + kernel.name() + " failed"))
                    .split(" ", -1);
            return new Result(
                    direct,
                    new Speed(
                            Long.parseLong(numbers[0]),
                            Long.parseLong(numbers[1]),
                            Arrays.stream(numbers)
                                    .skip(2)
                                    .mapToDouble(Double::parseDouble)
                                    .findFirst()));
        }
    }

    /** Measures a direct connection, in the network namespace of this process, and prints the numbers. */
    public static void main(String[] arguments) throws IOException {
        JavaProcess.endWithInput();
        try (JavaProcess peer = peer()) {
            Speed speed = measure(List.of(address(peer)), Duration.ZERO, LinkWay.Effort.WHOLE)
                    .get(0);
            System.out.println(Stream.concat(
                            Stream.of(speed.p50, speed.p99),
                            speed.bitsPerSecond.stream().boxed())
                    .map(String::valueOf)
                    .collect(Collectors.joining(" ")));
        }
    }

    /** Returns what a link is to add to a round trip of the test's messages, in nanoseconds. */
    static long expected(LinkSpec spec) {
        double sending = spec.bandwidth().isPresent()
                ? 2 * LinkTestPeer.MESSAGE * 8e9 / spec.bandwidth().getAsLong()
                : 0;
        return spec.rtt().toNanos() + (long) sending;
    }

    /** Lists the goals that a relay missed: {@code round trip}, {@code bandwidth}; none if it holds what is set. */
    public static List<String> missed(LinkSpec spec, Result result) {
        List<String> missed = new ArrayList<>();
        boolean isFree = spec.rtt().isZero() && spec.bandwidth().isEmpty();
        long wanted = expected(spec);
        double most = isFree ? MOST_ADDED : Math.max(MOST_OF_RTT * wanted, MOST_OFF);
        if (Math.abs(result.addedP50() - wanted) > most) {
            missed.add("round trip");
        }
        DoublePredicate isOff = bits -> spec.bandwidth().isPresent()
                ? Math.abs(bits / spec.bandwidth().getAsLong() - 1) > MOST_OF_BANDWIDTH
                : isFree && bits < LEAST_BITS;
        if (result.linked.bitsPerSecond.stream().anyMatch(isOff)) {
            missed.add("bandwidth");
        }
        return missed;
    }

    private static JavaProcess peer() throws IOException {
        return new JavaProcess(List.of(), LinkTestPeer.class.getName());
    }

    private static InetSocketAddress address(JavaProcess peer) throws IOException {
        String line = peer.line().orElseThrow(() -> new IOException("the peer of the test did not start"));
        return new InetSocketAddress(
                InetAddress.getLoopbackAddress(), Integer.parseInt(line.substring(Relay.LISTENING.length())));
    }

    /**
     * Measures several ways to the same peer in turns.
     *
     * @param rtt the longest of their round trips
     */
    private static List<Speed> measure(List<InetSocketAddress> ways, Duration rtt, LinkWay.Effort effort)
            throws IOException {
        List<LinkWay> all = ways.stream().map(way -> new LinkWay(way, effort)).toList();
        for (LinkWay way : all) {
            way.connect();
        }
        long begin = System.nanoTime();
        for (int turn = 0; turn < effort.turns(); turn++) {
            if (turn > 0 && System.nanoTime() - begin > effort.most().toNanos()) {
                break;
            }
            for (LinkWay way : all) {
                way.messages(effort.turn());
            }
        }
        Duration mostRate = effort.mostRate().plus(rtt.multipliedBy(TRIPS_OF_RATE));
        for (int turn = 0; turn < effort.rates(); turn++) {
            for (LinkWay way : all) {
                way.rate(mostRate);
            }
        }
        for (LinkWay way : all) {
            way.close();
        }
        return all.stream().map(LinkWay::speed).toList();
    }
}
